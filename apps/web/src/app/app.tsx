import { useEffect } from 'react'
import type { Router } from '../lib/router/navigation.ts'
import { RouterProvider } from '../lib/router/router.tsx'
import { followTitle } from './page-title.ts'
import { Pending, RouteError } from './root.tsx'
import { SessionGuard } from './session-guard.tsx'

/** The current page, with the session guard. */
export function App({ router }: { router: Router }) {
  useEffect(followTitle, [])
  return (
    <RouterProvider router={router} pending={<Pending />} ErrorPage={RouteError}>
      <SessionGuard />
    </RouterProvider>
  )
}
