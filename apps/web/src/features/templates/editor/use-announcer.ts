import { useCallback, useState } from 'react'

/** The next announcement for screen readers. A repeated text gets a silent trailing space, so that it is read again. */
export function useAnnouncer() {
  const [announcement, setAnnouncement] = useState('')
  const say = useCallback((text: string) => setAnnouncement((before) => (before === text ? `${text}\u{A0}` : text)), [])
  return { announcement, say }
}
