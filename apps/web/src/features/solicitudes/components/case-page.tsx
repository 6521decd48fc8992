import type { Document } from '@foja/contracts/documents'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useCaseFileTexts } from '../texts/case-file.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton, SkeletonList } from '../../../ui/skeleton.tsx'
import { solicitudQuery } from '../api/solicitudes.ts'
import { leavesOf } from '../case-leaves.ts'
import { AppointmentFacts } from './appointment-facts.tsx'
import type { CaseDialog } from './case-dialogs.tsx'
import { CaseHeader } from './case-header.tsx'
import { DocumentsCard, type DocumentActs } from './documents-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { StatusBadge } from '../../../shared/badges.tsx'
import { cn } from '../../../ui/cn.ts'
import { NextStepCard } from './next-step-card.tsx'

/** The requests of a case file with their status; the current one is marked. Only for several requests. */
function CaseRequests({ solicitud }: { solicitud: SolicitudDetails }) {
  const caseFile = useCaseFileTexts()
  const { solicitudes } = solicitud.solicitud_main
  if (solicitudes.length < 2) return null
  return (
    <nav aria-label={caseFile.requests} data-print="hide" className="mb-4">
      <ul className="flex flex-wrap gap-2 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-1">
        {solicitudes.map((one) => {
          const here = one.id_solicitud === solicitud.id_solicitud
          return (
            <li key={one.id_solicitud} className="min-w-0 max-md:max-w-64 max-md:shrink-0">
              <AppLink
                to={paths.solicitud(one.id_solicitud)}
                aria-current={here ? 'page' : undefined}
                className={cn(
                  'flex h-9 min-w-0 items-center gap-2 rounded-full border px-3.5 max-sm:h-11',
                  here ? 'border-control bg-muted font-semibold' : 'border-line bg-panel hover:border-control',
                )}
              >
                <span className="truncate">{one.titulo}</span>
                <StatusBadge status={one.status} />
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const CaseDialogs = lazyPart(async () => (await import('./case-dialogs.tsx')).CaseDialogs)

type Props = {
  id: string
  acts: DocumentActs
  /** Renders the mediation card of another feature; `appointment` goes inside it. */
  mediation: (solicitud: SolicitudDetails, appointment: ReactNode) => ReactNode
  /** The signing requests about its documents. */
  requests?: ReactNode
  /** They are still loading: everything is drawn at once, so that nothing moves. */
  waiting?: boolean
  /** Leaves the page after its case file was deleted. */
  onDeleted: () => Promise<void>
}

/** A case file seen from one of its requests: status, all documents, parties, notes and history. */
export function CasePage({ id, waiting = false, ...rest }: Props) {
  const query = useQuery(solicitudQuery(id))
  if (query.isLoadingError) {
    return (
      <Card>
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} level={1} />
      </Card>
    )
  }
  if (query.data === undefined || waiting) return <CaseSkeleton />
  return <Case solicitud={query.data} {...rest} />
}

function CaseSkeleton() {
  return (
    <>
      <div className="mb-5 flex flex-col gap-3">
        <Skeleton className="h-6 w-80 max-w-full" />
        <Skeleton className="h-3.5 w-56" />
      </div>
      <Card className="mb-4 h-33" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
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

function Case({
  solicitud,
  acts,
  mediation,
  requests,
  onDeleted,
}: Omit<Props, 'id' | 'waiting'> & { solicitud: SolicitudDetails }) {
  const [dialog, setDialog] = useState<CaseDialog | null>(null)
  const leaves = leavesOf(solicitud)
  const documents = leaves.map((leaf) => leaf.document)
  const nameOf = (id: string | null) => documents.find((document) => document.id_documento === id)?.nombre
  return (
    <>
      <CaseHeader solicitud={solicitud} acts={acts} onDialog={setDialog} />
      <CaseRequests solicitud={solicitud} />
      <NextStepCard solicitud={solicitud} acts={acts} onDialog={setDialog} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <DocumentsCard
            idSolicitud={solicitud.id_solicitud}
            leaves={leaves}
            status={solicitud.status}
            mayAttach={solicitud.actions.includes('attach')}
            acts={acts}
          />
          {documents
            .filter((document) => document.signatures.verdict === 'invalid')
            .map((document) => (
              <Broken key={document.id_documento} document={document} />
            ))}
          {requests}
          <NotesAndPeople solicitud={solicitud} onEdit={() => setDialog('edit')} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {mediation(solicitud, <AppointmentFacts solicitud={solicitud} onSchedule={() => setDialog('schedule')} />)}
          <HistoryCard
            id={solicitud.id_solicitud}
            events={solicitud.history}
            intact={solicitud.history_intact}
            documentName={nameOf}
            several={solicitud.solicitud_main.solicitudes.length > 1}
          />
        </div>
      </div>
      {dialog !== null && (
        <CaseDialogs dialog={dialog} solicitud={solicitud} onClose={() => setDialog(null)} onDeleted={onDeleted} />
      )}
    </>
  )
}

function Broken({ document }: { document: Document }) {
  const caseFile = useCaseFileTexts()
  return (
    <Alert
      variant="error"
      title={caseFile.brokenTitle(document.nombre)}
      action={<AppLink to={paths.document(document.id_documento)}>{caseFile.seeSignatures}</AppLink>}
    >
      {caseFile.brokenText}
    </Alert>
  )
}

function NotesAndPeople({ solicitud, onEdit }: { solicitud: SolicitudDetails; onEdit: () => void }) {
  const caseFile = useCaseFileTexts()
  const { notas, partes, tipo } = solicitud
  const mayEdit = solicitud.actions.includes('update')
  return (
    <Card className="grid gap-5 p-5 max-sm:p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,16rem)] md:divide-x md:divide-line">
      <div className="min-w-0 md:pr-5">
        <div className="mb-2 flex h-8 items-center justify-between gap-3">
          <h2 className="font-semibold">{caseFile.notes}</h2>
          {mayEdit && (
            <Button size="sm" variant="ghost" onClick={onEdit} data-print="hide">
              {caseFile.edit}
            </Button>
          )}
        </div>
        <p className="whitespace-pre-line text-ink-muted">{notas ?? caseFile.noNotes}</p>
        {tipo !== null && (
          <p className="mt-3 text-small text-ink-muted">
            {caseFile.type}: <span className="text-ink">{tipo}</span>
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="mb-2 flex h-8 items-center font-semibold">{caseFile.people}</h2>
        {partes.length === 0 ? (
          <p className="text-ink-muted">{caseFile.noPeople}</p>
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
