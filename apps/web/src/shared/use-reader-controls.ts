import { useEffect, useRef, type RefObject } from 'react'
import type { ReaderActions } from './reader-controls.ts'

/** Keys, wheel and touch for the reader, loaded lazily. */
export function useReaderControls(reader: RefObject<HTMLElement | null>, actions: ReaderActions, on: boolean) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!on) return undefined
    let unmounted = false
    let end = () => {}
    const install = async () => {
      const { installReaderControls } = await import('./reader-controls.ts')
      if (!unmounted && reader.current !== null) end = installReaderControls(reader.current, () => latest.current)
    }
    install().catch(() => {
      // Without them the reader still works with its buttons.
    })
    return () => {
      unmounted = true
      end()
    }
  }, [reader, on])
}
