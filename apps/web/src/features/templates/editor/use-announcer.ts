import { useCallback, useState } from 'react'

/** What a screen reader is told next. The same words twice differ by a space that is not read, so that they are said. */
export function useAnnouncer() {
  const [said, setSaid] = useState('')
  const say = useCallback((text: string) => setSaid((before) => (before === text ? `${text}\u{A0}` : text)), [])
  return { said, say }
}
