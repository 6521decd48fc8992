import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useEmailsTexts } from '../texts/emails.ts'
import { useAttemptKey } from '../../../lib/api/uuid.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { toast } from '../../../ui/toast-store.ts'
import { refreshEmails, sendEmail, type NewEmail } from '../api/emails.ts'
import { mailStateQuery } from '../api/mail-state.ts'
import { mostRecipients } from '@foja/contracts/constants'
import { addRecipients, parseRecipients, recipientOf } from '../recipients.ts'
import { MailNotice } from './mail-notice.tsx'
import { RecipientsField } from './recipients-field.tsx'
import { ErrorAlert } from '../../../shared/error-alert.tsx'

type Sent = { id_documento: string; nombre: string; size: number }
type Props = {
  document: Sent | null
  onClose: () => void
  /** Initial recipients: the parties of the case. */
  to?: readonly string[]
  /** The user may read the outbox, so the notice about missing email setup links to it. */
  seesOutbox: boolean
}

/** Sends a document by email. A repeated click does not send twice. */
export function EmailModal({ document, onClose, to, seesOutbox }: Props) {
  const emails = useEmailsTexts()
  const form = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Modal
      open={document !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      busy={busy}
      title={emails.sendTitle(document?.nombre ?? '')}
      footer={<FormFooter form={form} submit={emails.send} icon={<Send />} busy={busy} onCancel={onClose} />}
    >
      {document !== null && (
        <EmailForm
          id={form}
          document={document}
          to={to ?? []}
          seesOutbox={seesOutbox}
          onBusy={setBusy}
          onSent={onClose}
        />
      )}
    </Modal>
  )
}

type FormProps = {
  id: string
  document: Sent
  to: readonly string[]
  seesOutbox: boolean
  onBusy: (busy: boolean) => void
  onSent: () => void
}

type Wrong = { to?: string; cc?: string }

function EmailForm({ id, document, to: first, seesOutbox, onBusy, onSent }: FormProps) {
  const emails = useEmailsTexts()
  const { bytes } = useFormat()
  const queries = useQueryClient()
  const { data: state } = useQuery(mailStateQuery)
  // On phones the keyboard would cover the rest of the form.
  const phone = useMedia(phoneQuery)
  const { keyFor } = useAttemptKey()
  const [to, setTo] = useState<string[]>([...first])
  const [cc, setCc] = useState<string[]>([])
  const [typed, setTyped] = useState({ to: '', cc: '' })
  const [copies, setCopies] = useState(false)
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  const [chosen, setChosen] = useState<'attachment' | 'link' | null>(null)
  const [wrong, setWrong] = useState<Wrong>({})
  const most = state?.attachment_bytes ?? Infinity
  const tooLarge = document.size > most
  const as = tooLarge ? 'link' : (chosen ?? 'attachment')
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: NewEmail) => sendEmail({ ...body, key: keyFor(body) }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: async ({ status }) => {
      toast.success(status === 'held' ? emails.heldToast : emails.queuedToast, { description: emails.seeStatus })
      onSent()
      await refreshEmails(queries)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Includes text that is not a chip yet.
    const [toAll, ccAll] = [addRecipients(to, parseRecipients(typed.to)), addRecipients(cc, parseRecipients(typed.cc))]
    const found = check(toAll, ccAll, emails)
    setWrong(found)
    if (Object.keys(found).length > 0 || isPending) return
    mutate({
      id_documento: document.id_documento,
      to: toAll,
      ...(ccAll.length === 0 ? {} : { cc: ccAll }),
      ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
      ...(message.trim() === '' ? {} : { message: message.trim() }),
      as,
    })
  }
  return (
    <form id={id} noValidate onSubmit={submit} data-unfocused={phone || undefined} className="flex flex-col gap-4">
      <MailNotice seesOutbox={seesOutbox} />
      <Field
        label={emails.to}
        required
        hint={emails.toHint}
        error={wrong.to}
        aside={
          copies ? undefined : (
            <button
              type="button"
              onClick={() => setCopies(true)}
              className="touch-target font-medium text-gold-ink hover:underline"
            >
              {emails.addCc}
            </button>
          )
        }
      >
        <RecipientsField
          autoFocus={!phone}
          label={emails.recipients}
          value={to}
          onChange={setTo}
          onPending={(text) => setTyped((before) => ({ ...before, to: text }))}
        />
      </Field>
      {copies && (
        <Field label={emails.cc} optional error={wrong.cc}>
          <RecipientsField
            autoFocus
            label={emails.cc}
            value={cc}
            onChange={setCc}
            onPending={(text) => setTyped((before) => ({ ...before, cc: text }))}
          />
        </Field>
      )}
      <Field label={emails.subject} hint={emails.subjectHint} optional>
        <Input value={subject} maxLength={200} onChange={(event) => setSubject(event.target.value)} />
      </Field>
      <Field label={emails.message} optional>
        <Textarea rows={4} value={message} maxLength={5000} onChange={(event) => setMessage(event.target.value)} />
      </Field>
      <Field label={emails.as} group hint={emails.asText[as]}>
        <SegmentedControl
          block
          value={as}
          onValueChange={setChosen}
          options={(['attachment', 'link'] as const).map((value) => ({ value, label: emails.asOptions[value] }))}
        />
      </Field>
      {tooLarge && <Alert variant="info">{emails.tooLarge(bytes(document.size), bytes(most))}</Alert>}
      <ErrorAlert error={error} title={emails.failed} />
    </form>
  )
}

type Sentences = { toMissing: string; toWrong: string; tooMany: (most: number) => string }

function check(to: readonly string[], cc: readonly string[], texts: Sentences): Wrong {
  const isWrong = (address: string) => !recipientOf(address).valid
  if (to.length === 0) return { to: texts.toMissing }
  if (to.some(isWrong)) return { to: texts.toWrong }
  if (cc.some(isWrong)) return { cc: texts.toWrong }
  return to.length + cc.length > mostRecipients ? { to: texts.tooMany(mostRecipients) } : {}
}
