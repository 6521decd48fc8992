import type { DeletedDocument } from '@foja/contracts/documents'
import { useQuery } from '@tanstack/react-query'
import { FileText, RotateCcw, Trash2 } from 'lucide-react'
import { recycleDays } from '@foja/contracts/constants'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useReaderTexts } from '../texts/reader.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardList, CardRow } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { FileTile } from '../../../ui/tile.tsx'
import { deletedQuery } from '../api/recycle-bin.ts'
import { useRestore } from '../use-restore.ts'

const day = 24 * 60 * 60 * 1000

/** Days until a document is purged, rounded up. */
export const daysLeft = (purgeAt: string, now = Date.now()): number =>
  Math.max(1, Math.ceil((Date.parse(purgeAt) - now) / day))

/** Deleted documents: by whom, when, days left, and a button to restore each. */
export function BinPage({ onOpen }: { onOpen: (id: string) => void }) {
  const reader = useReaderTexts()
  const { data, isError, error, refetch } = useQuery(deletedQuery)
  return (
    <div className="mx-auto max-w-220">
      <PageHeader title={reader.binTitle} note={reader.binText(recycleDays)} />
      <Card>
        {isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonList rows={4} />
        ) : data.length === 0 ? (
          <EmptyState icon={<Trash2 />} title={reader.binEmpty}>
            {reader.binEmptyText}
          </EmptyState>
        ) : (
          <CardList aria-label={reader.binCaption}>
            {data.map((document) => (
              <DeletedRow key={document.id_documento} document={document} onOpen={onOpen} />
            ))}
          </CardList>
        )}
      </Card>
    </div>
  )
}

function DeletedRow({ document, onOpen }: { document: DeletedDocument; onOpen: (id: string) => void }) {
  const reader = useReaderTexts()
  const { relative, bytes, plural, dateTime } = useFormat()
  const restore = useRestore(onOpen)
  const { deleted_by: by, deleted_at: at, titulo, purge_at: purge } = document
  const left = daysLeft(purge)
  const when = relative(at)
  return (
    <CardRow className="flex-wrap">
      <FileTile>
        <FileText />
      </FileTile>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{document.nombre}</p>
        <p className="text-small text-ink-muted">
          {titulo ?? reader.loose} · {bytes(document.size)}
        </p>
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
        aria-label={`${reader.restore} ${document.nombre}`}
        loading={restore.isPending}
        onClick={() => restore.mutate(document.id_documento)}
      >
        {reader.restore}
      </Button>
    </CardRow>
  )
}
