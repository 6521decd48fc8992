import type { FillBatch } from '@foja/contracts/template-fills'
import type { Template } from '@foja/contracts/templates'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileArchive, FolderOpen, CircleStop, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplateCsvTexts } from '../texts/template-csv.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { toastError } from '../../../shared/use-toast-mutation.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { Table } from '../../../ui/table.tsx'
import { batchQuery, cancelBatch, fetchBatchZip } from '../api/templates.ts'
import { fileNameOf } from '../file-name.ts'
import { csvBlob, type CsvTable } from '../../../lib/files/csv.ts'
import { readSentRows, wrongRowsCsv } from './rows.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'

type Props = {
  id: string
  template: Template
  solicitud: string | undefined
  /** The batch has ended, successfully or not. */
  onEnd: () => void
  onAnother: () => void
}

/** Progress and result of a batch: documents, and failed rows with their reasons. */
export function BatchCard({ id, template, solicitud, onEnd, onAnother }: Props) {
  const queries = useQueryClient()
  const batch = useQuery(batchQuery(id))
  const { data } = batch
  const over = data !== undefined && data.status !== 'running'
  useEffect(() => {
    if (!over) return
    onEnd()
    void invalidate(
      queries,
      queryKeys.templates(),
      queryKeys.template(),
      queryKeys.solicitud(),
      queryKeys.solicitudes(),
    )
  }, [over, onEnd, queries])
  if (data === undefined) {
    return (
      <Card>
        {batch.isLoadingError ? (
          <LoadFailed error={batch.error} onRetry={() => void batch.refetch()} />
        ) : (
          <SkeletonList rows={2} header />
        )}
      </Card>
    )
  }
  return (
    <>
      <StatusCard id={id} batch={data} template={template} solicitud={solicitud} onAnother={onAnother} />
      {data.errors.length > 0 && <FailedRowsCard id={id} batch={data} template={template} />}
    </>
  )
}

type StatusProps = Omit<Props, 'onEnd'> & { batch: FillBatch }

/** How many documents are done, and what can be done with them. */
function StatusCard({ id, batch, template, solicitud, onAnother }: StatusProps) {
  const texts = useTemplateCsvTexts()
  const domain = useDomainTexts()
  const { number } = useFormat()
  const queries = useQueryClient()
  const failed = (error: unknown) => toastError(error, domain.tryAgainLater)
  const stop = useMutation({
    mutationFn: () => cancelBatch(id),
    onSuccess: (now) => queries.setQueryData(batchQuery(id).queryKey, now),
    onError: failed,
  })
  const zip = useMutation({
    mutationFn: async () => saveBlob(await fetchBatchZip(id), texts.zipName(fileNameOf(template.name))),
    onError: failed,
  })
  const { status, done, total } = batch
  const result = batch.requests ? texts.sentResult : solicitud === undefined ? texts.zipReady : texts.inCase
  const [title, text] = {
    running: [texts.running, texts.stays],
    cancelled: [texts.cancelledTitle, texts.stopped],
    done: [(batch.requests ? texts.sentTitle : texts.doneTitle)(done), result],
  }[status]
  return (
    <Card aria-labelledby="batch-title">
      <CardHeader title={title} titleId="batch-title" />
      <CardBody className="flex flex-col gap-3">
        <Progress
          label={texts.running}
          value={done + batch.failed}
          max={total}
          after={texts.progress(number(done + batch.failed), number(total))}
        />
        <p className="text-ink-muted" role="status">
          {text}
        </p>
      </CardBody>
      <CardFooter>
        {status === 'running' ? (
          <Button icon={<CircleStop />} loading={stop.isPending} onClick={() => stop.mutate()}>
            {texts.stop}
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={onAnother}>
              {texts.another}
            </Button>
            {solicitud !== undefined && (
              <Button
                asChild
                icon={<FolderOpen />}
                {...(batch.zip || batch.requests ? {} : { variant: 'primary' as const })}
              >
                <AppLink to={paths.solicitud(solicitud)}>{texts.seeCase}</AppLink>
              </Button>
            )}
            {batch.requests && (
              <Button asChild variant="primary" icon={<Send />}>
                <AppLink to={paths.signingRequests()}>{texts.seeRequests}</AppLink>
              </Button>
            )}
            {batch.zip && (
              <Button variant="primary" icon={<FileArchive />} loading={zip.isPending} onClick={() => zip.mutate()}>
                {texts.zip}
              </Button>
            )}
          </>
        )}
      </CardFooter>
    </Card>
  )
}

/** The failed rows with their reasons; a CSV of them if this browser still has the rows. */
function FailedRowsCard({ id, batch, template }: Pick<StatusProps, 'id' | 'batch' | 'template'>) {
  const texts = useTemplateCsvTexts()
  const { number } = useFormat()
  const sent = useSentRows(id)
  const labelOf = (key: string | null) => template.fields.find((field) => field.key === key)?.label ?? key ?? ''
  const download = (table: CsvTable) => {
    const reasons = new Map<number, string>()
    for (const { row, field, message } of batch.errors) {
      const words = field === null ? message : texts.reasonOf(labelOf(field), message)
      reasons.set(row - 1, [...(reasons.has(row - 1) ? [reasons.get(row - 1)] : []), words].join(' '))
    }
    const text = wrongRowsCsv(table, reasons, texts.reasonColumn)
    saveBlob(csvBlob(text), texts.wrongName(fileNameOf(template.name)))
  }
  return (
    <Card aria-labelledby="batch-failed">
      <CardHeader
        title={texts.failedRows(batch.failed)}
        titleId="batch-failed"
        {...(sent === null
          ? {}
          : {
              action: (
                <Button size="sm" icon={<Download />} onClick={() => download(sent)}>
                  {texts.downloadWrong}
                </Button>
              ),
            })}
      />
      {sent !== null && (
        <div className="p-4">
          <Alert>{texts.failedRowsText}</Alert>
        </div>
      )}
      <div className="max-md:px-4 max-md:py-3">
        <Table
          caption={texts.failedRows(batch.failed)}
          columns={[
            { key: 'row', header: texts.row, width: '4rem', align: 'end', cell: ({ row }) => number(row) },
            { key: 'field', header: texts.field, cell: ({ field }) => labelOf(field) },
            { key: 'message', header: texts.reasonColumn, cell: ({ message }) => message },
          ]}
          rows={batch.errors}
          rowKey={({ row, field }) => `${row}-${field ?? ''}`}
        />
      </div>
    </Card>
  )
}

/** The rows of the batch, if this browser still has them. */
function useSentRows(id: string): CsvTable | null {
  const [table, setTable] = useState<CsvTable | null>(null)
  useEffect(() => {
    let here = true
    void readSentRows(id).then((found) => here && setTable(found))
    return () => {
      here = false
    }
  }, [id])
  return table
}
