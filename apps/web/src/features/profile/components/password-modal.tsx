import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { minimumPassword, StrengthHint } from '../../../shared/strength-hint.tsx'
import { usePasswordsTexts } from '../../../shared/texts/passwords.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { securityQuery, sendPassword, sessionsQuery } from '../api/profile.ts'
import { useSend } from '../use-send.ts'
import { FormModal } from '../../../ui/form-modal.tsx'

type Faults = { current?: string; next?: string }

/** Changes the password; errors are shown at the fields. */
export function PasswordModal({ onClose }: { onClose: () => void }) {
  const passwords = usePasswordsTexts()
  const security = useSecurityTexts()
  const queries = useQueryClient()
  const { data: session } = useSession()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const { send, busy, refusal } = useSend()
  const currentRef = useRef<HTMLInputElement>(null)
  const nextRef = useRef<HTMLInputElement>(null)

  const check = (): Faults => ({
    ...(current === '' ? { current: security.currentPasswordMissing } : {}),
    ...(next.length < minimumPassword
      ? { next: passwords.short }
      : next === current
        ? { next: security.samePassword }
        : {}),
  })
  const submit = async () => {
    const found = check()
    setFaults(found)
    if (found.current !== undefined) return currentRef.current?.focus()
    if (found.next !== undefined) return nextRef.current?.focus()
    const reply = await send(() => sendPassword(current, next))
    if (reply === undefined) return undefined
    toast.success(security.passwordSaved(reply.ended_sessions))
    void queries.invalidateQueries({ queryKey: securityQuery.queryKey })
    void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    onClose()
    return undefined
  }

  const wrongCurrent = refusal?.code === 'password_wrong' ? security.currentPasswordWrong : undefined
  const weak = refusal?.code === 'weak_password' || refusal?.code === 'validation_failed'
  const wrongNext = weak ? (refusal.errors[0]?.message ?? refusal.detail) : undefined
  const elsewhere = refusal !== null && wrongCurrent === undefined && wrongNext === undefined
  return (
    <FormModal
      busy={busy}
      title={security.changePassword}
      description={security.changePasswordText}
      submit={security.savePassword}
      failure={elsewhere ? refusal.detail : null}
      onSubmit={() => void submit()}
      onClose={onClose}
      className="flex flex-col gap-4"
    >
      <input type="email" autoComplete="username" value={session?.user.email ?? ''} readOnly hidden />
      <Field label={security.currentPassword} error={faults.current ?? wrongCurrent}>
        <PasswordInput
          ref={currentRef}
          autoFocus
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <Field label={security.newPassword} error={faults.next ?? wrongNext} hint={<StrengthHint password={next} />}>
        <PasswordInput
          ref={nextRef}
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </Field>
    </FormModal>
  )
}
