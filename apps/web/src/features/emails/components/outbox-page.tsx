import type { Email, EmailStatus } from '@foja/contracts/emails'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Mail, MailSearch } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useEmailsTexts } from '../texts/emails.ts'
import { LoadedList } from '../../../shared/loaded-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { outboxQuery } from '../api/emails.ts'
import { EmailBadge } from './email-badge.tsx'
import { EmailDetailsModal } from './email-details.tsx'
import { useEmailTime } from './email-state.tsx'
import { HeldNotice } from './held-notice.tsx'

/** Failed and waiting emails come first because they need action. */
export const outboxStatuses = [
  'queued',
  'held',
  'failed',
  'sent',
  'cancelled',
] as const satisfies readonly EmailStatus[]

type Props = { status: EmailStatus | undefined; onStatus: (status: EmailStatus | undefined) => void }

/** All emails of the company, and those waiting to be released. */
export function OutboxPage({ status, onStatus }: Props) {
  const emails = useEmailsTexts()
  const { number } = useFormat()
  const query = useInfiniteQuery(outboxQuery(status))
  const counts = query.data?.pages[0]?.counts
  const count = (of: EmailStatus) => {
    const many = of === 'queued' || of === 'held' || of === 'failed' ? (counts?.[of] ?? 0) : 0
    return many === 0 ? undefined : number(many)
  }
  return (
    <>
      <PageHeader title={emails.title} note={emails.text} />
      <div className="flex flex-col gap-4">
        <HeldNotice count={counts?.held ?? 0} />
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
          <Button className="self-center" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {emails.more}
          </Button>
        )}
      </div>
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
      <EmailDetailsModal id={open?.id_envio ?? null} subject={open?.subject ?? ''} onClose={() => setOpen(null)} />
    </>
  )
}
