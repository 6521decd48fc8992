import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { newRecipient } from '../../features/signing-requests/draft.ts'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server } from '../../test/server.ts'
import { PlaceModal } from './place-modal.tsx'

usePages()

const page = (number: number) => ({
  page: number,
  width: 600,
  height: 800,
  url: `/p/${number}`,
  text_url: `/t/${number}`,
})

/** The bottom left, where places are proposed first. */
const corner = { x: 56, y: 659, width: 176, height: 69 }

it('a place is put on the last page, moved with the keyboard, and removed again', async () => {
  server.use(http.post(at('/api/v1/pdf_to_image/'), () => HttpResponse.json({ paginas: 2, pages: [page(1), page(2)] })))
  const onPlaces = vi.fn<(places: unknown) => void>()
  const onClose = vi.fn<() => void>()
  drawPage(
    <PlaceModal
      recipient={newRecipient({ nombre: 'Ana Ríos' })}
      others={[newRecipient({ places: [{ id_documento: 'd', position: { page: 'last', ...corner } }] })]}
      documents={[{ id_documento: 'd', nombre: 'Acta.pdf', pdf_path: 'x' }]}
      onPlaces={onPlaces}
      onClose={onClose}
    />,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Poner al final' }))
  const box = await screen.findByRole('application')
  expect(box.textContent).toContain('Ana Ríos')
  const before = box.style.left
  // In the other column: the first has a place already.
  expect(Number.parseFloat(before)).toBeGreaterThan(50)
  box.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(box.style.left).not.toBe(before)
  await userEvent.click(screen.getByRole('button', { name: 'Listo' }))
  expect(onPlaces.mock.lastCall?.[0]).toMatchObject([{ id_documento: 'd', position: { page: 2 } }])
  expect(onClose).toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Quitar el lugar' }))
  await userEvent.click(screen.getByRole('button', { name: 'Listo' }))
  expect(onPlaces.mock.lastCall?.[0]).toEqual([])
})
