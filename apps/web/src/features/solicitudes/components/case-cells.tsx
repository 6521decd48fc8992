import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { Files, Handshake, Signature } from 'lucide-react'
import { commonStatus } from '../../../shared/common-status.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSolicitudesTexts } from '../texts/solicitudes.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { MediationText, StatusBadge } from '../../../shared/badges.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { AvatarGroup } from '../../../ui/avatar-group.tsx'
import { IconText } from '../../../ui/badge.tsx'
import { cardLink } from '../../../ui/card.tsx'
import { VerdictBadge } from '../../../ui/verdict-badge.tsx'
import { caseStatus, documentsOf, entryOf, nextDate, partOf, peopleOf } from '../summarise-case.ts'

type Props = { group: SolicitudMain }

/** The title, which links to the case, and the parties. */
export function CaseTitle({ group }: Props) {
  const people = peopleOf(group)
  const entry = entryOf(group)
  return (
    <div className="min-w-0">
      <AppLink
        to={paths.solicitud(entry?.id_solicitud ?? group.id_solicitud_main)}
        className={`block truncate font-medium text-ink max-md:text-section max-md:font-semibold ${cardLink}`}
      >
        {group.titulo}
      </AppLink>
      <p className="truncate text-small text-ink-muted">
        {people.length > 0 ? people.slice(0, 3).join(' / ') : group.created_by.nombre}
      </p>
    </div>
  )
}

export function CasePeople({ group }: Props) {
  const people = peopleOf(group)
  return <AvatarGroup names={people.length > 0 ? people : [group.created_by.nombre]} />
}

/** The status; in words, how many of several requests have advanced, and what recipients have done. */
export function CaseStatus({ group }: Props) {
  const domain = useDomainTexts()
  const { asked } = useSolicitudesTexts()
  const { shortDate, time } = useFormat()
  const part = partOf(group)
  const date = nextDate(group)
  return (
    <div className="flex flex-col items-start gap-0.5 max-md:flex-row max-md:items-center max-md:gap-3">
      <StatusBadge status={caseStatus(group)} />
      {part !== null && (
        <span className="text-small text-ink-muted figures">{domain.part[part.step](part.done, part.total)}</span>
      )}
      {date !== undefined && (
        <span className="text-small text-ink-muted figures">
          {shortDate(date)}, {time(date)}
        </span>
      )}
      {(['firmas', 'documentos'] as const).map((kind) => {
        const progress = group.pedidos?.[kind]
        return (
          progress && (
            <span key={kind} className="text-small text-ink-muted figures">
              {asked[kind](progress.hechos, progress.total)}
            </span>
          )
        )
      })}
    </div>
  )
}

/** The combined mediation status of the documents, worded as on the case page. */
export function CaseMediation({ group }: Props) {
  const solicitudes = useSolicitudesTexts()
  const documents = documentsOf(group)
  if (documents.length === 0) return null
  const status = commonStatus(documents)
  if (status !== null) return <MediationText status={status} />
  return <IconText icon={<Handshake />}>{solicitudes.mixedResults}</IconText>
}

/** Number of documents and of signed ones; an invalid signature gets its own text. */
export function CaseDocuments({ group }: Props) {
  const solicitudes = useSolicitudesTexts()
  const domain = useDomainTexts()
  const { number } = useFormat()
  const documents = documentsOf(group)
  const signed = documents.filter((document) => document.signatures.count > 0).length
  const broken = documents.some((document) => document.signatures.verdict === 'invalid')
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 figures">
      <span className="sr-only">{solicitudes.documentsCount(documents.length, signed)}</span>
      <span aria-hidden className="inline-flex items-center gap-1.5">
        <Files className="size-4 text-ink-muted" /> {number(documents.length)}
      </span>
      {signed > 0 && (
        <span aria-hidden className="inline-flex items-center gap-1.5">
          <Signature className="size-4 text-ink-muted" /> {number(signed)}
        </span>
      )}
      {broken && <VerdictBadge verdict="failed">{domain.signed.invalid}</VerdictBadge>}
    </span>
  )
}

/** A row as a card on phones. */
export function CaseCard({ group }: Props) {
  const { relative } = useFormat()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <CaseStatus group={group} />
        <span className="text-small whitespace-nowrap text-ink-muted">{relative(group.updated_at)}</span>
      </div>
      <CaseTitle group={group} />
      <div className="mt-1 flex items-center gap-4">
        <CaseMediation group={group} />
        <CaseDocuments group={group} />
        <span className="ml-auto">
          <CasePeople group={group} />
        </span>
      </div>
    </div>
  )
}
