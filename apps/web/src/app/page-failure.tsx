import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { clearFailure, getFailure, usePageFailure } from '../lib/api/failure.ts'
import { useDetour } from '../lib/router/detour.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const Card = lazyPart(async () => (await import('./failure-card.tsx')).FailureCard, 'quiet')

/** Delay in ms: after the page has loaded, but before the connection may be lost. */
const ahead = 4000

/** Above the page: the action that failed on it, until it is closed, repeated or left. Dialogs show their own. */
export function PageFailure({ router }: { router: AnyRouter }) {
  const failure = usePageFailure()
  const away = useDetour() !== null
  useEffect(() => {
    const timer = setTimeout(Card.fetchAhead, ahead)
    return () => clearTimeout(timer)
  }, [])
  useEffect(
    () =>
      router.subscribe('onResolved', ({ toLocation }) => {
        const place = getFailure()?.place
        if (place !== undefined && place !== toLocation.pathname) clearFailure()
      }),
    [router],
  )
  if (failure === null || away) return null
  return <Card key={failure.id} failure={failure} />
}
