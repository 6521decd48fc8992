import { useCallback, useEffect, useRef, useState } from 'react'
import { refreshSession } from '../../lib/session-store.ts'
import { mayReturnAlone, noteReturn } from './refresh-guard.ts'

/**
 * working: asking for the session. over: it ended, the password is needed. down: no answer. failed: the session is
 * fine, yet the page failed again a moment ago, so the person is told why instead of being sent round.
 */
export type RefreshStep = 'working' | 'over' | 'down' | 'failed'

type Options = { to: string; onReturn: (to: string) => void }

/** Renews the token once and goes back; never by itself twice to the same place in a short while. */
export function useRefresh({ to, onReturn }: Options) {
  const [step, setStep] = useState<RefreshStep>('working')
  const started = useRef(false)

  const run = useCallback(
    async (asked: boolean) => {
      setStep('working')
      try {
        const session = await refreshSession()
        if (session === null) setStep('over')
        else if (asked || (mayReturnAlone(to) && noteReturn(to))) onReturn(to)
        else setStep('failed')
      } catch {
        // A session that cannot be read is not a session that ended: nothing is thrown away.
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
    noteReturn(to)
    return run(true)
  }, [run, to])

  return { step, retry }
}
