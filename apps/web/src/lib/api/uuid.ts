import { useCallback, useRef } from 'react'

/**
 * A random UUID (RFC 9562, version 4) as an idempotency key. `crypto.randomUUID` needs https, which an internal server
 * may not have.
 */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

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
