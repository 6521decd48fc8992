import { useRouter, type AnyRouter, type BlockerFn } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** What is open over the page, topmost last. */
const layers: (() => void)[] = []

export const isCovered = (): boolean => layers.length > 0

/** While a dialog is open, browser back closes it instead of leaving the page. */
export function useCloseOnBack(open: boolean, onClose: () => void): void {
  const router = useRouter({ warn: false }) as AnyRouter | null
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open || router === null) return undefined
    const layer = () => close()
    layers.push(layer)
    // Without an entry to go back to, the browser would leave the site.
    if (!router.history.canGoBack()) {
      const state: object = { covered: true }
      void router.navigate({ to: '.', search: true, hash: true, state, resetScroll: false, ignoreBlocker: true })
    }
    const unblock = router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }: Parameters<BlockerFn>[0]) => {
        if (action === 'PUSH' || action === 'REPLACE' || layers.at(-1) !== layer) return false
        layer()
        return true
      },
    })
    return () => {
      unblock()
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [open, router])
}
