import { cva, type VariantProps } from 'class-variance-authority'
import { X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { useId, useState, type ReactNode, useRef, type SyntheticEvent } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { useLeavingTexts } from './texts/leaving.ts'
import { useCloseOnBack } from '../lib/router/use-close-on-back.ts'
import { useDialogFailure } from '../lib/api/failure.ts'
import { useDetour } from '../lib/router/detour.ts'
import { FailureNotice } from './failure-notice.tsx'
import { focusFirstField } from './focus-first-field.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { IconButton } from './icon-button.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Passwords are quickly typed again, and choices and searches are quickly repeated. */
const passing = /^(checkbox|file|password|radio|search)$/

/** True for typed form input. Searches are comboboxes or outside of forms. */
const counts = (control: Control) =>
  control.form !== null && !passing.test(control.type) && control.getAttribute('role') !== 'combobox'

/** Whether the dialog's mounted forms have unsaved input. Put `note` on its `onInput`. */
function useUnsaved() {
  const last = useRef<Control>(null)
  const note = ({ target }: SyntheticEvent) => {
    if (isControl(target) && counts(target)) last.current = target
  }
  return { note, find: () => (last.current?.isConnected === true ? last.current : null) }
}

export const modalStyles = cva(
  [
    'fixed z-40 flex max-h-[calc(100dvh-2rem)] flex-col border border-line bg-panel text-ink shadow-float focus:outline-none',
    'top-1/2 left-1/2 w-[calc(100%-2rem)] -translate-1/2 rounded-xl',
    'max-sm:top-auto max-sm:bottom-0 max-sm:left-0 max-sm:w-full max-sm:translate-none max-sm:animate-sheet',
    'max-sm:rounded-b-none max-sm:pb-[env(safe-area-inset-bottom)] sm:animate-fade',
  ],
  {
    variants: { variant: { default: 'max-w-120', danger: 'max-w-105', wide: 'max-w-200' } },
    defaultVariants: { variant: 'default' },
  },
)

const footing = 'flex flex-wrap justify-end gap-2 px-5 pt-3 pb-5 max-sm:*:flex-1'

export type ModalProps = VariantProps<typeof modalStyles> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One or two sentences under the title, read out when the dialog opens. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons in the order ghost, secondary, primary. */
  footer?: ReactNode
  /** Neither Escape nor a click outside closes it during a request. */
  busy?: boolean
}

/**
 * A dialog (a bottom sheet on phones). `danger` confirms a destructive action. With unsaved input, Escape, a click
 * outside, the close button and browser back ask first; the cancel button closes without asking.
 */
export function RadixModal(props: ModalProps) {
  const { open, onOpenChange, title, description, children, footer, busy = false, variant } = props
  const ui = useUiTexts()
  const away = useDetour() !== null
  const focus = useFocusReturn()
  const danger = variant === 'danger'
  const unsaved = useUnsaved()
  const [asking, setAsking] = useState(false)
  if (!open && asking) setAsking(false)
  const goOn = () => {
    setAsking(false)
    unsaved.find()?.focus()
  }
  const leave = () => {
    if (busy || away) return
    if (asking) goOn()
    else if (unsaved.find() === null) onOpenChange(false)
    else setAsking(true)
  }
  const failure = useDialogFailure(open)
  useCloseOnBack(open, leave)
  const hidden = away ? ({ visibility: 'hidden' } as const) : undefined
  const hold = (event: Event) => {
    if (busy) event.preventDefault()
  }
  const escape = (event: Event) => {
    hold(event)
    // An open combobox list closes first: Radix receives the key before the field does.
    if (document.activeElement?.matches('[role=combobox][aria-expanded=true]') === true) event.preventDefault()
  }
  return (
    <Dialog.Root open={open} onOpenChange={leave}>
      <Dialog.Portal>
        <Dialog.Overlay style={hidden} className="fixed inset-0 z-40 animate-fade bg-[rgb(18_23_30/0.55)]" />
        <Dialog.Content
          {...(danger ? { role: 'alertdialog' } : {})}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          inert={away}
          style={hidden}
          onInput={unsaved.note}
          onOpenAutoFocus={(event) => {
            focus.keep()
            if (focusFirstField(event.currentTarget)) event.preventDefault()
          }}
          onCloseAutoFocus={focus.give}
          onEscapeKeyDown={escape}
          onInteractOutside={hold}
          className={modalStyles({ variant })}
        >
          <header className={cn('flex items-start gap-3 px-5 pt-5', children === undefined ? '' : 'pb-1')}>
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-section font-semibold text-balance">{title}</Dialog.Title>
              {description !== undefined && (
                <Dialog.Description className="mt-1 text-body text-ink-muted">{description}</Dialog.Description>
              )}
            </div>
            {!danger && (
              <Dialog.Close asChild>
                <IconButton label={ui.close} size="sm" tooltip={false} disabled={busy} className="-mt-1 -mr-1.5">
                  <X />
                </IconButton>
              </Dialog.Close>
            )}
          </header>
          {(children !== undefined || failure !== null) && (
            <div className="min-h-0 flex-1 overflow-y-auto px-5 py-3">
              {failure !== null && <FailureNotice key={failure.id} failure={failure} />}
              {children}
            </div>
          )}
          {asking ? (
            <Asking onStay={goOn} onLeave={() => onOpenChange(false)} />
          ) : (
            footer !== undefined && <footer className={footing}>{footer}</footer>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Replaces the footer: continue, or discard the input. */
function Asking({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const leaving = useLeavingTexts()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="border-t border-line">
      <p id={id} role="alert" className="px-5 pt-3 font-medium">
        {leaving.unsaved}
      </p>
      <footer className={footing}>
        <Button onClick={onLeave}>{leaving.leave}</Button>
        <Button variant="primary" autoFocus onClick={onStay}>
          {leaving.stay}
        </Button>
      </footer>
    </div>
  )
}
