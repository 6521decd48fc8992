import type { AnyRouter } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { isAfterAction } from '../lib/api/failure.ts'
import { closeDetour, useDetour } from '../lib/router/detour.ts'
import { paths } from '../lib/router/paths.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Pending } from './root.tsx'

const Refresh = lazyPart(async () => (await import('./routes/refresh-route.tsx')).RefreshView)

/** The page, hidden while /refresh is shown over it. */
export function RefreshDetour({ router, children }: { router: AnyRouter; children: ReactNode }) {
  const detour = useDetour()
  const onHome = useCallback(() => {
    closeDetour()
    void router.navigate({ href: paths.home(), replace: true })
  }, [router])
  const away = detour !== null
  useEffect(() => {
    if (!away) return undefined
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [away])
  const search = new URLSearchParams(detour?.href.split('?')[1])
  return (
    <>
      <div inert={away} style={{ display: 'contents', visibility: away ? 'hidden' : undefined }}>
        {children}
      </div>
      {detour !== null &&
        createPortal(
          // Dialogs switch off the pointer for the rest of the document.
          <div className="pointer-events-auto fixed inset-0 z-50 overflow-y-auto bg-canvas">
            <Suspense fallback={<Pending />}>
              <Refresh
                to={detour.from}
                status={Number(search.get('estado')) || null}
                code={search.get('codigo')}
                afterAction={isAfterAction()}
                onReturn={closeDetour}
                onHome={onHome}
              />
            </Suspense>
          </div>,
          document.body,
        )}
    </>
  )
}
