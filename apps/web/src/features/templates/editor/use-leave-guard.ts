import { useRouter, type BlockerFn } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isCovered } from '../../../lib/router/use-close-on-back.ts'

/** Session pages are not blocked: the draft is stored and recovered afterwards. */
const onTheWay = /^\/(refresh|ingresar)(\?|$)/

/** Asks before leaving with unsaved changes. `asking`: the question is open; `answer` closes it. */
export function useLeaveGuard(dirty: boolean, flush: () => Promise<void>) {
  const { history } = useRouter()
  const [asking, setAsking] = useState(false)
  const resolve = useRef<((leave: boolean) => void) | null>(null)

  const answer = useCallback((leave: boolean) => {
    resolve.current?.(leave)
    resolve.current = null
    setAsking(false)
  }, [])

  useEffect(() => {
    if (!dirty) return undefined
    const ask = async (href: string) => {
      await flush()
      if (onTheWay.test(href)) return true
      resolve.current?.(false)
      return new Promise<boolean>((done) => {
        resolve.current = done
        setAsking(true)
      })
    }
    const blockerFn: BlockerFn = async ({ action, currentLocation, nextLocation }) => {
      if (nextLocation.pathname === currentLocation.pathname) return false
      if (action === 'PUSH' || action === 'REPLACE') return !(await ask(nextLocation.href))
      if (isCovered()) return false
      // The address of the editor returns while the question is open.
      const goOn = async () => {
        if (await ask(nextLocation.href)) history.back({ ignoreBlocker: true })
      }
      void goOn()
      return true
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      void flush()
      event.preventDefault()
    }
    const unblock = history.block({ blockerFn, enableBeforeUnload: false })
    window.addEventListener('beforeunload', onUnload)
    return () => {
      unblock()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [dirty, flush, history])

  return { asking, answer }
}
