import { useCallback, useState, type RefObject } from 'react'

/** Prints all pages of the reader. Their images load first, also those far from the current page. */
export function usePagesPrint(reader: RefObject<HTMLElement | null>) {
  const [printing, setPrinting] = useState(false)
  const print = useCallback(async () => {
    const { printPages } = await import('../../shared/print-sheet.ts')
    await printPages(reader.current, setPrinting)
  }, [reader])
  return { printing, print }
}
