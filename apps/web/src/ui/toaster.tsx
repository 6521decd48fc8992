import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { onToasts, readToasts, toast, type ToastItem } from './toast-store.ts'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }
const colors = { success: 'text-success', error: 'text-[#ffa194]', warning: 'text-warning', info: 'text-[#59d0e7]' }

/**
 * Where toasts appear: at the foot of the page, above the tabs of a phone. Once in the page, at its end. The list is
 * there before the first toast, or screen readers would miss it.
 */
export function Toaster() {
  const items = useSyncExternalStore(onToasts, readToasts)
  const [held, hold] = useState(false)
  const { ui } = useTexts()
  return (
    <section
      aria-label={ui.notifications}
      data-print="hide"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-60 flex justify-center max-md:bottom-22 [body:has([data-floating])_&]:bottom-20 max-md:[body:has([data-floating])_&]:bottom-38"
    >
      <div
        className="w-full max-w-105"
        onPointerEnter={() => hold(true)}
        onPointerLeave={() => hold(false)}
        onFocus={() => hold(true)}
        onBlur={() => hold(false)}
      >
        <ol aria-live="polite" aria-relevant="additions" className="flex flex-col gap-2">
          {items.map((item) => (
            <Toast key={item.id} item={item} held={held} />
          ))}
        </ol>
      </div>
    </section>
  )
}

function Toast({ item, held }: { item: ToastItem; held: boolean }) {
  const { ui } = useTexts()
  const Icon = icons[item.tone]
  const { id, duration = item.action === undefined ? 5000 : 9000 } = item
  useEffect(() => {
    if (held || !Number.isFinite(duration)) return undefined
    const timer = setTimeout(() => toast.dismiss(id), duration)
    return () => clearTimeout(timer)
  }, [held, duration, id])
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
          className={`${onFloat} px-2.5 font-semibold text-primary`}
          onClick={() => {
            item.action?.onClick()
            toast.dismiss(id)
          }}
        >
          {item.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={ui.close}
        className={`${onFloat} w-8 text-float-muted`}
        onClick={() => toast.dismiss(id)}
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  )
}

/** A button on a dark bar: its ring is gold in both modes, and it shines rather than darkens. */
export const onFloat =
  'touch-target inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-md font-medium hover:bg-white/10 focus-visible:outline-primary disabled:opacity-50'
