import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { RefreshDetour } from './refresh-detour.tsx'
import { goTo, goToRefresh } from '../lib/router/redirect.ts'
import { base, paths } from '../lib/router/paths.ts'
import { useSession } from '../lib/session/session.tsx'
import { keepLastSignedInUser, readLastSignedInUser } from '../lib/session/last-signed-in-user.ts'
import { clearFailure, getFailure, usePageFailure } from '../lib/api/failure.ts'
import { useDetour } from '../lib/router/detour.ts'
import { lazyPart, useFetchAhead } from '../ui/lazy-part.ts'

const Card = lazyPart(async () => (await import('./failure-card.tsx')).FailureCard, 'quiet')

/** Above the page: the action that failed on it, until it is closed, repeated or left. Dialogs show their own. */
function PageFailure({ router }: { router: AnyRouter }) {
  const failure = usePageFailure()
  const away = useDetour() !== null
  useFetchAhead(Card)
  useEffect(
    () =>
      router.subscribe('onResolved', ({ toLocation }) => {
        const place = getFailure()?.place
        if (place !== undefined && place !== base + toLocation.pathname) clearFailure()
      }),
    [router],
  )
  if (failure === null || away) return null
  return <Card key={failure.id} failure={failure} />
}

const product = 'Foja'

/** The main heading, or the page's replacement for it if the heading is a greeting. */
function headingOf(page: Document): string {
  const heading = page.querySelector<HTMLElement>('[data-title]') ?? page.querySelector('h1')
  return heading?.dataset['title'] ?? heading?.textContent ?? ''
}

/** Keeps the tab title equal to the heading of the page. Returns a function that stops that. */
export function followTitle(): () => void {
  const tell = () => {
    const heading = headingOf(document)
    document.title = heading === '' ? product : `${heading} · ${product}`
  }
  const watch = new MutationObserver(tell)
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  tell()
  return () => watch.disconnect()
}

/** The page of a recipient, who may have no account, is the same with and without a session. */
const ignoresSession = () => window.location.pathname === `${base}/pedido`

/**
 * Watches the session while a page is open. After signing out (in any tab) it redirects to /ingresar; after expiry to
 * /refresh, which asks for the password and returns. Renders nothing.
 */
function SessionGuard() {
  const { status, data, signedOut } = useSession()
  const was = useRef({ status, signedOut })
  const email = data?.user.email
  const nombre = data?.user.name

  useEffect(() => {
    if (email === undefined || nombre === undefined) return
    const known = readLastSignedInUser()
    keepLastSignedInUser({ email, nombre, remember: known?.remember ?? false })
  }, [email, nombre])

  useEffect(() => {
    // Another tab's sign-out may be known only after the server has refused this one.
    const left = signedOut && !was.current.signedOut
    const ended = was.current.status === 'authenticated'
    if (status === 'unauthenticated' && (left || ended) && !ignoresSession()) {
      if (signedOut) goTo(paths.signIn())
      else goToRefresh({ status: 401 })
    }
    was.current = { status, signedOut }
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
