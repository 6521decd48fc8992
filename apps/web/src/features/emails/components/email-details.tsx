import type { EmailDetails as Details } from '@foja/contracts/emails'
import { useQuery } from '@tanstack/react-query'
import { FileText, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useEmailsTexts } from '../texts/emails.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/details.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { emailQuery } from '../api/emails.ts'
import { EmailActions } from './email-actions.tsx'
import { EmailBadge } from './email-badge.tsx'
import { EmailFrame } from './email-frame.tsx'
import { EmailReason, useEmailTime } from './email-state.tsx'

type Props = { id: string | null; subject: string; onClose: () => void }

/** One email in full: recipients, status, content and attachment. */
export function EmailDetailsModal({ id, subject, onClose }: Props) {
  return (
    <Modal
      open={id !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      variant="wide"
      title={subject}
    >
      {id !== null && <Loaded id={id} />}
    </Modal>
  )
}

function Loaded({ id }: { id: string }) {
  const { data, isError, error, refetch } = useQuery(emailQuery(id))
  if (isError) return <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
  if (data === undefined) return <SkeletonList rows={4} className="-mx-5" />
  return <Content email={data} />
}

function Content({ email }: { email: Details }) {
  const emails = useEmailsTexts()
  const time = useEmailTime()
  return (
    <div className="flex flex-col gap-4 pb-3">
      <div className="flex flex-wrap items-center gap-2 text-small text-ink-muted">
        <EmailBadge email={email} /> {emails.kinds[email.kind]} · {time(email)}
      </div>
      <EmailReason email={email} />
      <EmailActions email={email} />
      <Facts
        items={[
          ...(email.from === '' ? [] : [{ label: emails.from, value: email.from }]),
          { label: emails.to, value: email.to.join(', ') },
          ...(email.cc.length === 0 ? [] : [{ label: emails.cc, value: email.cc.join(', ') }]),
          ...(email.reply_to === null ? [] : [{ label: emails.replyTo, value: email.reply_to }]),
        ]}
      />
      <Body email={email} />
      <Attachments email={email} />
    </div>
  )
}

/** The content, or since when it is no longer kept. */
function Body({ email }: { email: Details }) {
  const emails = useEmailsTexts()
  const { date } = useFormat()
  const [view, setView] = useState<'html' | 'text'>('html')
  if (email.emptied_at !== null) {
    return (
      <Alert variant="info" title={emails.emptiedTitle}>
        {emails.emptied(date(email.emptied_at))}
      </Alert>
    )
  }
  return (
    <>
      <SegmentedControl
        label={emails.body}
        value={view}
        onValueChange={setView}
        className="self-start"
        options={(['html', 'text'] as const).map((value) => ({ value, label: emails.bodyViews[value] }))}
      />
      {view === 'html' ? (
        <EmailFrame html={email.html} />
      ) : (
        <pre
          style={{ whiteSpace: 'pre-wrap' }}
          className="rounded-lg border border-line p-4 font-sans text-small wrap-anywhere"
        >
          {email.text}
        </pre>
      )}
      {email.as === 'link' && <p className="text-small text-ink-muted">{emails.linkHidden}</p>}
    </>
  )
}

function Attachments({ email }: { email: Details }) {
  const emails = useEmailsTexts()
  const { bytes } = useFormat()
  return (
    <>
      {email.attachments.length > 0 && (
        <section>
          <h3 className="mb-1 font-semibold">{emails.attachments}</h3>
          <ul className="flex flex-col gap-1">
            {email.attachments.map(({ nombre, size }) => (
              <li key={nombre} className="flex items-center gap-2 text-small">
                <Paperclip aria-hidden className="size-4 shrink-0 text-ink-muted" />
                <span className="min-w-0 wrap-anywhere">{nombre}</span>
                {size !== null && <span className="text-ink-muted">{bytes(size)}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {email.id_documento !== null && (
        <Button asChild icon={<FileText />} className="self-start">
          <AppLink to={paths.document(email.id_documento)}>{emails.openDocument}</AppLink>
        </Button>
      )}
    </>
  )
}
