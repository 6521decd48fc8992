import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Zoom } from '../../shared/use-zoom.ts'
import { DocumentTools } from './document-tools.tsx'

const act = vi.fn()
const zoom: Zoom = {
  zoom: 1,
  mode: 'auto',
  scale: 1,
  zoomTo: act,
  show: act,
  zoomIn: act,
  zoomOut: act,
  fit: act,
  fitPage: act,
}

function draw(pages: number) {
  const on = {
    ask: act,
    print: vi.fn(),
    turn: vi.fn(),
    download: act,
    email: act,
    share: act,
    search: act,
    versions: act,
    delete: act,
  }
  render(
    <DocumentTools
      actions={['download']}
      zoom={zoom}
      page={1}
      pages={pages}
      phone={false}
      undo={null}
      onGo={act}
      on={on}
    />,
  )
  return on
}

it('the reader prints and turns the pages of a document', async () => {
  const on = draw(2)
  await userEvent.click(screen.getByRole('button', { name: 'Imprimir' }))
  expect(on.print).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Girar' }))
  expect(on.turn).toHaveBeenCalledOnce()
})

it('the reader offers to print and turn below xl in the menu', async () => {
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    media === '(width < 80em)' ? Object.assign(matchMedia(media), { matches: true }) : matchMedia(media),
  )
  const on = draw(2)
  expect(screen.queryByRole('button', { name: 'Girar' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Más acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Girar' }))
  expect(on.turn).toHaveBeenCalledOnce()
})

it('a document without pages is neither printed nor turned', () => {
  draw(0)
  expect(screen.queryByRole('button', { name: 'Imprimir' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Girar' })).toBeNull()
})
