import type { DeletedCase } from '@foja/contracts/casework'
import type { DeletedDocument } from '@foja/contracts/documents'
import { useQuery, type UseMutationResult } from '@tanstack/react-query'
import { FileText, FolderOpen, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { recycleDays } from '@foja/contracts/constants'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { useReaderTexts } from '../texts/reader.ts'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardList, CardRow } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { FileTile } from '../../../ui/tile.tsx'
import { deletedCasesQuery, deletedQuery } from '../api/recycle-bin.ts'
import { useRestore, useRestoreCase } from '../use-restore.ts'

const day = 24 * 60 * 60 * 1000

/** Days until a document is purged, rounded up. */
export const daysLeft = (purgeAt: string, now = Date.now()): number =>
  Math.max(1, Math.ceil((Date.parse(purgeAt) - now) / day))

/** Deleted case files and documents: by whom, when, days left, and a button to restore each. */
export function BinPage({ onOpen }: { onOpen: (href: string) => void }) {
  const reader = useReaderTexts()
  const documents = useQuery(deletedQuery)
  const cases = useQuery(deletedCasesQuery)
  const failed = [documents, cases].find(({ isLoadingError }) => isLoadingError)
  const retry = () => void Promise.all([documents.refetch(), cases.refetch()])
  const rows =
    documents.data === undefined || cases.data === undefined
      ? undefined
      : [...cases.data, ...documents.data].toSorted((a, b) => b.deleted_at.localeCompare(a.deleted_at))
  return (
    <div className="max-w-220">
      <PageHeader title={reader.binTitle} note={reader.binText(recycleDays)} />
      {rows !== undefined && (documents.isRefetchError || cases.isRefetchError) && <Stale onRetry={retry} />}
      <Card>
        {failed !== undefined ? (
          <LoadFailed error={failed.error} onRetry={retry} />
        ) : rows === undefined ? (
          <SkeletonList rows={4} />
        ) : rows.length === 0 ? (
          <EmptyState icon={<Trash2 />} title={reader.binEmpty}>
            {reader.binEmptyText}
          </EmptyState>
        ) : (
          <CardList aria-label={reader.binCaption}>
            {rows.map((row) =>
              'id_documento' in row ? (
                <DocumentRow key={row.id_documento} document={row} onOpen={onOpen} />
              ) : (
                <CaseRow key={row.id_solicitud_main} main={row} onOpen={onOpen} />
              ),
            )}
          </CardList>
        )}
      </Card>
    </div>
  )
}

function DocumentRow({ document, onOpen }: { document: DeletedDocument; onOpen: (href: string) => void }) {
  const reader = useReaderTexts()
  const { bytes } = useFormat()
  const restore = useRestore((id) => onOpen(paths.document(id)))
  const { id_documento: id, nombre, titulo, size } = document
  return (
    <DeletedRow deleted={document} name={nombre} icon={<FileText />} restore={restore} id={id}>
      {titulo ?? reader.loose} · {bytes(size)}
    </DeletedRow>
  )
}

function CaseRow({ main, onOpen }: { main: DeletedCase; onOpen: (href: string) => void }) {
  const reader = useReaderTexts()
  const { plural } = useFormat()
  const restore = useRestoreCase((id) => onOpen(paths.solicitud(id)))
  const { id_solicitud_main: id, titulo, documentos, motivo } = main
  return (
    <DeletedRow deleted={main} name={titulo} icon={<FolderOpen />} restore={restore} id={id}>
      {reader.binCase} · {plural(documentos, reader.binDocuments)}
      {motivo !== null && ` · «${motivo}»`}
    </DeletedRow>
  )
}

type RowProps = {
  deleted: Pick<DeletedDocument, 'deleted_at' | 'deleted_by' | 'purge_at'>
  id: string
  name: string
  icon: ReactNode
  restore: Pick<UseMutationResult<unknown, Error, string>, 'isPending' | 'mutate'>
  children: ReactNode
}

function DeletedRow({ deleted, id, name, icon, restore, children }: RowProps) {
  const reader = useReaderTexts()
  const { relative, plural, dateTime } = useFormat()
  const { deleted_by: by, deleted_at: at, purge_at: purge } = deleted
  const left = daysLeft(purge)
  const when = relative(at)
  return (
    <CardRow className="flex-wrap">
      <FileTile>{icon}</FileTile>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-small text-ink-muted wrap-anywhere">{children}</p>
        <p className="text-small text-ink-muted" title={dateTime(at)}>
          {by === null ? reader.deletedAt(when) : reader.deletedBy(when, by.nombre)}
        </p>
      </div>
      <Badge size="sm" variant={left < 4 ? 'warning' : 'neutral'}>
        {left === 1 ? reader.lastDay : plural(left, reader.daysLeft)}
      </Badge>
      <Button
        size="sm"
        className="ml-auto"
        icon={<RotateCcw />}
        aria-label={`${reader.restore} ${name}`}
        loading={restore.isPending}
        onClick={() => restore.mutate(id)}
      >
        {reader.restore}
      </Button>
    </CardRow>
  )
}
