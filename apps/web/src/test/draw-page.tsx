import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, RouterProvider } from '@tanstack/react-router'
import { render, configure } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../lib/api/query.ts'
import { startRouter } from '../lib/router/router.tsx'
import { useServer, signedIn } from './server.ts'
import { toast } from '../ui/toast-store.ts'
import { beforeEach, vi } from 'vitest'

/** Renders a part of a page with the providers that most parts need; returns the current address. */
export function drawPage(children: ReactNode, address = '/'): { href: () => string } {
  const history = createMemoryHistory({ initialEntries: [address] })
  const Page = () => <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
  render(<RouterProvider router={startRouter(createRootRoute({ component: Page }), history)} />)
  return { href: () => history.location.href }
}

/** For tests of pages: signed in, without toasts, and patient, because dialogs and menus are loaded lazily. */
export function usePages() {
  configure({ asyncUtilTimeout: 5000 })
  useServer()
  beforeEach(() => {
    signedIn()
    toast.dismiss()
    vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  })
}
