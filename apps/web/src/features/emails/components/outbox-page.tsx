import type { Email, EmailStatus } from '@foja/contracts/emails'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail, MailSearch, Send, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useEmailsTexts } from '../texts/emails.ts'
import { LoadedList } from '../../../shared/loaded-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { outboxQuery, refreshEmails, releaseHeldEmails } from '../api/emails.ts'
import { mailStateQuery, type MailState } from '../api/mail-state.ts'
import { EmailBadge, useEmailTime } from './email-state.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Disclosure } from '../../../ui/details.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

type HeldProps = { state: MailState | undefined; count: number }

/** How many emails wait for email setup, how to set it up, and a button that releases them. */
function HeldNotice({ state: data, count }: HeldProps) {
  const emails = useEmailsTexts()
  const { plural } = useFormat()
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
  const queries = useQueryClient()
  const { mutate, isPending } = useToastMutation({
    mutationFn: releaseHeldEmails,
    onSuccess: async ({ released }) => {
      toast.success(emails.released(released))
      onClose()
      await refreshEmails(queries)
    },
  })
  return (
    <ConfirmModal
      open={open}
      busy={isPending}
      title={emails.releaseTitle(count)}
      description={emails.releaseText}
      confirm={emails.releaseYes}
      icon={<Send />}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}

/** Failed and waiting emails come first because they need action. */
export const outboxStatuses = [
  'queued',
  'held',
  'failed',
  'sent',
  'cancelled',
] as const satisfies readonly EmailStatus[]

// Loaded on demand.
const MailSettingsModal = lazyPart(async () => (await import('./mail-settings.tsx')).MailSettingsModal)
const EmailDetailsModal = lazyPart(async () => (await import('./email-details.tsx')).EmailDetailsModal)

function MailSettingsButton() {
  const emails = useEmailsTexts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Settings2 />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {emails.setUp}
      </Button>
      {open && <MailSettingsModal onClose={() => setOpen(false)} />}
    </>
  )
}

type Props = {
  status: EmailStatus | undefined
  onStatus: (status: EmailStatus | undefined) => void
  /** The user may set up the mail server. */
  mayConfigure: boolean
}

/** All emails of the company, and those waiting to be released. */
export function OutboxPage({ status, onStatus, mayConfigure }: Props) {
  const emails = useEmailsTexts()
  const { number } = useFormat()
  const query = useInfiniteQuery(outboxQuery(status))
  const mail = useQuery(mailStateQuery)
  // Notice and numbers are above the list: they are there with it, so that nothing moves. Another filter keeps them.
  const [stands, setStands] = useState(false)
  if (!stands && !query.isPending && !mail.isPending) setStands(true)
  const counts = query.data?.pages[0]?.counts
  const count = (of: EmailStatus) => {
    const many = of === 'queued' || of === 'held' || of === 'failed' ? (counts?.[of] ?? 0) : 0
    return many === 0 ? undefined : number(many)
  }
  return (
    <>
      <PageHeader title={emails.title} note={emails.text} actions={mayConfigure ? <MailSettingsButton /> : undefined} />
      {!stands ? (
        <Card>
          <SkeletonList rows={6} />
        </Card>
      ) : (
        <div className="flex flex-col gap-4">
          <HeldNotice state={mail.data} count={counts?.held ?? 0} />
          <SegmentedControl
            variant="chips"
            label={emails.filter}
            value={status ?? 'all'}
            onValueChange={(next) => onStatus(next === 'all' ? undefined : next)}
            options={[
              { value: 'all' as const, label: emails.all },
              ...outboxStatuses.map((value) => ({ value, label: emails.filters[value], count: count(value) })),
            ]}
          />
          <LoadedList
            list={query}
            loading={6}
            nothing={<NoEmails filtered={status !== undefined} onAll={() => onStatus(undefined)} />}
            isEmpty={({ pages }) => pages.every(({ results }) => results.length === 0)}
          >
            {({ pages }) => <EmailTable rows={pages.flatMap(({ results }) => results)} />}
          </LoadedList>
          {query.hasNextPage && (
            <Button
              className="self-center"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {emails.more}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function NoEmails({ filtered, onAll }: { filtered: boolean; onAll: () => void }) {
  const emails = useEmailsTexts()
  return filtered ? (
    <EmptyState
      icon={<MailSearch />}
      title={emails.noneTitle}
      action={<Button onClick={onAll}>{emails.seeAll}</Button>}
    >
      {emails.noneText}
    </EmptyState>
  ) : (
    <EmptyState icon={<Mail />} tone="primary" title={emails.emptyTitle}>
      {emails.emptyText}
    </EmptyState>
  )
}

function EmailTable({ rows }: { rows: readonly Email[] }) {
  const emails = useEmailsTexts()
  const [open, setOpen] = useState<Email | null>(null)
  const time = useEmailTime()
  const subject = (email: Email) => (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => setOpen(email)}
      className="text-left font-medium after:absolute after:inset-0 after:content-['']"
    >
      {email.subject}
    </button>
  )
  const state = (email: Email) => (
    <span className="flex flex-col items-start gap-1">
      <EmailBadge email={email} />
      {email.status === 'failed' && email.reason !== null && (
        <span className="text-meta text-error-ink">{email.reason}</span>
      )}
    </span>
  )
  const columns: Column<Email>[] = [
    { key: 'subject', header: emails.columns.subject, cell: subject, width: '36%' },
    {
      key: 'to',
      header: emails.columns.to,
      cell: (email) => email.to.join(', '),
    },
    { key: 'kind', header: emails.columns.kind, cell: (email) => emails.kinds[email.kind], from: 'lg' },
    { key: 'status', header: emails.columns.status, cell: state },
    {
      key: 'when',
      header: emails.columns.when,
      align: 'end',
      cell: (email) => <span className="text-small whitespace-nowrap text-ink-muted">{time(email)}</span>,
    },
  ]
  return (
    <>
      <Card bareOnPhone>
        <Table
          caption={emails.listCaption}
          columns={columns}
          rows={rows}
          rowKey={({ id_envio: id }) => id}
          phoneCard={(email) => (
            <div className="flex flex-col gap-1.5">
              {subject(email)}
              <span className="text-small wrap-anywhere text-ink-muted">{email.to.join(', ')}</span>
              <span className="text-small text-ink-muted">{time(email)}</span>
              {state(email)}
            </div>
          )}
        />
      </Card>
      {open !== null && <EmailDetailsModal id={open.id_envio} subject={open.subject} onClose={() => setOpen(null)} />}
    </>
  )
}
