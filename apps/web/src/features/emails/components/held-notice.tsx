import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useEmailsTexts } from '../texts/emails.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/details.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { mailStateQuery, refreshEmails, releaseHeldEmails } from '../api/emails.ts'

/** How many emails wait for email setup, how to set it up, and a button that releases them. */
export function HeldNotice({ count }: { count: number }) {
  const emails = useEmailsTexts()
  const { plural } = useFormat()
  const { data } = useQuery(mailStateQuery)
  const [asking, setAsking] = useState(false)
  if (data === undefined) return null
  if (data.configured && count === 0) {
    return data.from === null ? null : <p className="text-small text-ink-muted">{emails.sendsFrom(data.from)}</p>
  }
  const title = count === 0 ? emails.notConfiguredTitle : plural(count, emails.heldTitle)
  return (
    <Alert
      variant="warning"
      title={title}
      action={
        data.configured ? (
          <Button size="sm" icon={<Send />} onClick={() => setAsking(true)}>
            {emails.release}
          </Button>
        ) : undefined
      }
    >
      {data.configured ? emails.heldButConfigured : emails.heldText}
      {!data.configured && <HowTo />}
      <ReleaseModal count={count} open={asking} onClose={() => setAsking(false)} />
    </Alert>
  )
}

function HowTo() {
  const emails = useEmailsTexts()
  return (
    <Disclosure summary={<span className="text-on-soft-warning underline">{emails.howTo}</span>}>
      <p>{emails.howToText}</p>
      <dl className="mt-2 flex flex-col gap-2">
        {Object.entries(emails.settings).map(([name, what]) => (
          <div key={name}>
            <dt className="code font-semibold">{name}</dt>
            <dd className="wrap-anywhere">{what}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

type ReleaseProps = { count: number; open: boolean; onClose: () => void }

function ReleaseModal({ count, open, onClose }: ReleaseProps) {
  const emails = useEmailsTexts()
  const domain = useDomainTexts()
  const ui = useUiTexts()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: releaseHeldEmails,
    onSuccess: async ({ released }) => {
      toast.success(emails.released(released))
      onClose()
      await refreshEmails(queries)
    },
    onError: (error) => toast.error(problemOf(error)?.detail ?? domain.tryAgainLater),
  })
  return (
    <Modal
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      busy={isPending}
      title={emails.releaseTitle(count)}
      description={emails.releaseText}
      footer={
        <>
          <Button variant="ghost" disabled={isPending} onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button variant="primary" icon={<Send />} loading={isPending} onClick={() => mutate()}>
            {emails.releaseYes}
          </Button>
        </>
      }
    />
  )
}
