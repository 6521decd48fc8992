import { useRef, useState } from 'react'

const dialogs = '[role=dialog],[role=alertdialog]'
/** The focused element when the last dialog opened over the page. */
let onPage: HTMLElement | null = null

const canTake = (target: Element | null): target is HTMLElement =>
  target instanceof HTMLElement && target.isConnected && target !== document.body

/** The focused element; for a closing menu, the button that opened it. */
function focusedNow(): Element | null {
  const now = document.activeElement
  const opener = now?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return opener === null || opener === undefined ? now : document.getElementById(opener)
}

/** Remembers elements of the page, not of dialogs. */
function note(now: Element | null): Element | null {
  if (canTake(now) && now.closest(dialogs) === null) onPage = now
  return now
}

/**
 * Returns the focus after a dialog: without a Trigger, Radix does not know where to. A dialog that replaces another one
 * returns it to the opener of the first; if that is gone, to the page.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  // Read during render: an autofocused field takes the focus before Radix asks, which then never does.
  const [opener] = useState(() => note(focusedNow()))
  const keep = () => {
    before.current = note(focusedNow())
  }
  const give = (event: Event) => {
    // Another dialog has replaced this one and already has the focus.
    const other = document.activeElement?.closest(dialogs)
    if (other?.matches('dialog:not([open])') === false) return event.preventDefault()
    const page = document.activeElement === document.body ? document.querySelector('main') : null
    const target = [before.current, opener, onPage, page].find(canTake)
    if (target === undefined) return
    event.preventDefault()
    // The page stays where it is, also when the opener is gone and `main` takes the focus.
    target.focus({ preventScroll: true })
  }
  return { keep, give }
}
