import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { AvatarGroup } from '../../../ui/avatar-group.tsx'
import { cardLink } from '../../../ui/card.tsx'
import { textLink } from '../../../ui/link.ts'
import { Table, type Column } from '../../../ui/table.tsx'
import { deliveredOf } from '../deliveries/delivered.ts'
import { pageOf, progressOf } from '../progress.ts'
import { useDeliveriesTexts } from '../texts/deliveries.ts'
import { useRequestListTexts } from '../texts/request-list.ts'
import { useSigningRequestsTexts } from '../texts/signing-requests.ts'
import { DeliveryBadge } from './delivery-badge.tsx'
import { RequestBadge } from './request-parts.tsx'

type Row = {
  id: string
  to: string
  titulo: string
  /** Title of the case file. */
  of: string
  people: readonly string[]
  badge: ReactNode
  progress: ReactNode
  /** The end of its term while it runs. */
  due: string | null
}

export function SigningRows({ requests }: { requests: readonly SigningRequest[] }) {
  const { loose, goOn } = useRequestListTexts()
  const { progress } = useSigningRequestsTexts()
  const rows = requests.map((request): Row => {
    const { done, total, mixed } = progressOf(request)
    const isDraft = request.status === 'borrador'
    const to = request.actions.includes('edit') ? paths.askByDraft(request.id) : pageOf(request)
    return {
      id: request.id,
      to,
      titulo: request.titulo,
      of: request.expediente ?? loose,
      people: request.recipients.map(({ nombre }) => nombre),
      badge: <RequestBadge status={request.status} />,
      // No one has been asked yet.
      progress: !isDraft ? (
        progress(done, total, mixed)
      ) : request.actions.includes('edit') ? (
        <AppLink to={to} aria-label={`${goOn}: ${request.titulo}`} className={textLink}>
          {goOn}
        </AppLink>
      ) : null,
      due: isDraft || request.status === 'enviada' ? request.expires_at : null,
    }
  })
  return <Rows rows={rows} />
}

export function DeliveryRows({ requests }: { requests: readonly DocumentRequest[] }) {
  const { progress } = useDeliveriesTexts()
  const rows = requests.map((request): Row => {
    const { done, total } = deliveredOf(request.requirements)
    return {
      id: request.id,
      to: paths.solicitud(request.id_solicitud),
      titulo: request.titulo,
      of: request.expediente ?? '',
      people: request.recipients.map(({ nombre }) => nombre),
      badge: <DeliveryBadge status={request.status} />,
      progress: progress(done, total),
      due: request.status === 'abierta' ? request.expires_at : null,
    }
  })
  return <Rows rows={rows} />
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const texts = useRequestListTexts()
  const { shortDate } = useFormat()
  const title = ({ to, titulo, of }: Row) => (
    <div className="min-w-0">
      <AppLink to={to} className={`block truncate font-medium ${cardLink}`}>
        {titulo}
      </AppLink>
      <p className="truncate text-small text-ink-muted">{of}</p>
    </div>
  )
  const done = ({ progress }: Row) => <span className="text-small whitespace-nowrap figures">{progress}</span>
  const due = ({ due: at }: Row) => (
    <span className="text-small whitespace-nowrap text-ink-muted">{at === null ? '' : shortDate(at)}</span>
  )
  const columns: Column<Row>[] = [
    { key: 'title', header: texts.columns.request, cell: title, width: '38%' },
    { key: 'people', header: texts.columns.people, cell: ({ people }) => <AvatarGroup names={people} />, from: 'lg' },
    { key: 'status', header: texts.columns.status, cell: ({ badge }) => badge },
    { key: 'progress', header: texts.columns.progress, cell: done },
    { key: 'due', header: texts.columns.due, align: 'end', cell: due },
  ]
  return (
    <Table
      caption={texts.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      phoneCard={(row) => (
        <div className="flex flex-col gap-1.5">
          {title(row)}
          <div className="flex flex-wrap items-center justify-between gap-2">
            {row.badge}
            {done(row)}
          </div>
        </div>
      )}
    />
  )
}
