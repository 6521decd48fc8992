import { useCallback, useState, type RefObject } from 'react'
import type { Hit } from './api/search-document.ts'

export type Search = {
  text: string
  /** Undefined while the query is pending. */
  hits: readonly Hit[] | undefined
  /** Index of the current hit. */
  at: number
  /** Counts requests to open the field; each one moves the focus to it. */
  focusRequests: number
}

/** State of the search: open, query, hits. The current hit is scrolled into view. */
export function useReaderSearch(reader: RefObject<HTMLElement | null>) {
  const [search, setSearch] = useState<Search | null>(null)
  const change = useCallback(
    (next: Partial<Search>) => setSearch((now) => (now === null ? null : { ...now, ...next })),
    [],
  )
  const show = useCallback(
    (hit: Hit | undefined) => {
      if (hit === undefined) return
      requestAnimationFrame(() => {
        const pages = reader.current
        const mark = pages?.querySelector('[data-hit=current]')
        // A hit may be on a page without an image, or have no position.
        ;(mark ?? pages?.querySelector(`[data-page="${hit.page}"]`))?.scrollIntoView({
          block: mark === null ? 'start' : 'center',
          inline: 'nearest',
        })
      })
    },
    [reader],
  )
  const ask = useCallback(
    () =>
      setSearch((now) => ({
        ...(now ?? { text: '', hits: undefined, at: 0 }),
        focusRequests: (now?.focusRequests ?? 0) + 1,
      })),
    [],
  )
  const type = useCallback((text: string) => change({ text }), [change])
  /** Takes the hits and starts at the current page. */
  const find = useCallback(
    (hits: readonly Hit[] | undefined, page: number) => {
      const at = Math.max(0, hits?.findIndex((hit) => hit.page >= page) ?? 0)
      change({ hits, at })
      show(hits?.[at])
    },
    [change, show],
  )
  const step = (by: 1 | -1) => {
    const { hits = [], at = 0 } = search ?? {}
    if (hits.length === 0) return
    const next = (at + by + hits.length) % hits.length
    change({ at: next })
    show(hits[next])
  }
  const close = useCallback(() => {
    setSearch(null)
    reader.current?.focus({ preventScroll: true })
  }, [reader])
  return { search, ask, type, find, step, close }
}
