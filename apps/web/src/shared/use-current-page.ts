import { useCallback, useEffect, useState, type RefObject } from 'react'

/** The last page that begins above a line of the window. Pages are in a column, so bisection measures few of them. */
export function pageAbove(pages: readonly HTMLElement[], line: number): HTMLElement | undefined {
  let [low, high] = [0, pages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pages[middle]?.getBoundingClientRect().top ?? 0) <= line) low = middle + 1
    else high = middle
  }
  return pages[low - 1]
}

/** The page in the middle of the reader, and a function that scrolls to another. */
export function useCurrentPage(container: RefObject<HTMLElement | null>, pages: number) {
  const [current, setCurrent] = useState(1)

  useEffect(() => {
    const element = container.current
    if (element === null || pages === 0) return undefined
    let frame = 0
    const read = () => {
      const middle = element.getBoundingClientRect().top + element.clientHeight / 2
      const found = pageAbove(Array.from(element.querySelectorAll<HTMLElement>('[data-page]')), middle)
      setCurrent(Number(found?.dataset['page'] ?? 1))
    }
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(read)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', onScroll)
    }
  }, [container, pages])

  const goTo = useCallback(
    (page: number) => {
      const target = container.current?.querySelector<HTMLElement>(`[data-page="${page}"]`)
      target?.scrollIntoView({ block: 'start' })
      setCurrent(page)
    },
    [container],
  )
  return { current, goTo }
}
