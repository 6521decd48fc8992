import { RefreshCw } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useAppTexts } from './texts/app.ts'
import { useUiTexts } from './texts/ui.ts'
import { whyAbsent, type Absence } from '../lib/router/chunk-load-error.ts'
import { Button } from './button.tsx'
import { toast } from './toast-store.ts'
import { useFocusReturn } from './use-focus-return.ts'

/** How a part is closed from outside, where it can be: it is a dialog then. */
export function closerOf(props: object): (() => void) | undefined {
  const { onClose, onOpenChange } = props as { onClose?: () => void; onOpenChange?: (open: boolean) => void }
  return onClose ?? (onOpenChange && (() => onOpenChange(false)))
}

type Props = {
  absence: Absence
  /** It has failed before: trying again may not be enough. */
  repeated: boolean
  onRetry: () => void
}

const reload = () => window.location.reload()

/** Try again, or take the new version; drafts are kept by the tab and outlive both. */
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

/** Stands where a part of a page should be whose code did not come. */
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

/**
 * Opens in place of a dialog whose code did not come. The browser's own dialog, as the code of ours may be what is
 * missing.
 */
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

/** Draws nothing, and tries again after a pause; at once when the connection is back. */
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

/** For what stands there and opens into something that comes later: says in a toast that it did not come. */
export function useSayFailed(): () => Promise<void> {
  const app = useAppTexts()
  return async () => {
    const absence = await whyAbsent()
    const action = absence === 'gone' ? { action: { label: app.reload, onClick: reload } } : {}
    toast.error(app.partFailed, { description: app.absences[absence], ...action })
  }
}
