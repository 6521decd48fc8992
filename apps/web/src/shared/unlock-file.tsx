import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { isUnreported, problemOf } from '../lib/api/call.ts'
import { unlockPdf } from '../lib/files/unlock-pdf.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { useUnlockTexts } from './texts/unlock.ts'

/** Asks for the password of a chosen PDF and replaces it by a copy without one. */
export function UnlockFile({ file, onUnlocked }: { file: File; onUnlocked: (copy: File) => void }) {
  const texts = useUnlockTexts()
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => unlockPdf(file, typed),
    onSuccess: onUnlocked,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(typed === '')
    if (typed !== '') mutate()
  }
  const fault = () => {
    if (missing) return texts.missing
    if (!isUnreported(error)) return null
    const problem = problemOf(error)
    return problem?.code === 'pdf_encrypted' ? texts.wrong : (problem?.detail ?? texts.unanswered)
  }
  return (
    <form noValidate onSubmit={send} className="mt-2 flex items-end gap-2">
      <Field label={texts.label} hint={texts.hint} error={fault()} className="min-w-0 flex-1">
        <PasswordInput
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setMissing(false)
            reset()
            setTyped(event.target.value)
          }}
        />
      </Field>
      <Button type="submit" loading={isPending}>
        {texts.open}
      </Button>
    </form>
  )
}
