import { useCallback, useEffect, useRef, useState } from 'react'
import { useRouter } from '../../../lib/router/router.tsx'

/** Session pages are not blocked: the draft is stored and recovered afterwards. */
const onTheWay = /^\/(refresh|ingresar)(\?|$)/

/** Asks before leaving with unsaved changes. `asking`: the question is open; `answer` closes it. */
export function useLeaveGuard(dirty: boolean, flush: () => Promise<void>) {
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const resolve = useRef<((leave: boolean) => void) | null>(null)

  const answer = useCallback((leave: boolean) => {
    resolve.current?.(leave)
    resolve.current = null
    setAsking(false)
  }, [])

  useEffect(() => {
    if (!dirty) return undefined
    const letGo = router.hold(async (href) => {
      await flush()
      if (onTheWay.test(href)) return true
      resolve.current?.(false)
      return new Promise<boolean>((done) => {
        resolve.current = done
        setAsking(true)
      })
    })
    const onUnload = (event: BeforeUnloadEvent) => {
      void flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => {
      letGo()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [dirty, flush, router])

  return { asking, answer }
}
