import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followTitle } from './page-title.ts'
import { SessionGuard } from './session-guard.tsx'

/** The current page, with the session guard. */
export function App({ router }: { router: AnyRouter }) {
  useEffect(followTitle, [])
  return (
    <>
      <SessionGuard />
      <RouterProvider router={router} />
    </>
  )
}
