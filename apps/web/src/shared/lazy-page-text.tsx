import { useEffect, useState } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import type { PageTextProps } from './page-text.tsx'

const PageText = lazyPart(async () => (await import('./page-text.tsx')).PageText, 'quiet')

const patienceMs = 3000

/** The text of a page, loaded when the reader does something, at the latest after three seconds. */
export function LazyPageText(props: PageTextProps) {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    const late = setTimeout(want, patienceMs)
    for (const sign of ['pointermove', 'keydown']) addEventListener(sign, want)
    return () => {
      clearTimeout(late)
      for (const sign of ['pointermove', 'keydown']) removeEventListener(sign, want)
    }
  }, [])
  return wanted && <PageText {...props} />
}
