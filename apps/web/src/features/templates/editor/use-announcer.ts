import { useCallback, useState } from 'react'

/** The next announcement for screen readers. A repeated text gets a silent trailing space, so that it is read again. */
export function useAnnouncer() {
  const [said, setSaid] = useState('')
  const say = useCallback((text: string) => setSaid((before) => (before === text ? `${text}\u{A0}` : text)), [])
  return { said, say }
}
