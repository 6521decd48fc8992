import { useRef, useState, useSyncExternalStore } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { onToasts, readToasts } from './toast-store.ts'
import { Toast } from './toast.tsx'

/**
 * The place of toasts: at the bottom of the page, above the tab bar of phones. Once per page, at its end. The list
 * exists before the first toast, because screen readers only announce changes of an existing live region.
 */
export function Toaster() {
  const items = useSyncExternalStore(onToasts, readToasts)
  const [paused, setPaused] = useState(false)
  const ui = useUiTexts()
  const before = useRef<Element | null>(null)
  /** Returns the focus to the element that had it before the toasts. */
  const giveBack = () => {
    const target = before.current?.isConnected === true ? before.current : document.querySelector('main')
    if (target instanceof HTMLElement) target.focus()
  }
  return (
    <section
      aria-label={ui.notifications}
      data-print="hide"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-60 flex justify-center max-md:bottom-22 [body:has([data-floating])_&]:bottom-20 max-md:[body:has([data-floating])_&]:bottom-38"
    >
      <div
        className="w-full max-w-105"
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocus={({ currentTarget, relatedTarget }) => {
          setPaused(true)
          if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
        }}
        onBlur={() => setPaused(false)}
      >
        <ol aria-live="polite" aria-relevant="additions" className="flex flex-col gap-2">
          {items.map((item) => (
            <Toast key={item.id} item={item} paused={paused} onDone={giveBack} />
          ))}
        </ol>
      </div>
    </section>
  )
}
