import type { Email } from '@foja/contracts/emails'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useEmailsTexts } from '../texts/emails.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { discardEmail, refreshEmails, resendEmail } from '../api/emails.ts'
import { reachOf } from './email-state.tsx'
import { addRecipients, parseRecipients, recipientOf } from '../recipients.ts'
import { RecipientsField } from './recipients-field.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

type Asked = 'retry' | 'cancel' | null

/** Retry (with corrected addresses) and discard, as far as `actions` allows. */
export function EmailActions({ email }: { email: Email }) {
  const emails = useEmailsTexts()
  const [asked, setAsked] = useState<Asked>(null)
  const may = { retry: email.actions.includes('retry'), cancel: email.actions.includes('cancel') }
  if (!may.retry && !may.cancel) return null
  if (asked === 'retry') return <RetryForm email={email} onDone={() => setAsked(null)} />
  if (asked === 'cancel') return <CancelForm email={email} onDone={() => setAsked(null)} />
  return (
    <div className="flex flex-wrap gap-2">
      {may.retry && (
        <Button size="sm" onClick={() => setAsked('retry')}>
          {email.status === 'failed' ? emails.retry : emails.retryNow}
        </Button>
      )}
      {may.cancel && (
        <Button size="sm" variant={may.retry ? 'ghost' : 'secondary'} onClick={() => setAsked('cancel')}>
          {emails.cancel}
        </Button>
      )}
    </div>
  )
}

type FormProps = { email: Email; onDone: () => void }

/** Addresses being corrected, including text that is not a chip yet. */
function useAddresses(first: readonly string[]) {
  const [value, setValue] = useState<readonly string[]>(first)
  const [typed, setTyped] = useState('')
  const all = addRecipients(value, parseRecipients(typed))
  return {
    field: { value, onChange: setValue, onPending: setTyped },
    all,
    valid: all.every((one) => recipientOf(one).valid),
    /** Only corrected lists are sent. */
    changed: all.join() === first.join() ? undefined : all,
  }
}

function RetryForm({ email, onDone }: FormProps) {
  const emails = useEmailsTexts()
  const domain = useDomainTexts()
  const ui = useUiTexts()
  const queries = useQueryClient()
  const to = useAddresses(email.to)
  const cc = useAddresses(email.cc)
  const [asked, setAsked] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      resendEmail(email.id_envio, {
        ...(to.changed === undefined ? {} : { to: to.changed }),
        ...(cc.changed === undefined ? {} : { cc: cc.changed }),
      }),
    onSuccess: async ({ status }) => {
      toast.success(status === 'held' ? emails.heldToast : emails.retried)
      onDone()
      await refreshEmails(queries)
    },
  })
  const problem = problemOf(error)
  const message = problem?.errors?.[0]?.message ?? problem?.detail ?? domain.tryAgainLater
  const wrongTo = to.all.length === 0 ? emails.toMissing : to.valid ? null : emails.toWrong
  const wrongCc = cc.valid ? null : emails.toWrong
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (wrongTo === null && wrongCc === null && !isPending) mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-3">
      <Field
        label={emails.to}
        hint={reachOf(email) === null ? emails.retryText : emails.retryPartly}
        error={asked ? wrongTo : null}
      >
        <RecipientsField autoFocus label={emails.recipients} {...to.field} />
      </Field>
      {email.cc.length > 0 && (
        <Field label={emails.cc} error={asked ? wrongCc : null}>
          <RecipientsField label={emails.cc} {...cc.field} />
        </Field>
      )}
      {isUnreported(error) && <Alert variant="error">{message}</Alert>}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          {ui.cancel}
        </Button>
        <Button size="sm" type="submit" loading={isPending}>
          {emails.retryTitle}
        </Button>
      </div>
    </form>
  )
}

function CancelForm({ email, onDone }: FormProps) {
  const emails = useEmailsTexts()
  const ui = useUiTexts()
  const queries = useQueryClient()
  const { mutate, isPending } = useToastMutation({
    mutationFn: () => discardEmail(email.id_envio),
    onSuccess: () => toast.success(emails.cancelled),
    onSettled: async () => {
      onDone()
      await refreshEmails(queries)
    },
  })
  return (
    <div className="flex w-full flex-wrap items-center justify-end gap-2">
      <span className="mr-auto text-small">{emails.cancelSure}</span>
      <Button size="sm" variant="ghost" onClick={onDone}>
        {ui.cancel}
      </Button>
      <Button size="sm" variant="danger" loading={isPending} onClick={() => mutate()}>
        {emails.cancelYes}
      </Button>
    </div>
  )
}
