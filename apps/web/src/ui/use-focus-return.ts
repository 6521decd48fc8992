import { useRef, useState } from 'react'

const dialogs = '[role=dialog],[role=alertdialog]'
/** What had the focus when the last dialog opened over the page itself. */
let onPage: HTMLElement | null = null

const canTake = (target: Element | null): target is HTMLElement =>
  target instanceof HTMLElement && target.isConnected && target !== document.body

/** What has the focus; of a menu that is about to close, the button that opened it. */
function focusedNow(): Element | null {
  const now = document.activeElement
  const opener = now?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return opener === null || opener === undefined ? now : document.getElementById(opener)
}

/** Keeps in mind what is on the page itself. */
function note(now: Element | null): Element | null {
  if (canTake(now) && now.closest(dialogs) === null) onPage = now
  return now
}

/**
 * Whatever had the focus before a dialog opened: with no Trigger, Radix does not know where to give it back. A dialog
 * that takes the place of another gives it back to what opened the first; where nothing of that is left, to the page.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  // A field inside that takes the focus by itself does so before Radix asks, which then never does.
  const [opener] = useState(() => note(focusedNow()))
  const keep = () => {
    before.current = note(focusedNow())
  }
  const give = (event: Event) => {
    // Another dialog took its place, and has the focus already.
    const other = document.activeElement?.closest(dialogs)
    if (other?.matches('dialog:not([open])') === false) return event.preventDefault()
    const page = document.activeElement === document.body ? document.querySelector('main') : null
    const target = [before.current, opener, onPage, page].find(canTake)
    if (target === undefined) return
    event.preventDefault()
    target.focus()
  }
  return { keep, give }
}
