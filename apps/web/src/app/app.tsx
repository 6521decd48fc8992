import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PageFailure } from './page-failure.tsx'
import { followTitle } from './page-title.ts'
import { RefreshDetour } from './refresh-detour.tsx'
import { goTo, goToRefresh } from '../lib/router/redirect.ts'
import { paths } from '../lib/router/paths.ts'
import { useSession } from '../lib/session/session.tsx'
import { keepLastSignedInUser, readLastSignedInUser } from '../lib/session/last-signed-in-user.ts'

/**
 * Watches the session while a page is open. After signing out (in any tab) it redirects to /ingresar; after expiry to
 * /refresh, which asks for the password and returns. Renders nothing.
 */
function SessionGuard() {
  const { status, data, signedOut } = useSession()
  const was = useRef(status)
  const email = data?.user.email
  const nombre = data?.user.name

  useEffect(() => {
    if (email === undefined || nombre === undefined) return
    const known = readLastSignedInUser()
    keepLastSignedInUser({ email, nombre, remember: known?.remember ?? false })
  }, [email, nombre])

  useEffect(() => {
    if (was.current === 'authenticated' && status === 'unauthenticated') {
      if (signedOut) goTo(paths.signIn())
      else goToRefresh({ status: 401 })
    }
    was.current = status
  }, [status, signedOut])
  return null
}

/** The current page, with the session guard. */
export function App({ router }: { router: AnyRouter }) {
  useEffect(followTitle, [])
  return (
    <>
      <SessionGuard />
      <RefreshDetour router={router}>
        <RouterProvider router={router} />
      </RefreshDetour>
      <PageFailure router={router} />
    </>
  )
}
