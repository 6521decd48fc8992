import { useEffect, useId, useRef, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { FormFooter } from './form-footer.tsx'
import { Modal } from './modal.tsx'

type Props = Omit<ComponentProps<typeof Modal>, 'open' | 'onOpenChange' | 'footer'> &
  Pick<ComponentProps<typeof FormFooter>, 'submit' | 'icon' | 'disabled' | 'cancel' | 'apart'> & {
    /** An error of the whole form; errors of fields are shown at the fields. */
    failure?: string | null
    /** Changes when a submission failed: the first invalid field then gets the focus. */
    attempt?: number
    onSubmit: () => void
    onClose: () => void
    /** What the cancel button does, if not close. */
    onCancel?: () => void
    /** Other buttons, between cancel and submit. */
    buttons?: ReactNode
    /** Layout of the form. */
    className?: string
  }

/** A dialog with a form: errors are shown in place and input is kept. */
export function FormModal(props: Props) {
  const { submit, icon, disabled, cancel, apart, buttons, ...rest } = props
  const { busy, failure = null, attempt = 0, onSubmit, onClose, onCancel = onClose, children, ...dialog } = rest
  const { className = 'flex flex-col gap-4 pb-1', variant, ...words } = dialog
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempt])
  const send = (event: FormEvent) => {
    event.preventDefault()
    // Prevents submitting an outer form in the React tree.
    event.stopPropagation()
    if (!busy) onSubmit()
  }
  return (
    <Modal
      open
      busy={busy}
      variant={variant}
      onOpenChange={onClose}
      {...words}
      footer={
        <FormFooter
          form={id}
          submit={submit}
          icon={icon}
          busy={busy}
          danger={variant === 'danger'}
          disabled={disabled}
          cancel={cancel}
          apart={apart}
          onCancel={onCancel}
        >
          {buttons}
        </FormFooter>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={send} className={className}>
        {failure !== null && <Alert variant="error">{failure}</Alert>}
        {children}
      </form>
    </Modal>
  )
}
