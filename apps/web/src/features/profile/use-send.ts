import type { Problem } from '@foja/contracts/problem'
import { useState } from 'react'
import { useSecurityTexts } from './texts/security.ts'
import { isUnreported, problemOf, wordsOf } from '../../lib/api/call.ts'

/** The server's code and message; the code is null if there was no response. */
export type Refusal = { code: string | null; detail: string; errors: NonNullable<Problem['errors']> }

/** Runs one request at a time, and keeps its error until the next attempt. */
export function useSend() {
  const security = useSecurityTexts()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  /** Returns the result, or undefined on an error. */
  const send = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true)
    setRefusal(null)
    try {
      return await work()
    } catch (error) {
      if (!isUnreported(error)) return undefined
      const problem = problemOf(error)
      setRefusal({
        code: problem?.code ?? null,
        detail: wordsOf(error, security.failed),
        errors: problem?.errors ?? [],
      })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, refusal, forget: () => setRefusal(null) }
}
