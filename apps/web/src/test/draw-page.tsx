import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../lib/api/query.ts'
import { startRouter } from '../lib/router/router.tsx'

/** Renders a part of a page with the providers that most parts need; returns the current address. */
export function drawPage(children: ReactNode, address = '/'): { href: () => string } {
  const history = createMemoryHistory({ initialEntries: [address] })
  const Page = () => <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
  render(<RouterProvider router={startRouter(createRootRoute({ component: Page }), history)} />)
  return { href: () => history.location.href }
}
