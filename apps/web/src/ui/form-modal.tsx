import { useEffect, useId, useRef, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { FormFooter } from './form-footer.tsx'
import { Modal } from './modal.tsx'

type Props = Pick<ComponentProps<typeof Modal>, 'title' | 'description' | 'variant'> & {
  submit: string
  /** Of the button that acts. */
  icon?: ReactNode
  busy: boolean
  /** What is wrong with the whole of it; what is wrong with a field stands at the field. */
  failure: string | null
  /** Changes when the form was sent and is not well: the first field that is wrong then gets the focus. */
  attempt: number
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}

/** A dialog that asks for something and sends it: what is wrong is said in place, and nothing typed is lost. */
export function FormModal(props: Props) {
  const { submit, icon, busy, failure, attempt, onSubmit, onClose, children, variant, ...said } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempt])
  const send = (event: FormEvent) => {
    event.preventDefault()
    // A form inside another part of the page must not be sent along.
    event.stopPropagation()
    if (!busy) onSubmit()
  }
  return (
    <Modal
      open
      busy={busy}
      variant={variant}
      onOpenChange={onClose}
      {...said}
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
