import { useRef, useState, useSyncExternalStore, useEffect } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useUiTexts } from './texts/ui.ts'
import { onToasts, readToasts, toast, type ToastItem } from './toast-store.ts'
import { floatingBarButton } from './floating-bar-styles.ts'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }
const colors = { success: 'text-success', error: 'text-error', warning: 'text-warning', info: 'text-info' }

/** One message; it disappears by itself unless `held`. */
function Toast({ item, paused, onDone }: { item: ToastItem; paused: boolean; onDone: () => void }) {
  const ui = useUiTexts()
  const Icon = icons[item.tone]
  const { id, duration = item.action === undefined ? 5000 : 9000 } = item
  const dismiss = () => {
    toast.dismiss(id)
    onDone()
  }
  useEffect(() => {
    if (paused || !Number.isFinite(duration)) return undefined
    const timer = setTimeout(() => toast.dismiss(id), duration)
    return () => clearTimeout(timer)
  }, [paused, duration, id])
  return (
    <li
      aria-atomic
      className="pointer-events-auto flex min-h-12 animate-in items-center gap-3 rounded-lg bg-float py-2 pr-2 pl-4 text-on-dark shadow-float"
    >
      <Icon aria-hidden className={`size-4.5 ${colors[item.tone]}`} />
      <div className="min-w-0 flex-1 py-1">
        <p>{item.text}</p>
        {item.description !== undefined && <p className="text-small text-float-muted">{item.description}</p>}
      </div>
      {item.action !== undefined && (
        <button
          type="button"
          className={`${floatingBarButton} px-2.5 font-semibold text-primary`}
          onClick={() => {
            item.action?.onClick()
            dismiss()
          }}
        >
          {item.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={ui.close}
        className={`${floatingBarButton} w-8 text-float-muted`}
        onClick={dismiss}
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  )
}

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
