import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react'
import { documentOf, selectionOf, type EditorState } from '../model/editor.ts'
import type { Act } from '../use-editor.ts'
import { keyAction, type KeyHost } from './canvas-keys.ts'
import { fieldElement, type CanvasHost } from './host.ts'
import { installPointer } from './install-pointer.ts'
import { createPreview } from './preview.ts'

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
  const { scroller, read, act } = options
  const content = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [preview] = useState(createPreview)
  // The tab stop among the fields; undefined after Escape left the fields.
  const [active, setActive] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const pressed = useRef(false)
  const wanted = useRef<string | null>(null)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const focus = useCallback((id: string) => {
    wanted.current = id
    setLeft(false)
    setActive(id)
    drawAgain()
  }, [])

  const host = useMemo<() => CanvasHost | null>(
    () => () => {
      if (scroller.current === null || content.current === null || overlay.current === null) return null
      return {
        scroller: scroller.current,
        content: content.current,
        overlay: overlay.current,
        read: () => {
          const { scale, snap, several, mayEdit } = latest.current
          return { state: read(), scale, snap, several, mayEdit }
        },
        act,
        preview: preview.show,
        press: (down) => {
          pressed.current = down
        },
        focus,
        openProperties: () => latest.current.onProperties(),
      }
    },
    [scroller, read, act, focus, preview],
  )

  useEffect(() => {
    const here = host()
    return here === null ? undefined : installPointer(here)
  }, [host])

  // The focused element was removed: focus the canvas, so that it still receives keys.
  const lastFocused = useRef<Element | null>(null)
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

  const onFocusField = useCallback(
    (id: string) => {
      setActive(id)
      setLeft(false)
      const { several } = latest.current
      // The pointer handlers select by themselves.
      if (!pressed.current && !several && !selectionOf(read()).includes(id)) act({ type: 'select', ids: [id] })
    },
    [act, read],
  )

  const keyHost = useMemo<KeyHost>(
    () => ({
      read: () => {
        const { scale, snap, several, mayEdit, current } = latest.current
        const focused = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field']
        return { state: read(), scale, snap, several, mayEdit, page: current, focused, left: leftNow.current }
      },
      act,
      focus,
      several: (on) => latest.current.onSeveral(on),
      leave: () => {
        setLeft(true)
        scroller.current?.focus({ preventScroll: true })
      },
      openProperties: () => latest.current.onProperties(),
      zoom: {
        in: () => latest.current.zoom.in(),
        out: () => latest.current.zoom.out(),
        fit: () => latest.current.zoom.fit(),
      },
    }),
    [act, focus, read, scroller],
  )
  const leftNow = useRef(left)
  useLayoutEffect(() => {
    leftNow.current = left
  })

  return {
    scroller,
    content,
    overlay,
    host,
    preview,
    /** The tab stop among the fields. */
    active: left ? undefined : active,
    focus,
    onFocus: (target: Element) => {
      lastFocused.current = target
      const id = target.closest<HTMLElement>('[data-field]')?.dataset['field']
      if (id !== undefined) onFocusField(id)
    },
    /** `outside`: the focus moved out of the canvas. */
    onBlur: (target: Element, outside: boolean) => {
      if (target.isConnected) lastFocused.current = null
      if (outside) setLeft(false)
    },
    keyAction: (event: Parameters<typeof keyAction>[0]) => keyAction(event, keyHost),
  }
}

export type Canvas = ReturnType<typeof useCanvas>
