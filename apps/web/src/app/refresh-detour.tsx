import type { AnyRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { isAfterAction } from '../lib/api/failure.ts'
import { closeDetour, useDetour } from '../lib/router/detour.ts'
import { paths } from '../lib/router/paths.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Pending } from './root.tsx'

const Refresh = lazyPart(async () => (await import('./routes/refresh-route.tsx')).RefreshView)

/**
 * The first element of the document: the skip link of /refresh comes before all links and leads to its own `main`, not
 * to that of the hidden page. Dialogs switch off the pointer and hide from screen readers what is there when they open.
 */
function Front({ children }: { children: ReactNode }) {
  const [layer] = useState(() => {
    const made = document.createElement('div')
    made.className = 'pointer-events-auto fixed inset-0 z-50 overflow-y-auto bg-canvas'
    return made
  })
  useLayoutEffect(() => {
    document.body.prepend(layer)
    return () => layer.remove()
  }, [layer])
  return createPortal(children, layer)
}

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
      {detour !== null && (
        <Front>
          <Refresh
            fallback={<Pending />}
            to={detour.from}
            status={Number(search.get('estado')) || null}
            code={search.get('codigo')}
            until={Number(search.get('hasta')) || null}
            afterAction={isAfterAction()}
            onReturn={closeDetour}
            onHome={onHome}
          />
        </Front>
      )}
    </>
  )
}
