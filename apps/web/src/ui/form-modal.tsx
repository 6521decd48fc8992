import { useEffect, useId, useRef, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { FormFooter } from './form-footer.tsx'
import { Modal } from './modal.tsx'

type Props = Pick<ComponentProps<typeof Modal>, 'title' | 'description' | 'variant'> & {
  submit: string
  /** Icon of the submit button. */
  icon?: ReactNode
  busy: boolean
  /** An error of the whole form; errors of fields are shown at the fields. */
  failure: string | null
  /** Changes when a submission failed: the first invalid field then gets the focus. */
  attempt: number
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}

/** A dialog with a form: errors are shown in place and input is kept. */
export function FormModal(props: Props) {
  const { submit, icon, busy, failure, attempt, onSubmit, onClose, children, variant, ...dialog } = props
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
      {...dialog}
      footer={
        <FormFooter
          form={id}
          submit={submit}
          icon={icon}
          busy={busy}
          danger={variant === 'danger'}
          onCancel={onClose}
        />
      }
    >
      <form ref={form} id={id} noValidate onSubmit={send} className="flex flex-col gap-4 pb-1">
        {failure !== null && <Alert variant="error">{failure}</Alert>}
        {children}
      </form>
    </Modal>
  )
}
