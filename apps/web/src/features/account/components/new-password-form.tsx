import { useState } from 'react'
import { minimumPassword } from '../../../shared/password-strength.ts'
import { StrengthHint } from '../../../shared/strength-hint.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useAccountTexts } from '../texts/account.ts'
import { usePasswordsTexts } from '../../../shared/texts/passwords.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { choosePassword, type LinkFacts } from '../api/account.ts'
import { useOneFieldForm } from '../use-one-field-form.ts'
import { AccountCard } from './account-card.tsx'

type Props = {
  facts: LinkFacts
  token: string
  signedInAs: string | null
  onChosen: () => void | Promise<void>
  onExpired: () => void
}

/** Shows the account and the reason, and takes the new password. */
export function NewPasswordForm({ facts, token, signedInAs, onChosen, onExpired }: Props) {
  const account = useAccountTexts()
  const passwords = usePasswordsTexts()
  const { dateTime } = useFormat()
  const [password, setPassword] = useState('')
  const { input, fieldError, failure, busy, submit } = useOneFieldForm({
    check: () => (password.length < minimumPassword ? passwords.short : undefined),
    send: async () => {
      try {
        await choosePassword(token, password)
        await onChosen()
      } catch (error) {
        if (problemOf(error)?.code !== 'link_expired') throw error
        onExpired()
      }
    },
    ofField: ['weak_password', 'validation_failed'],
  })

  const invited = facts.kind === 'invitation'
  const invitation = facts.company === null ? account.invitedNoCompany : account.invited(facts.company)
  return (
    <AccountCard
      title={invited ? account.hello(facts.nombre) : account.resetTitle}
      text={invited ? invitation : account.resetText}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {signedInAs !== null && <Alert variant="warning">{account.sessionOpen(signedInAs)}</Alert>}
        <div className="flex items-center gap-3 rounded-lg border border-line bg-canvas p-4">
          <Avatar name={facts.nombre} size="lg" silent />
          <div className="min-w-0">
            <p className="truncate font-semibold">{facts.nombre}</p>
            <p className="truncate text-small text-ink-muted">{facts.email}</p>
          </div>
        </div>
        {failure !== null && <Alert variant="error">{failure}</Alert>}
        {/* Lets the password manager store the password under the right account. */}
        <input type="email" name="email" autoComplete="username" value={facts.email} readOnly hidden />
        <Field label={account.password} error={fieldError} hint={<StrengthHint password={password} />}>
          <PasswordInput
            ref={input}
            size="lg"
            name="password"
            autoComplete="new-password"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block loading={busy}>
          {account.save}
        </Button>
        <p className="text-center text-small text-ink-muted">{account.goodUntil(dateTime(facts.expires_at))}</p>
      </form>
    </AccountCard>
  )
}
