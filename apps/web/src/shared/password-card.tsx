import { Lock } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/password-input.tsx'

type Props = {
  title: string
  /** The name of the file. */
  name?: string
  text: string
  label: string
  submit: string
  /** The error of an empty field. */
  missing: string
  /** The error of the last password, by what is typed now. */
  wrong: (typed: string) => string | null
  busy?: boolean
  onPassword: (password: string) => void
  cancel?: { label: string; onClick: () => void }
}

/** Asks for the password of a document before it is opened. */
export function PasswordCard({ title, name, text, label, submit, cancel, busy = false, onPassword, ...errors }: Props) {
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(typed === '')
    if (typed !== '') onPassword(typed)
  }
  return (
    <Card className="mx-auto w-full max-w-112 p-8 max-sm:p-5">
      <span
        aria-hidden
        className="mb-5 inline-flex size-13 items-center justify-center rounded-full bg-soft-primary text-on-soft-primary [&_svg]:size-6"
      >
        <Lock />
      </span>
      <h1 className="text-title-phone font-semibold">{title}</h1>
      {name !== undefined && <p className="mt-1 font-medium wrap-anywhere">{name}</p>}
      <p className="mt-1 mb-5 text-ink-muted">{text}</p>
      <form noValidate onSubmit={send} className="flex flex-col gap-4">
        <Field label={label} error={missing ? errors.missing : errors.wrong(typed)}>
          <PasswordInput
            size="lg"
            autoFocus
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setMissing(false)
              setTyped(event.target.value)
            }}
          />
        </Field>
        <div className="flex gap-2">
          {cancel !== undefined && (
            <Button size="lg" onClick={cancel.onClick}>
              {cancel.label}
            </Button>
          )}
          <Button type="submit" variant="primary" size="lg" className="flex-1" loading={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Card>
  )
}
