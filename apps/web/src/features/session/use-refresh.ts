import { useCallback, useEffect, useRef, useState } from 'react'
import { refreshSession } from '../../lib/session/session-store.ts'
import { mayReturnAutomatically, recordReturn } from './refresh-guard.ts'

/**
 * working: asking for the session. over: it has expired, the password is needed. down: no answer. failed: the session
 * is valid but the page failed again, so the page shows the error instead of returning.
 */
export type RefreshStep = 'working' | 'over' | 'down' | 'failed'

type Options = { to: string; onReturn: (to: string) => void }

/** Renews the token once and returns; never by itself twice to the same address in a short time. */
export function useRefresh({ to, onReturn }: Options) {
  const [step, setStep] = useState<RefreshStep>('working')
  const started = useRef(false)

  const run = useCallback(
    async (requested: boolean) => {
      setStep('working')
      try {
        const session = await refreshSession()
        if (session === null) setStep('over')
        else if (requested || (mayReturnAutomatically(to) && recordReturn(to))) onReturn(to)
        else setStep('failed')
      } catch {
        // The session could not be read, which does not mean that it ended: nothing is discarded.
        setStep('down')
      }
    },
    [to, onReturn],
  )

  useEffect(() => {
    if (started.current) return
    started.current = true
    void run(false)
  }, [run])

  const retry = useCallback(() => {
    recordReturn(to)
    return run(true)
  }, [run, to])

  return { step, retry }
}
