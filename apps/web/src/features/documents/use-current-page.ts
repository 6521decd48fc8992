import { useCallback, useEffect, useState, type RefObject } from 'react'

/** The page that fills most of the reader, and a way to bring another into sight. */
export function useCurrentPage(container: RefObject<HTMLElement | null>, pages: number) {
  const [current, setCurrent] = useState(1)

  useEffect(() => {
    const element = container.current
    if (element === null || pages === 0) return undefined
    let frame = 0
    const read = () => {
      const middle = element.getBoundingClientRect().top + element.clientHeight / 2
      const found = Array.from(element.querySelectorAll<HTMLElement>('[data-page]')).findLast(
        (page) => page.getBoundingClientRect().top <= middle,
      )
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
