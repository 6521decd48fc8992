import { RefreshCw } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useAppTexts } from './texts/app.ts'
import { useUiTexts } from './texts/ui.ts'
import { whyAbsent, type Absence } from '../lib/router/chunk-load-error.ts'
import { Button } from './button.tsx'
import { toast } from './toast-store.ts'
import { useFocusReturn } from './use-focus-return.ts'

/** The function that closes a part from outside, if it has one: then it is a dialog. */
export function closerOf(props: object): (() => void) | undefined {
  const { onClose, onOpenChange } = props as { onClose?: () => void; onOpenChange?: (open: boolean) => void }
  return onClose ?? (onOpenChange && (() => onOpenChange(false)))
}

type Props = {
  absence: Absence
  /** It has failed before, so a retry may not be enough. */
  repeated: boolean
  onRetry: () => void
}

const reload = () => window.location.reload()

/** Retry, or reload for the new version; drafts are stored in the tab and survive both. */
function Ways({ absence, repeated, onRetry }: Props) {
  const app = useAppTexts()
  const [busy, setBusy] = useState(false)
  const gone = absence === 'gone'
  return (
    <>
      {(gone || (absence === 'broken' && repeated)) && <Button onClick={reload}>{app.reload}</Button>}
      {!gone && (
        <Button
          icon={<RefreshCw />}
          loading={busy}
          onClick={() => {
            setBusy(true)
            onRetry()
          }}
        >
          {app.retry}
        </Button>
      )}
    </>
  )
}

/** Shown in place of a part of a page that failed to load. */
export function PartFailed(props: Props) {
  const app = useAppTexts()
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-lg border border-line p-4 text-small">
      <p className="min-w-60 flex-1">
        <b>{app.partFailed}</b> {app.absences[props.absence]}
      </p>
      <Ways {...props} />
    </div>
  )
}

/** Shown in place of a dialog that failed to load. A native dialog, because the code of ours may be missing too. */
export function PartFailedDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const app = useAppTexts()
  const ui = useUiTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const focus = useFocusReturn()
  const { keep, give } = useRef(focus).current
  const id = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    keep()
    shown?.showModal()
    return () => {
      shown?.close()
      give(new Event('close'))
    }
  }, [keep, give])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}d`}
      onCancel={onClose}
      className="m-auto max-w-105 rounded-xl border border-line bg-panel p-5 text-ink shadow-float"
    >
      <h2 id={`${id}t`} className="text-section font-semibold">
        {app.partFailed}
      </h2>
      <p id={`${id}d`} className="mt-1 text-ink-muted">
        {app.absences[props.absence]}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {ui.close}
        </Button>
        <Ways {...props} />
      </div>
    </dialog>
  )
}

/** Limits in ms of the pause before a part loaded in the background is fetched again; doubled after each failure. */
const [shortest, longest] = [2000, 60_000]

/** Renders nothing and retries after a pause, or when the connection is back. */
export function TryLater({ failures, onRetry }: { failures: number; onRetry: () => void }) {
  const retry = useRef(onRetry)
  useEffect(() => {
    const end = new AbortController()
    const again = () => {
      end.abort()
      retry.current()
    }
    const timer = setTimeout(again, Math.min(shortest * 2 ** (failures - 1), longest))
    end.signal.addEventListener('abort', () => clearTimeout(timer))
    window.addEventListener('online', again, { signal: end.signal })
    return () => end.abort()
  }, [failures])
  return null
}

/** Returns a function that shows a toast about a failed load. */
export function useLoadFailedToast(): () => Promise<void> {
  const app = useAppTexts()
  return async () => {
    const absence = await whyAbsent()
    const action = absence === 'gone' ? { action: { label: app.reload, onClick: reload } } : {}
    toast.error(app.partFailed, { description: app.absences[absence], ...action })
  }
}
