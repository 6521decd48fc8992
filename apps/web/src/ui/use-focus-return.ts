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

/**
 * Whatever had the focus before a dialog opened: with no Trigger, Radix does not know where to give it back. A dialog
 * that takes the place of another gives it back to what opened the first.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  // A field inside that takes the focus by itself does so before Radix asks.
  const [opener] = useState(focusedNow)
  const keep = () => {
    const now = focusedNow()
    before.current = now
    if (canTake(now) && now.closest(dialogs) === null) onPage = now
  }
  const give = (event: Event) => {
    const target = [before.current, opener, onPage].find(canTake)
    if (target === undefined) return
    event.preventDefault()
    target.focus()
  }
  return { keep, give }
}
