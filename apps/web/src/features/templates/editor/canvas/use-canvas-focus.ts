import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState, type RefObject } from 'react'
import { documentOf, selectionOf, type EditorState } from '../model/editor.ts'
import type { Act } from '../use-editor.ts'
import { fieldElement } from './host.ts'

type Options = {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLElement | null>
  read: () => EditorState
  act: Act
  several: boolean
  current: number
  goTo: (page: number) => void
}

/** The focus of the canvas: on one of its fields, or on the canvas itself. */
export function useCanvasFocus(options: Options) {
  const { scroller, content, read, act } = options
  // The tab stop among the fields; undefined after Escape left the fields.
  const [active, setActive] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const pressed = useRef(false)
  const wanted = useRef<string | null>(null)
  const lastFocused = useRef<Element | null>(null)
  const latest = useRef({ ...options, left })
  useLayoutEffect(() => {
    latest.current = { ...options, left }
  })

  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  const focus = useCallback((id: string) => {
    wanted.current = id
    setLeft(false)
    setActive(id)
    renderAgain()
  }, [])

  // The focused element was removed: focus the canvas, so that it still receives keys.
  useEffect(() => {
    if (lastFocused.current?.isConnected !== false || wanted.current !== null) return
    lastFocused.current = null
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  })

  // A field may be on a page that is not rendered yet: scroll to the page first, then focus.
  useEffect(() => {
    const id = wanted.current
    if (id === null || content.current === null) return
    const element = fieldElement(content.current, id)
    if (element === null) {
      const field = documentOf(read()).fields.find((one) => one.id === id)
      if (field !== undefined && field.page !== latest.current.current) latest.current.goTo(field.page)
      return
    }
    wanted.current = null
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  return {
    /** The tab stop among the fields. */
    active: left ? undefined : active,
    /** Escape moved the focus from the fields to the canvas. */
    hasLeft: useCallback(() => latest.current.left, []),
    focus,
    leave: useCallback(() => {
      setLeft(true)
      scroller.current?.focus({ preventScroll: true })
    }, [scroller]),
    press: useCallback((down: boolean) => {
      pressed.current = down
    }, []),
    onFocus: (target: Element) => {
      lastFocused.current = target
      const id = target.closest<HTMLElement>('[data-field]')?.dataset['field']
      if (id === undefined) return
      setActive(id)
      setLeft(false)
      // The pointer handlers select by themselves.
      if (!pressed.current && !latest.current.several && !selectionOf(read()).includes(id))
        act({ type: 'select', ids: [id] })
    },
    /** `outside`: the focus moved out of the canvas. */
    onBlur: (target: Element, outside: boolean) => {
      if (target.isConnected) lastFocused.current = null
      if (outside) setLeft(false)
    },
  }
}
