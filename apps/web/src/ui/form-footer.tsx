import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Button } from './button.tsx'

type Props = {
  /** The id of the form that the button sends: it stands in the dialog, apart from its footer. */
  form: string
  submit: string
  icon?: ReactNode
  busy?: boolean
  danger?: boolean
  /** There is nothing to send yet. */
  disabled?: boolean
  /** What leaves without sending says, where it is not «Cancel». */
  cancel?: string
  onCancel: () => void
  /** What leaves stands at the other end. */
  apart?: boolean
  /** Other ways on, between the two. */
  children?: ReactNode
}

/** The buttons under a dialog's form: the way out, and the one that sends it. */
export function FormFooter(props: Props) {
  const { form, submit, icon, busy = false, danger = false, disabled = false, apart = false, children } = props
  const { ui } = useTexts()
  return (
    <>
      <Button variant="ghost" disabled={busy} onClick={props.onCancel} className={apart ? 'mr-auto' : undefined}>
        {props.cancel ?? ui.cancel}
      </Button>
      {children}
      <Button
        variant={danger ? 'danger' : 'primary'}
        type="submit"
        form={form}
        icon={icon}
        loading={busy}
        disabled={disabled}
      >
        {submit}
      </Button>
    </>
  )
}
