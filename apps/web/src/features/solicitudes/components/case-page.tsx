import type { Document } from '@foja/contracts/documents'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { useQuery } from '@tanstack/react-query'
import { Signature, Share2 } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.tsx'
import { AppLink } from '../../../domain/app-link.tsx'
import { StatusBadge } from '../../../domain/badges.tsx'
import { LoadFailed } from '../../../domain/load-failed.tsx'
import { paths } from '../../../lib/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton, SkeletonList } from '../../../ui/skeleton.tsx'
import { solicitudQuery } from '../api/details-solicitud.ts'
import { leavesOf } from '../case-leaves.ts'
import { CaseStepper } from './case-stepper.tsx'
import { DocumentsCard } from './documents-card.tsx'
import { HistoryCard } from './history-card.tsx'

type Props = {
  id: string
  onShare: (document: Document) => void
  onOpen: (document: Document, tab?: 'firmar') => void
}

/** A case file seen from one of its requests: where that stands, every document, people, notes and history. */
export function CasePage({ id, onShare, onOpen }: Props) {
  const query = useQuery(solicitudQuery(id))
  if (query.isError) {
    return (
      <Card>
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} level={1} />
      </Card>
    )
  }
  if (query.data === undefined) return <CaseSkeleton />
  return <Case solicitud={query.data} onShare={onShare} onOpen={onOpen} />
}

function CaseSkeleton() {
  return (
    <>
      <div className="mb-5 flex flex-col gap-3">
        <Skeleton className="h-6 w-80 max-w-full" />
        <Skeleton className="h-3.5 w-56" />
      </div>
      <Card className="mb-4 h-15" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Card>
          <SkeletonList rows={3} header />
        </Card>
        <Card>
          <SkeletonList rows={4} header />
        </Card>
      </div>
    </>
  )
}

function Case({ solicitud, onShare, onOpen }: Omit<Props, 'id'> & { solicitud: SolicitudDetails }) {
  const leaves = leavesOf(solicitud)
  const documents = leaves.map((leaf) => leaf.document)
  const nameOf = (id: string | null) => documents.find((document) => document.id_documento === id)?.nombre
  return (
    <>
      <Header solicitud={solicitud} onShare={onShare} onOpen={onOpen} />
      <CaseStepper solicitud={solicitud} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <DocumentsCard leaves={leaves} status={solicitud.status} onShare={onShare} onOpen={onOpen} />
          {documents
            .filter((document) => document.signatures.verdict === 'invalid')
            .map((document) => (
              <Broken key={document.id_documento} document={document} />
            ))}
          <NotesAndPeople solicitud={solicitud} />
        </div>
        <HistoryCard events={solicitud.history} intact={solicitud.history_intact} documentName={nameOf} />
      </div>
    </>
  )
}

function Header({ solicitud, onShare, onOpen }: Omit<Props, 'id'> & { solicitud: SolicitudDetails }) {
  const { solicitudes } = useTexts()
  const { solicitud_main: group } = solicitud
  const first = solicitud.description[0]
  const people = solicitud.partes.map((party) => party.nombre)
  const dot = <span className="max-sm:hidden">· </span>
  return (
    <PageHeader
      title={group.titulo}
      badge={<StatusBadge status={solicitud.status} />}
      note={
        <>
          <span className="code">{solicitud.id_solicitud}</span>
          <CopyButton text={solicitud.id_solicitud} label={solicitudes.copyId} />
          <span>
            {dot}
            {people.length > 0 ? people.slice(0, 3).join(' / ') : solicitudes.createdBy(group.created_by.nombre)}
          </span>
          {solicitud.asignado_a !== null && (
            <span>
              {dot}
              {solicitudes.assignedTo(solicitud.asignado_a.nombre)}
            </span>
          )}
        </>
      }
      actions={
        first === undefined ? undefined : (
          <>
            {first.actions.includes('share') && (
              <Button icon={<Share2 />} onClick={() => onShare(first)}>
                {solicitudes.share}
              </Button>
            )}
            {first.actions.includes('sign') && (
              <Button variant="primary" icon={<Signature />} onClick={() => onOpen(first, 'firmar')}>
                {solicitudes.sign}
              </Button>
            )}
          </>
        )
      }
    />
  )
}

function Broken({ document }: { document: Document }) {
  const { solicitudes } = useTexts()
  return (
    <Alert
      variant="error"
      title={solicitudes.brokenTitle(document.nombre)}
      action={<AppLink to={paths.document(document.id_documento)}>{solicitudes.seeSignatures}</AppLink>}
    >
      {solicitudes.brokenText}
    </Alert>
  )
}

function NotesAndPeople({ solicitud }: { solicitud: SolicitudDetails }) {
  const { solicitudes } = useTexts()
  const { notas, partes, tipo } = solicitud
  return (
    <Card className="grid gap-5 p-5 max-sm:p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,16rem)] md:divide-x md:divide-line">
      <div className="min-w-0 md:pr-5">
        <h2 className="mb-2 font-semibold">{solicitudes.notes}</h2>
        <p className="whitespace-pre-line text-ink-muted">{notas ?? solicitudes.noNotes}</p>
        {tipo !== null && (
          <p className="mt-3 text-small text-ink-muted">
            {solicitudes.type}: <span className="text-ink">{tipo}</span>
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="mb-2 font-semibold">{solicitudes.people}</h2>
        {partes.length === 0 ? (
          <p className="text-ink-muted">{solicitudes.noPeople}</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {partes.map((party, at) => (
              <li key={`${at}-${party.nombre}`} className="flex items-center gap-3">
                <Avatar name={party.nombre} silent />
                <div className="min-w-0">
                  <p className="truncate font-medium">{party.nombre}</p>
                  <p className="truncate text-small text-ink-muted">
                    {party.rol}
                    {party.email !== undefined && ` · ${party.email}`}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
