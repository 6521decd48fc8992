import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { newRecipient, withTones, type DraftRecipient } from '../../features/signing-requests/draft.ts'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server } from '../../test/server.ts'
import { PlaceBoard } from './place-board.tsx'

usePages()

const pageOf = (number: number) => ({
  page: number,
  width: 600,
  height: 800,
  url: `/p/${number}`,
  text_url: `/t/${number}`,
})
const acta = { id_documento: 'a', nombre: 'Acta.pdf', pdf_path: 'a' }
const convenio = { id_documento: 'b', nombre: 'Convenio.pdf', pdf_path: 'b' }
const people = withTones([
  newRecipient({ id: '1', nombre: 'Ana Ríos' }),
  newRecipient({ id: '2', nombre: 'Luis Mora', rol: 'firma_simple' }),
  newRecipient({ id: '3', nombre: 'Archivo', rol: 'copia' }),
])

let last: readonly DraftRecipient[] = []

function Page({ documents }: { documents: (typeof acta)[] }) {
  const [recipients, setRecipients] = useState(people)
  const [active, setActive] = useState<string | null>('1')
  last = recipients
  return (
    <PlaceBoard
      recipients={recipients}
      documents={documents}
      active={active}
      onActive={setActive}
      onPlaces={(places) =>
        setRecipients((before) => before.map((one) => ({ ...one, places: places[one.id] ?? one.places })))
      }
    />
  )
}

const draw = (documents: (typeof acta)[]) => {
  server.use(
    http.post(at('/api/v1/pdf_to_image/'), () => HttpResponse.json({ paginas: 2, pages: [pageOf(1), pageOf(2)] })),
  )
  drawPage(<Page documents={documents} />)
}
/** Documents in which each recipient has a place. */
const placed = () => last.map(({ places }) => places.map(({ id_documento }) => id_documento).join(''))
const positionOf = (at: number) => last[at]?.places[0]?.position
const chip = (name: string) => screen.findByRole('button', { name: `Poner el lugar de ${name}` })
const box = (name: string) => screen.findByRole('application', { name: new RegExp(`^Lugar de ${name}`) })

it('the chip of a signer puts their place at the end of the document, beside the others', async () => {
  draw([acta])
  await userEvent.click(await chip('Ana Ríos'))
  await userEvent.click(await chip('Luis Mora'))
  expect(placed()).toEqual(['a', 'a', ''])
  expect(positionOf(0)).toMatchObject({ page: 2, x: 56 })
  expect(positionOf(1)).toMatchObject({ page: 2, x: 600 - 56 - 176, y: positionOf(0)?.y })
  expect(screen.queryByRole('button', { name: 'Poner el lugar de Archivo' })).toBeNull()
  expect((await box('Luis Mora')).textContent).toContain('Firma simple')
})

it('a place is chosen with Enter, moved with the arrow keys, removed, and undone step by step', async () => {
  draw([acta])
  ;(await chip('Ana Ríos')).focus()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(async () => expect(document.activeElement).toBe(await box('Ana Ríos')))
  await userEvent.keyboard('{ArrowRight}')
  expect(positionOf(0)).toMatchObject({ x: 57 })
  await userEvent.click(screen.getByRole('button', { name: 'Quitar el lugar' }))
  expect(placed()).toEqual(['', '', ''])
  const undo = screen.getByRole<HTMLButtonElement>('button', { name: 'Deshacer' })
  await userEvent.click(undo)
  expect(positionOf(0)).toMatchObject({ x: 57 })
  await userEvent.click(undo)
  expect(positionOf(0)).toMatchObject({ x: 56 })
  await userEvent.click(undo)
  expect(placed()).toEqual(['', '', ''])
  expect(undo.disabled).toBe(true)
})

it('the handles are on the chosen place only, and a press on another chooses it', async () => {
  draw([acta])
  await userEvent.click(await chip('Ana Ríos'))
  await userEvent.click(await chip('Luis Mora'))
  const [ana, luis] = [await box('Ana Ríos'), await box('Luis Mora')]
  const handles = (of: Element) => of.querySelectorAll('[data-handle]').length
  expect([handles(ana), handles(luis)]).toEqual([0, 8])
  fireEvent.focus(ana)
  expect([handles(ana), handles(luis)]).toEqual([8, 0])
})

it('a chip is dragged to where the signer signs; beside the pages nothing happens', async () => {
  draw([acta])
  const luis = await chip('Luis Mora')
  const pages = await screen.findByRole('region', { name: 'Páginas del documento' })
  const areas = { top: 0, left: 0, right: 300, width: 300, x: 0, y: 0, toJSON: () => ({}) }
  pages.getBoundingClientRect = () => ({ ...areas, bottom: 600, height: 600 })
  const first = pages.querySelector('[data-page="1"]')!
  first.getBoundingClientRect = () => ({ ...areas, bottom: 400, height: 400 })
  const pointer = (type: string, x: number, y: number) =>
    fireEvent(
      luis,
      Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientX: x, clientY: y }), {
        pointerId: 1,
        isPrimary: true,
      }),
    )
  const drag = (x: number, y: number) => {
    pointer('pointerdown', 100, 580)
    pointer('pointermove', x, y)
    pointer('pointerup', x, y)
    fireEvent.click(luis)
  }
  drag(150, 900)
  expect(placed()).toEqual(['', '', ''])
  // The page is shown at half its size.
  drag(150, 200)
  expect(positionOf(1)).toEqual({ page: 1, x: 212, y: 365.5, width: 176, height: 69 })
  expect(placed()).toEqual(['', 'a', ''])
})

it('the board has the places of each document', async () => {
  draw([acta, convenio])
  await userEvent.click(await chip('Ana Ríos'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Documentos' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Convenio.pdf' }))
  expect(screen.queryByRole('application')).toBeNull()
  await userEvent.click(await chip('Ana Ríos'))
  expect(placed()).toEqual(['ab', '', ''])
})

it('the board says what it needs while no document is chosen', async () => {
  draw([])
  expect(await screen.findByText('Elige un documento y agrega a quien lo firma.')).toBeTruthy()
})
