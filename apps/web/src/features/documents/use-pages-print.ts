import { useCallback, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { imageLoaded } from '../../shared/print-sheet.ts'

/** Prints all pages of the reader. Their images load first, also those far from the current page. */
export function usePagesPrint(reader: RefObject<HTMLElement | null>) {
  const [printing, setPrinting] = useState(false)
  const print = useCallback(async () => {
    flushSync(() => setPrinting(true))
    await Promise.all(Array.from(reader.current?.querySelectorAll('img') ?? [], imageLoaded))
    window.print()
    setPrinting(false)
  }, [reader])
  return { printing, print }
}
