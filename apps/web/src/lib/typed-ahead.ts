let typed = ''
let collecting = new AbortController()

/** What was typed before the field had the focus; once. */
export function takeTyped(): string {
  const text = typed
  typed = ''
  return text
}

/** Collects what is typed until something takes the focus, for a field whose code is still loading. Escape cancels. */
export function collectTyped(onCancel: () => void): void {
  collecting.abort()
  typed = ''
  collecting = new AbortController()
  const { signal } = collecting
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    // AltGr types characters, as @ on Spanish keyboards.
    if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return
    if (key.length === 1) typed += key
    else if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key === 'Escape') {
      collecting.abort()
      typed = ''
      onCancel()
    } else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', onKey, { capture: true, signal })
  addEventListener('focusin', () => collecting.abort(), { capture: true, signal })
}
