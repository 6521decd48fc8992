import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { floatingBarButton } from './floating-bar-styles.ts'
import { toast, type ToastItem } from './toast-store.ts'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }
const colors = { success: 'text-success', error: 'text-[#ffa194]', warning: 'text-warning', info: 'text-[#59d0e7]' }

/** One message; it disappears by itself unless `held`. */
export function Toast({ item, paused, onDone }: { item: ToastItem; paused: boolean; onDone: () => void }) {
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
