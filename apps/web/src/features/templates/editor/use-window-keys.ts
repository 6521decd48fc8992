import { useEffect, useLayoutEffect, useRef } from 'react'

export type WindowKeys = {
  undo: () => void
  redo: () => void
  save: () => void
  copy: () => void
  cut: () => void
  paste: () => void
  duplicate: () => void
}

/** Elements where these keys edit text. */
const typing = 'input, textarea, select, [contenteditable]'
const onText = { c: 'copy', x: 'cut', v: 'paste', d: 'duplicate' } as const

/** The command of a key; undefined if it has none or a dialog is open. */
function commandOf(event: KeyboardEvent): keyof WindowKeys | undefined {
  if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  if (document.querySelector('[role=dialog],[role=alertdialog]') !== null) return undefined
  const key = event.key.toLowerCase()
  if (key === 's') return 'save'
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo'
  if (key === 'z') return 'undo'
  if (event.target instanceof Element && event.target.closest(typing) !== null) return undefined
  // Let the browser copy selected text.
  if (window.getSelection()?.isCollapsed === false) return undefined
  return key in onText ? onText[key as keyof typeof onText] : undefined
}

/**
 * Undo, redo and save work everywhere, because typing into the properties is an undo step too; copy, paste and similar
 * only where no text is typed.
 */
export function useWindowKeys(keys: WindowKeys, enabled: boolean) {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!enabled) return undefined
    const onKey = (event: KeyboardEvent) => {
      const command = commandOf(event)
      if (command === undefined) return
      event.preventDefault()
      latest.current[command]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [enabled])
}
