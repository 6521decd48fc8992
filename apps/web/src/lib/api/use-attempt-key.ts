import { useCallback, useRef } from 'react'
import { newUuid } from './uuid.ts'

/**
 * Idempotency key of an attempt: stays the same for the same input, so that a double click or a retry after a lost
 * response acts once; changes with the input or after `reset`.
 */
export function useAttemptKey() {
  const attempt = useRef<{ wishes: string; key: string } | null>(null)
  const keyFor = useCallback((wishes: unknown): string => {
    const text = JSON.stringify(wishes)
    if (attempt.current?.wishes !== text) attempt.current = { wishes: text, key: newUuid() }
    return attempt.current.key
  }, [])
  const reset = useCallback(() => {
    attempt.current = null
  }, [])
  return { keyFor, reset }
}
