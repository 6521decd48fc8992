import type { ReactNode } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { Button } from './button.tsx'

type Props = {
  /** Id of the form that the button submits: the footer is outside of it. */
  form: string
  submit: string
  icon?: ReactNode
  busy?: boolean
  danger?: boolean
  /** There is nothing to submit yet. */
  disabled?: boolean
  /** Label of the cancel button, if it is not «Cancel». */
  cancel?: string
  onCancel: () => void
  /** Puts the cancel button at the other end. */
  apart?: boolean
  /** Other buttons between the two. */
  children?: ReactNode
}

/** The footer of a dialog's form: cancel and submit. */
export function FormFooter(props: Props) {
  const { form, submit, icon, busy = false, danger = false, disabled = false, apart = false, children } = props
  const ui = useUiTexts()
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
