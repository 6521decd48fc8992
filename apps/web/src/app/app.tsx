import { useEffect } from 'react'
import type { Router } from '../lib/router/navigation.ts'
import { RouterProvider } from '../lib/router/router.tsx'
import { followTitle } from './page-title.ts'
import { Pending, RouteError } from './root.tsx'
import { SessionGuard } from './session-guard.tsx'

/** The page that the address says, with what watches over the session beside it. */
export function App({ router }: { router: Router }) {
  useEffect(followTitle, [])
  return (
    <RouterProvider router={router} pending={<Pending />} ErrorPage={RouteError}>
      <SessionGuard />
    </RouterProvider>
  )
}
