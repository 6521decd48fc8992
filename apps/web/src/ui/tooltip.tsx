import { useEffect, useRef, useState, type PointerEvent, type ReactNode, type SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'
import { Slot } from './slot.tsx'

type Props = {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One focusable element. */
  children: ReactNode
}

type Place = { left: number; top: number; shift: string }

const delay = 400
const gap = 6

function placeBeside(element: Element, side: NonNullable<Props['side']>): Place {
  const box = element.getBoundingClientRect()
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  if (side === 'right') return { left: box.right + gap, top: middle.y, shift: '0 -50%' }
  if (side === 'left') return { left: box.left - gap, top: middle.y, shift: '-100% -50%' }
  // Near the edges of the window it shifts inwards.
  const lean = middle.x < 90 ? 0 : middle.x > window.innerWidth - 90 ? -100 : -50
  const left = lean === 0 ? box.left : lean === -100 ? box.right : middle.x
  const below = side === 'bottom' && box.bottom + 40 < window.innerHeight
  return below
    ? { left, top: box.bottom + gap, shift: `${lean}% 0` }
    : { left, top: box.top - gap, shift: `${lean}% -100%` }
}

/**
 * A short name on hover and focus; never the only source of information. Escape and a click hide it (WCAG 2.2, 1.4.13).
 * Hidden from screen readers, which have the element's own name. Own code: a positioning library would be larger than a
 * page.
 */
export function Tooltip({ text, side = 'bottom', children }: Props) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [place, setPlace] = useState<Place | null>(null)
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(null)
  }
  const show = (wait: number) => (event: SyntheticEvent) => {
    const element = event.currentTarget
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (element.isConnected && element.getAttribute('aria-expanded') !== 'true') setPlace(placeBeside(element, side))
    }, wait)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (place === null) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setPlace(null)
    }
    const onScroll = () => setPlace(null)
    window.addEventListener('keydown', onKey)
    window.addEventListener('scroll', onScroll, true)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', onScroll, true)
    }
  }, [place])

  return (
    <>
      <Slot
        onPointerEnter={(event: PointerEvent) => {
          if (event.pointerType === 'mouse') show(delay)(event)
        }}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={(event: SyntheticEvent) => {
          if (event.currentTarget.matches(':focus-visible')) show(0)(event)
        }}
        onBlur={hide}
      >
        {children}
      </Slot>
      {place !== null &&
        createPortal(
          <span
            aria-hidden
            style={{ left: place.left, top: place.top, translate: place.shift }}
            className="pointer-events-none fixed z-50 max-w-64 animate-fade rounded-md bg-float px-2 py-1 text-meta font-medium text-on-dark shadow-lift"
          >
            {text}
          </span>,
          document.body,
        )}
    </>
  )
}
