import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { rememberedSize } from './paged-list.tsx'
import type { Loading } from './loaded-list.tsx'
import * as es from '../test/es.ts'
import { PagedList } from './paged-list.tsx'

type Page = { count: number; next: string | null; results: string[] }

beforeEach(() => localStorage.clear())

function draw(list: Partial<Loading<Page>>, more: { page?: number; totalText?: string } = {}) {
  const [refetch, onPage, onSize] = [vi.fn(), vi.fn(), vi.fn()]
  const whole = { data: undefined, error: null, isPlaceholderData: false, refetch, ...list }
  const { container } = render(
    <PagedList list={whole} page={1} size={10} onPage={onPage} onSize={onSize} nothing={<p>Nadie</p>} {...more}>
      {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
    </PagedList>,
  )
  return { refetch, onPage, onSize, container }
}

const people = (count: number, results = ['Íñigo', 'Rocío']): Page => ({ count, next: null, results })
const pages = () => screen.queryByRole('navigation', { name: 'Páginas' })

it('a paged list shows that it is loading or empty', () => {
  const { container } = draw({})
  expect(screen.getByText('Cargando')).toBeDefined()
  expect(container.querySelector('[aria-busy=true]')).not.toBeNull()
  draw({ data: people(0, []) })
  expect(screen.getByText('Nadie')).toBeDefined()
  expect(pages()).toBeNull()
})

it('a paged list shows an error with a retry', async () => {
  const { refetch } = draw({ error: new Error('gone') })
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('a paged list keeps rows already loaded when a reload fails, says so and offers a retry', async () => {
  const { refetch } = draw({ error: new Error('gone'), data: people(2) })
  expect(screen.getByText('Rocío')).toBeDefined()
  expect(screen.getByText(es.domain.stale)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('a paged list moves from a page after the last one to the last one', () => {
  expect(draw({ data: people(21) }, { page: 7 }).onPage).toHaveBeenCalledExactlyOnceWith(3)
  expect(draw({ data: people(21) }, { page: 3 }).onPage).not.toHaveBeenCalled()
  expect(draw({ data: people(21), isPlaceholderData: true }, { page: 7 }).onPage).not.toHaveBeenCalled()
  expect(draw({ data: people(21) }, { page: 7, totalText: 'más de 20' }).onPage).not.toHaveBeenCalled()
})

it('a paged list without an exact count has a next page while there is more', () => {
  draw({ data: { ...people(10), next: '?page=2' } }, { totalText: 'más de 10' })
  expect(screen.getByText('1–10 de más de 10')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Página siguiente' })).toHaveProperty('disabled', false)
})

it('a paged list remembers the page size', async () => {
  const { onSize } = draw({ data: people(21) })
  await userEvent.click(screen.getByRole('combobox', { name: 'Filas por página' }))
  await userEvent.click(await screen.findByRole('option', { name: '50' }))
  expect(onSize).toHaveBeenCalledWith(50)
  expect(rememberedSize()).toBe(50)
})
