import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { newRecipient, type DraftRecipient } from '../../features/signing-requests/draft.ts'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server } from '../../test/server.ts'
import { PlaceBoard } from './place-board.tsx'

usePages()

const page = { page: 1, width: 600, height: 800, url: '/p/1', text_url: '/t/1' }
const acta = { id_documento: 'a', nombre: 'Acta.pdf', pdf_path: 'a' }
const convenio = { id_documento: 'b', nombre: 'Convenio.pdf', pdf_path: 'b' }
const ana = newRecipient({ id: '1', nombre: 'Ana Ríos' })
const luis = newRecipient({ id: '2', nombre: 'Luis Mora', rol: 'firma_simple' })
const copy = newRecipient({ id: '3', nombre: 'Archivo', rol: 'copia' })

let last: readonly DraftRecipient[] = []

function Page({ documents }: { documents: (typeof acta)[] }) {
  const [recipients, setRecipients] = useState<readonly DraftRecipient[]>([ana, luis, copy])
  const [active, setActive] = useState<string | null>(null)
  last = recipients
  return (
    <PlaceBoard
      recipients={recipients}
      documents={documents}
      active={active}
      onActive={setActive}
      onPlaces={(id, places) =>
        setRecipients((before) => before.map((one) => (one.id === id ? { ...one, places } : one)))
      }
    />
  )
}

const draw = (documents: (typeof acta)[]) => {
  server.use(http.post(at('/api/v1/pdf_to_image/'), () => HttpResponse.json({ paginas: 1, pages: [page] })))
  drawPage(<Page documents={documents} />)
}
const placed = () => last.map(({ places }) => places.map(({ id_documento }) => id_documento).join(''))

it('the board places each signer, and shows the places of the others, which choose them', async () => {
  draw([acta])
  const people = await screen.findByRole('radiogroup', { name: 'Persona' })
  expect(within(people).getAllByRole('radio')).toHaveLength(2)
  await userEvent.click(await screen.findByRole('button', { name: 'Poner al final' }))
  expect(placed()).toEqual(['a', '', ''])
  await userEvent.click(screen.getByRole('radio', { name: 'Luis Mora' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Poner al final' }))
  expect(placed()).toEqual(['a', 'a', ''])
  expect(screen.getByRole('application').textContent).toContain('Luis Mora')
  await userEvent.click(screen.getByRole('button', { name: 'Ana Ríos' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Ana Ríos' }).checked).toBe(true)
  expect(screen.getByRole('application').textContent).toContain('Ana Ríos')
  await userEvent.click(screen.getByRole('button', { name: 'Quitar el lugar' }))
  expect(placed()).toEqual(['', 'a', ''])
})

it('the board has the places of each document', async () => {
  draw([acta, convenio])
  await userEvent.click(await screen.findByRole('button', { name: 'Poner al final' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Documentos' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Convenio.pdf' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Poner al final' }))
  expect(placed()).toEqual(['ab', '', ''])
})

it('the board says what it needs while no document is chosen', async () => {
  draw([])
  expect(await screen.findByText('Elige un documento y agrega a quien lo firma.')).toBeTruthy()
})
