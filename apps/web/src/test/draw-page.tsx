import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hrefOf, memoryHistory } from '../lib/router/history.ts'
import { createRouter } from '../lib/router/navigation.ts'
import { createQueryClient } from '../lib/api/query.ts'
import { RouterProvider } from '../lib/router/router.tsx'

/** Renders a part of a page with the providers that most parts need; returns the current address. */
export function drawPage(children: ReactNode, address = '/'): { href: () => string } {
  const history = memoryHistory(address)
  const Page = () => <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
  const router = createRouter([], () => Promise.resolve(Page), history)
  render(<RouterProvider router={router} pending={null} ErrorPage={() => null} />)
  return { href: () => hrefOf(history.read()) }
}
