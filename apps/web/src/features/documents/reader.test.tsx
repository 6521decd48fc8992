import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../lib/api/query.ts'
import { at, http, HttpResponse, server, signedIn, useServer } from '../../test/server.ts'
import type { Hit } from './api/search-document.ts'
import { Highlights } from './components/highlights.tsx'
import { Reader } from '../../shared/reader.tsx'
import { ReaderSearch } from './components/reader-search.tsx'
import { SearchField } from './components/search-field.tsx'
import { installReaderControls, type ReaderActions } from '../../shared/reader-controls.ts'
import { usePagesPrint } from './use-pages-print.ts'
import { useReaderSearch } from './use-reader-search.ts'
import { pageAbove } from '../../shared/use-current-page.ts'

useServer()

const hit = (page: number, x = 150): Hit => ({
  page,
  snippet: 'el acuerdo',
  start: 3,
  end: 10,
  rects: [{ x, y: 50, width: 60, height: 20 }],
})
const page = (number: number) => ({ page: number, width: 600, height: 800, url: `/api/v1/page_image/${number}/` })

it('the reader places the marks of search hits at every zoom', () => {
  const here = hit(2)
  const { container } = render(<Highlights page={page(2)} hits={[hit(1), here, hit(2, 300)]} current={here} />)
  const marks = Array.from(container.querySelectorAll<HTMLElement>('[data-hit]'))
  expect(marks.map(({ style }) => [style.left, style.top, style.width, style.height])).toEqual([
    ['25%', '6.25%', '10%', '2.5%'],
    ['50%', '6.25%', '10%', '2.5%'],
  ])
  expect(marks.map((mark) => mark.dataset['hit'])).toEqual(['current', ''])
})

it('the reader loads images only for pages near the current one of 500', () => {
  const images = { paginas: 500, pages: Array.from({ length: 500 }, (_, index) => page(index + 1)) }
  const { container } = render(
    <Reader ref={{ current: null }} images={images} current={250} scale={1} onBroken={() => {}} />,
  )
  expect(container.querySelectorAll('[data-page]')).toHaveLength(500)
  const shown = Array.from(container.querySelectorAll('img'))
  expect(shown).toHaveLength(11)
  const ahead = shown.filter((image) => image.getAttribute('loading') === 'eager').map(({ alt }) => alt)
  expect(ahead).toEqual([248, 249, 250, 251, 252].map((number) => `Página ${number} de 500`))
})

it('the reader turns a page with all that lies over it, and prints it upright', () => {
  const draw = (turn: 0 | 90, printed = false) => (
    <Reader
      ref={{ current: null }}
      images={{ paginas: 1, pages: [page(1)] }}
      scale={0.5}
      turn={turn}
      printed={printed}
      onBroken={() => {}}
      overlay={() => <mark>sello</mark>}
    />
  )
  const { container, rerender } = render(draw(90))
  const sizeOf = () => {
    const element = container.querySelector<HTMLElement>('[data-page]')
    return [element?.style.width, element?.style.height]
  }
  expect(sizeOf()).toEqual(['400px', '300px'])
  const turned = container.querySelector<HTMLElement>('[data-page] > div')
  expect(turned?.style.transform).toContain('rotate(90deg)')
  expect([turned?.style.width, turned?.style.height]).toEqual(['300px', '400px'])
  expect(turned?.querySelector('img')).toBeTruthy()
  expect(turned?.querySelector('mark')).toBeTruthy()
  rerender(draw(90, true))
  expect(sizeOf()).toEqual(['300px', '400px'])
  expect(container.innerHTML).not.toContain('rotate')
})

it('printing waits for the images of all pages', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {})
  const reader = document.createElement('div')
  const images = [1, 2].map((number) => {
    const image = document.createElement('img')
    image.src = `http://localhost:3000/${number}`
    Object.defineProperty(image, 'complete', { value: false })
    reader.append(image)
    return image
  })
  const { result } = renderHook(() => usePagesPrint({ current: reader }))
  let done = Promise.resolve()
  act(() => {
    done = result.current.print()
  })
  await waitFor(() => expect(result.current.printing).toBe(true))
  const [first, second] = images
  if (first !== undefined) fireEvent.load(first)
  expect(printed).not.toHaveBeenCalled()
  if (second !== undefined) fireEvent.error(second)
  await act(() => done)
  expect(printed).toHaveBeenCalledOnce()
  expect(result.current.printing).toBe(false)
})

it('pageAbove finds the page above a scroll position by bisection', () => {
  let measured = 0
  const pages = Array.from({ length: 500 }, (_, index): HTMLElement => {
    const element = globalThis.document.createElement('div')
    element.getBoundingClientRect = () => {
      measured += 1
      return new DOMRect(0, index * 100, 600, 90)
    }
    return element
  })
  expect(pageAbove(pages, 12_345)).toBe(pages[123])
  expect(pageAbove(pages, -1)).toBe(undefined)
  expect(measured).toBeLessThan(25)
})

describe('text search in the reader', () => {
  const looked: (number | undefined)[] = []

  function Finder({ ready }: { ready: boolean }) {
    const { search, ask, type, find, step, close } = useReaderSearch(useRef(null))
    looked.push(search?.hits?.[search.at]?.page)
    return (
      <>
        <button type="button" onClick={ask}>
          Buscar
        </button>
        {search !== null && (
          <SearchField search={search} onType={type} onStep={step} onClose={close}>
            {ready && (
              <ReaderSearch
                id="33333333-3333-4333-8333-333333333333"
                version={1}
                page={2}
                search={search}
                onFound={find}
                onStep={step}
              />
            )}
          </SearchField>
        )}
      </>
    )
  }

  const open = async (answer: object, ready = true) => {
    signedIn()
    looked.length = 0
    server.use(http.get(at('/api/v1/search_document/:id/'), () => HttpResponse.json(answer)))
    const queries = createQueryClient()
    const draw = (now: boolean) => (
      <QueryClientProvider client={queries}>
        <Finder ready={now} />
      </QueryClientProvider>
    )
    const { rerender } = render(draw(ready))
    await userEvent.click(screen.getByRole('button', { name: 'Buscar' }))
    return () => rerender(draw(true))
  }
  const type = (text: string) => userEvent.type(screen.getByRole('searchbox'), text)

  it('keeps what is typed before the search code is loaded', async () => {
    const come = await open({ has_text: true, more: false, hits: [hit(2)] }, false)
    await userEvent.keyboard('acuerdo')
    come()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('acuerdo')
    expect(await screen.findByText('1 de 1', { selector: 'span' })).toBeTruthy()
    await userEvent.keyboard(' total')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('acuerdo total')
  })

  it('starts at the current page, wraps around and counts the hits', async () => {
    const hits = [hit(1), hit(2), hit(3)]
    await open({ has_text: true, more: false, hits })
    await type('acuerdo')
    expect(await screen.findByText('2 de 3', { selector: 'span' })).toBeTruthy()
    expect(looked.at(-1)).toBe(2)
    await type('{Enter}{Enter}')
    expect(looked.at(-1)).toBe(1)
    await type('{Shift>}{Enter}{/Shift}')
    expect(looked.at(-1)).toBe(3)
  })

  it('distinguishes a document without text from a text without hits', async () => {
    await open({ has_text: false, more: false, hits: [] })
    await type('acuerdo')
    expect((await screen.findAllByText(/no tiene texto/)).length).toBeGreaterThan(0)
  })

  it('closes with Escape', async () => {
    await open({ has_text: true, more: false, hits: [] })
    await type('nada')
    await waitFor(() => expect(screen.getAllByText('Sin resultados').length).toBeGreaterThan(0))
    await type('{Escape}')
    expect(screen.queryByRole('searchbox')).toBe(null)
  })
})

describe('keyboard and wheel of the reader', () => {
  const install = () => {
    const reader = globalThis.document.createElement('div')
    globalThis.document.body.replaceChildren(reader)
    const done: string[] = []
    const note =
      (name: string) =>
      (...values: unknown[]) =>
        void done.push([name, ...values.filter((value) => typeof value === 'number')].join(' '))
    const actions: ReaderActions = {
      zoom: 1,
      page: 3,
      pages: 9,
      goTo: note('go'),
      zoomTo: note('zoom'),
      zoomIn: note('in'),
      zoomOut: note('out'),
      fit: note('fit'),
      search: note('search'),
    }
    return { reader, done, actions, end: installReaderControls(reader, () => actions) }
  }
  const press = (key: string, target: EventTarget = globalThis.document.body, more: KeyboardEventInit = {}) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

  it.each([
    ['PageDown', 'go 4'],
    ['PageUp', 'go 2'],
    ['ArrowRight', 'go 4'],
    ['Home', 'go 1'],
    ['End', 'go 9'],
    ['+', 'in'],
    ['-', 'out'],
    ['0', 'fit'],
    ['/', 'search'],
  ])('%s: %s', (key, expected) => {
    const { done, end } = install()
    press(key)
    expect(done).toEqual([expected])
    end()
    press(key)
    expect(done).toHaveLength(1)
  })

  it('leaves keys in text fields to the browser, Ctrl+F too', () => {
    const { done, end } = install()
    const field = globalThis.document.createElement('input')
    globalThis.document.body.append(field)
    press('End', field)
    expect(press('f', field, { ctrlKey: true })).toBe(true)
    expect(done).toEqual([])
    expect(press('f', globalThis.document.body, { ctrlKey: true })).toBe(false)
    expect(done).toEqual(['search'])
    end()
  })

  it('leaves Ctrl+F to the browser where the reader has no search', () => {
    const { actions, end } = install()
    actions.search = null
    expect(press('f', globalThis.document.body, { ctrlKey: true })).toBe(true)
    expect(press('/')).toBe(true)
    end()
  })

  it('zooms with Ctrl and the wheel by one step per notch', () => {
    const { reader, done, end } = install()
    const wheel = new WheelEvent('wheel', { deltaY: -1000, ctrlKey: true, cancelable: true })
    reader.dispatchEvent(wheel)
    expect(wheel.defaultPrevented).toBe(true)
    expect(done).toEqual([`zoom ${Math.exp(0.25)}`])
    reader.dispatchEvent(new WheelEvent('wheel', { deltaY: 10, cancelable: true }))
    expect(done).toHaveLength(1)
    end()
  })
})
