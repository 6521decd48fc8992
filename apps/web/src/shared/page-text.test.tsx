import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from '../lib/api/query.ts'
import { at, http, HttpResponse, server, useServer } from '../test/server.ts'
import { PageText } from './page-text.tsx'

useServer()

const box = { x: 10, y: 10, width: 50, height: 10 }

function open(onPage?: (page: number) => void) {
  server.use(http.get(at('/api/v1/page_text/t/'), () => HttpResponse.json({ lines: [], links: [{ ...box, page: 3 }] })))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <div>
        <div data-page={1}>
          <PageText image="/api/v1/page_image/t/" page={{ page: 1, width: 100, height: 100 }} onPage={onPage} />
        </div>
        <div data-page={2} />
        <div data-page={3} />
      </div>
    </QueryClientProvider>,
  )
  return screen.findByRole('button', { name: 'Ir a la página 3' })
}

it('a link to a page of the document scrolls there and moves the focus', async () => {
  const scrolled: unknown[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    scrolled.push(this.getAttribute('data-page'))
  })
  fireEvent.click(await open())
  expect(scrolled).toEqual(['3'])
  expect(document.activeElement?.getAttribute('data-page')).toBe('3')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a link to a page of the document opens it where one page is shown at a time', async () => {
  const onPage = vi.fn<(page: number) => void>()
  fireEvent.click(await open(onPage))
  expect(onPage).toHaveBeenCalledExactlyOnceWith(3)
})
