import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { initials } from './avatar.tsx'
import { Dropzone } from './dropzone.tsx'
import { Pagination, pageWindow } from './pagination.tsx'
import { Table } from './table.tsx'
import { toast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

afterEach(() => {
  vi.useRealTimers()
  act(() => toast.dismiss())
})

it('pagination shows seven places at most, always including the first and last page', () => {
  expect(pageWindow(1, 3)).toEqual([1, 2, 3])
  expect(pageWindow(1, 14)).toEqual([1, 2, 3, 4, 5, 0, 14])
  expect(pageWindow(7, 14)).toEqual([1, 0, 6, 7, 8, 0, 14])
  expect(pageWindow(14, 14)).toEqual([1, 0, 10, 11, 12, 13, 14])
  for (let pages = 1; pages < 40; pages += 1) {
    for (let page = 1; page <= pages; page += 1) {
      const places = pageWindow(page, pages)
      expect(places.length).toBeLessThanOrEqual(7)
      expect(places).toContain(page)
      expect([places[0], places.at(-1)]).toEqual([1, pages])
    }
  }
})

it('pagination changes the page and announces the current one', async () => {
  const go = vi.fn()
  render(<Pagination page={2} pageSize={10} total={138} onPageChange={go} />)
  expect(screen.getByText('11–20 de 138')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Página 2' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(screen.getByRole('button', { name: 'Página siguiente' }))
  expect(go).toHaveBeenCalledWith(3)
})

const people = [
  { id: 'a', name: 'Íñigo' },
  { id: 'b', name: 'Rocío' },
]
const columns = [{ key: 'name', header: 'Nombre', cell: (row: { name: string }) => row.name, sortable: true }]
const base = { caption: 'Personas', columns, rows: people, rowKey: (row: { id: string }) => row.id }

it('a table selects single rows and all rows, and sorts', async () => {
  const onChange = vi.fn()
  const onSort = vi.fn()
  const selection = { selected: new Set(['a']), onChange }
  const sort = { key: 'name', direction: 'asc' } as const
  render(<Table {...base} rowName={(row) => row.name} selection={selection} sort={sort} onSort={onSort} />)
  const table = screen.getByRole('table', { name: 'Personas' })
  expect(within(table).getByRole('columnheader', { name: 'Nombre' }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar Rocío' }))
  expect(onChange).toHaveBeenLastCalledWith(new Set(['a', 'b']))
  const all = screen.getByRole('checkbox', { name: 'Seleccionar todas las filas' })
  expect(all).toHaveProperty('indeterminate', true)
  await userEvent.click(all)
  expect(onChange).toHaveBeenLastCalledWith(new Set(['a', 'b']))
  await userEvent.click(screen.getByRole('button', { name: 'Nombre' }))
  expect(onSort).toHaveBeenCalledWith('name')
})

it('a table becomes cards on phones', () => {
  const list = Object.assign(new EventTarget(), { matches: true })
  vi.spyOn(window, 'matchMedia').mockImplementation(() => list as unknown as MediaQueryList)
  render(<Table {...base} phoneCard={(row) => <b>{row.name}</b>} />)
  expect(screen.queryByRole('table')).toBeNull()
  expect(within(screen.getByRole('list', { name: 'Personas' })).getAllByRole('listitem')).toHaveLength(2)
})

it('a dropzone accepts dropped, chosen and pasted files', async () => {
  const take = vi.fn()
  const file = new File(['%PDF'], 'acta.pdf', { type: 'application/pdf' })
  const { container } = render(<Dropzone onFiles={take} paste />)
  const zone = container.firstElementChild as HTMLElement
  fireEvent.drop(zone, { dataTransfer: { files: [file], types: ['Files'] } })
  fireEvent.paste(document, { clipboardData: { files: [file] } })
  await userEvent.upload(container.querySelector('input') as HTMLInputElement, file)
  expect(take.mock.calls).toEqual([[[file]], [[file]], [[file]]])
  expect(screen.getByRole('button', { name: 'Elegir archivos' })).toBeDefined()
})

it('a toast offers undo and disappears by itself, but not under the pointer', async () => {
  vi.useFakeTimers()
  const undo = vi.fn()
  render(<Toaster />)
  await act(async () => {
    toast.success('En la papelera', { action: { label: 'Deshacer', onClick: undo } })
    toast.info('Otra cosa')
    await import('./toaster.tsx')
  })
  fireEvent.pointerEnter(screen.getByText('Otra cosa'))
  act(() => void vi.advanceTimersByTime(60_000))
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('En la papelera')).toBeNull()
  fireEvent.pointerLeave(screen.getByText('Otra cosa'))
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.queryByText('Otra cosa')).toBeNull()
})

it('initials come from first names and surnames', () => {
  expect(initials('Íñigo Núñez Íñiguez')).toBe('ÍN')
  expect(initials('óscar')).toBe('ÓS')
  expect(initials('Centro de Mediación Cóndor Andino')).toBe('CM')
  expect(initials('María del Carmen')).toBe('MC')
  expect(initials('De la')).toBe('DL')
  expect(initials('  ')).toBe('?')
})

it('a closed toast returns the focus', async () => {
  const undo = vi.fn()
  render(
    <>
      <button type="button">Quitar</button>
      <Toaster />
    </>,
  )
  const before = screen.getByRole('button', { name: 'Quitar' })
  before.focus()
  act(() => void toast.success('Quitado', { action: { label: 'Deshacer', onClick: undo } }))
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Deshacer' }))
  await userEvent.keyboard('{Enter}')
  expect(undo).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(before)
})
