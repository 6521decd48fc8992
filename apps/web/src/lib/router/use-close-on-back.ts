import { use, useEffect, useEffectEvent } from 'react'
import { RouterContext } from './router.tsx'

/** While something lies over the page, going back closes it: on a phone nobody looks for a cross first. */
export function useCloseOnBack(open: boolean, onClose: () => void): void {
  const router = use(RouterContext)
  const close = useEffectEvent(onClose)
  useEffect(() => (open ? router?.cover(() => close()) : undefined), [open, router])
}
