import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject, useCallback, useReducer } from 'react'
import { type EditorState, documentOf, selectionOf } from '../model/editor.ts'
import type { Act } from '../use-editor.ts'
import { keyAction, type KeyHost } from './canvas-keys.ts'
import { type CanvasHost, fieldElement } from './host.ts'
import { installPointer } from './install-pointer.ts'
import { createPreview } from './preview.ts'

type FocusOptions = {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLElement | null>
  read: () => EditorState
  act: Act
  several: boolean
  current: number
  goTo: (page: number) => void
}

/** The focus of the canvas: on one of its fields, or on the canvas itself. */
function useCanvasFocus(options: FocusOptions) {
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

type Options = {
  scroller: RefObject<HTMLDivElement | null>
  read: () => EditorState
  act: Act
  scale: number
  snap: { grid: number; neighbours: boolean }
  several: boolean
  onSeveral: (on: boolean) => void
  mayEdit: boolean
  /** The current page. */
  current: number
  goTo: (page: number) => void
  onProperties: () => void
  zoom: KeyHost['zoom']
}

/** Pointer, keys and focus of the canvas. Drags draw without React. */
export function useCanvas(options: Options) {
  const { scroller, read, act, several, current, goTo } = options
  const content = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [preview] = useState(createPreview)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const { active, hasLeft, focus, leave, press, onFocus, onBlur } = useCanvasFocus({
    scroller,
    content,
    read,
    act,
    several,
    current,
    goTo,
  })

  const host = useMemo<() => CanvasHost | null>(
    () => () => {
      if (scroller.current === null || content.current === null || overlay.current === null) return null
      return {
        scroller: scroller.current,
        content: content.current,
        overlay: overlay.current,
        read: () => {
          const { scale, snap, several: toggles, mayEdit } = latest.current
          return { state: read(), scale, snap, several: toggles, mayEdit }
        },
        act,
        preview: preview.show,
        press,
        focus,
        openProperties: () => latest.current.onProperties(),
      }
    },
    [scroller, read, act, press, focus, preview],
  )

  useEffect(() => {
    const here = host()
    return here === null ? undefined : installPointer(here)
  }, [host])

  const keyHost = useMemo<KeyHost>(
    () => ({
      read: () => {
        const { scale, snap, several: toggles, mayEdit, current: page } = latest.current
        const focused = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field']
        return { state: read(), scale, snap, several: toggles, mayEdit, page, focused, left: hasLeft() }
      },
      act,
      focus,
      several: (on) => latest.current.onSeveral(on),
      leave,
      openProperties: () => latest.current.onProperties(),
      zoom: {
        in: () => latest.current.zoom.in(),
        out: () => latest.current.zoom.out(),
        fit: () => latest.current.zoom.fit(),
      },
    }),
    [act, focus, hasLeft, leave, read],
  )

  return {
    scroller,
    content,
    overlay,
    host,
    preview,
    active,
    focus,
    onFocus,
    onBlur,
    keyAction: (event: Parameters<typeof keyAction>[0]) => keyAction(event, keyHost),
  }
}

export type Canvas = ReturnType<typeof useCanvas>
