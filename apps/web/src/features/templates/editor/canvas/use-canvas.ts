import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { EditorState } from '../model/editor.ts'
import type { Act } from '../use-editor.ts'
import { keyAction, type KeyHost } from './canvas-keys.ts'
import type { CanvasHost } from './host.ts'
import { installPointer } from './install-pointer.ts'
import { createPreview } from './preview.ts'
import { useCanvasFocus } from './use-canvas-focus.ts'

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
