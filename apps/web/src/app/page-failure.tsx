import type { AnyRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { clearFailure, getFailure, usePageFailure } from '../lib/api/failure.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useUiTexts } from '../ui/texts/ui.ts'

const Notice = lazyPart(async () => (await import('../ui/failure-notice.tsx')).FailureNotice, 'quiet')

/** Delay in ms: after the page has loaded, but before the connection may be lost. */
const ahead = 4000

/** Above the page: the action that failed on it, until it is closed, repeated or left. Dialogs show their own. */
export function PageFailure({ router }: { router: AnyRouter }) {
  const ui = useUiTexts()
  const failure = usePageFailure()
  useEffect(() => {
    const timer = setTimeout(Notice.fetchAhead, ahead)
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
  if (failure === null) return null
  return (
    <div
      data-print="hide"
      className="fixed inset-x-4 top-16 z-30 mx-auto flex max-w-130 animate-fade items-start gap-1 rounded-xl border border-line bg-panel pt-4 pr-2 pb-1 pl-4 shadow-float"
    >
      <div className="min-w-0 flex-1">
        <Suspense fallback={null}>
          <Notice key={failure.id} failure={failure} />
        </Suspense>
      </div>
      <IconButton label={ui.close} size="sm" tooltip={false} onClick={clearFailure}>
        <X />
      </IconButton>
    </div>
  )
}
