import { useCallback, useRef } from 'react'
import { newUuid } from './uuid.ts'

/**
 * The name of an attempt: the same for the same wishes, so that pressing twice, or again after an answer that was lost,
 * does it once; a new one when anything is changed, or after `reset`.
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
