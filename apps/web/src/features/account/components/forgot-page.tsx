import { MailCheck, MailX } from 'lucide-react'
import { useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useAccountTexts } from '../texts/account.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { askForLink } from '../api/account.ts'
import { useOneFieldForm } from '../use-one-field-form.ts'
import { AccountCard } from './account-card.tsx'
import { isEmail } from '../../../lib/format/is-email.ts'

/** Requests a password reset link. The answer is the same for every email, to prevent enumeration. */
export function ForgotPage({ email: known }: { email: string }) {
  const [email, setEmail] = useState(known)
  const [answer, setAnswer] = useState<{ byMail: boolean } | null>(null)
  if (answer === null) return <AskForm email={email} onEmail={setEmail} onAnswer={(byMail) => setAnswer({ byMail })} />
  return <Asked email={email.trim()} byMail={answer.byMail} onAgain={() => setAnswer(null)} />
}

type FormProps = { email: string; onEmail: (email: string) => void; onAnswer: (byMail: boolean) => void }

function AskForm({ email, onEmail, onAnswer }: FormProps) {
  const account = useAccountTexts()
  const { input, fieldError, failure, busy, submit } = useOneFieldForm({
    check: () => {
      if (email.trim() === '') return account.emailMissing
      return isEmail(email) ? undefined : account.emailWrong
    },
    send: async () => onAnswer((await askForLink(email.trim())).by_mail),
    ofField: ['validation_failed'],
  })

  return (
    <AccountCard title={account.forgotTitle} text={account.forgotText}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure !== null && <Alert variant="error">{failure}</Alert>}
        <Field label={account.email} error={fieldError}>
          <Input
            ref={input}
            size="lg"
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block loading={busy}>
          {account.send}
        </Button>
        <Button asChild variant="ghost" size="lg" block>
          <AppLink to={paths.signIn()}>{account.goToSignIn}</AppLink>
        </Button>
      </form>
    </AccountCard>
  )
}

function Asked({ email, byMail, onAgain }: { email: string; byMail: boolean; onAgain: () => void }) {
  const account = useAccountTexts()
  return (
    <AccountCard
      icon={byMail ? <MailCheck /> : <MailX />}
      title={byMail ? account.sentTitle : account.noMailTitle}
      text={byMail ? account.sentText(email) : account.noMailText}
      announce
    >
      {byMail && (
        <ul className="mb-6 flex list-disc flex-col gap-1 pl-5 text-ink-muted">
          <li>{account.sentSpam}</li>
          <li>{account.sentLast}</li>
          <li>{account.sentHelp}</li>
        </ul>
      )}
      <div className="flex flex-col gap-2">
        <Button asChild variant="primary" size="lg" block>
          <AppLink to={paths.signIn()}>{account.goToSignIn}</AppLink>
        </Button>
        {byMail && (
          <Button variant="ghost" size="lg" block onClick={onAgain}>
            {account.otherEmail}
          </Button>
        )}
      </div>
    </AccountCard>
  )
}
