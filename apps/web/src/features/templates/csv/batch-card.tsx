import type { Template } from '@foja/contracts/templates'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileArchive, FolderOpen, CircleStop } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplateCsvTexts } from '../texts/template-csv.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { Table } from '../../../ui/table.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { batchQuery, cancelBatch, fetchBatchZip } from '../api/fill-batch.ts'
import { fileNameOf } from '../file-name.ts'
import { csvBlob } from '../../../lib/files/csv-text.ts'
import type { CsvTable } from '../../../lib/files/read-csv.ts'
import { readSentRows } from './sent-rows.ts'
import { wrongRowsCsv } from './wrong-rows.ts'

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
  const texts = useTemplateCsvTexts()
  const domain = useDomainTexts()
  const { number } = useFormat()
  const queries = useQueryClient()
  const batch = useQuery(batchQuery(id))
  const sent = useSentRows(id)
  const { data } = batch
  const over = data !== undefined && data.status !== 'running'
  useEffect(() => {
    if (!over) return
    onEnd()
    for (const queryKey of [['templates'], ['template'], ['solicitud'], ['solicitudes']]) {
      void queries.invalidateQueries({ queryKey })
    }
  }, [over, onEnd, queries])
  const failed = (error: unknown) => toast.error(problemOf(error)?.detail ?? domain.tryAgainLater)
  const stop = useMutation({
    mutationFn: () => cancelBatch(id),
    onSuccess: (now) => queries.setQueryData(batchQuery(id).queryKey, now),
    onError: failed,
  })
  const zip = useMutation({
    mutationFn: async () => saveBlob(await fetchBatchZip(id), texts.zipName(fileNameOf(template.name))),
    onError: failed,
  })
  if (data === undefined) {
    return (
      <Card>
        {batch.isError ? (
          <LoadFailed error={batch.error} onRetry={() => void batch.refetch()} />
        ) : (
          <SkeletonList rows={2} header />
        )}
      </Card>
    )
  }
  const made = data.done - data.failed
  const labelOf = (key: string | null) => template.fields.find((field) => field.key === key)?.label ?? key ?? ''
  const download = (table: CsvTable) => {
    const reasons = new Map<number, string>()
    for (const { row, field, message } of data.errors) {
      const words = field === null ? message : texts.reasonOf(labelOf(field), message)
      reasons.set(row - 1, [...(reasons.has(row - 1) ? [reasons.get(row - 1)] : []), words].join(' '))
    }
    const text = wrongRowsCsv(table, reasons, texts.reasonColumn)
    saveBlob(csvBlob(text), texts.wrongName(fileNameOf(template.name)))
  }
  return (
    <>
      <Card aria-labelledby="batch-title">
        <CardHeader
          title={over ? (data.status === 'cancelled' ? texts.cancelledTitle : texts.doneTitle(made)) : texts.running}
          titleId="batch-title"
        />
        <CardBody className="flex flex-col gap-3">
          <Progress
            label={texts.running}
            value={data.done}
            max={data.total}
            after={texts.progress(number(data.done), number(data.total))}
          />
          <p className="text-ink-muted" role="status">
            {over
              ? data.status === 'cancelled'
                ? texts.stopped
                : solicitud === undefined
                  ? texts.zipReady
                  : texts.inCase
              : texts.stays}
          </p>
        </CardBody>
        <CardFooter>
          {over ? (
            <>
              <Button variant="ghost" onClick={onAnother}>
                {texts.another}
              </Button>
              {solicitud !== undefined && (
                <Button asChild icon={<FolderOpen />} {...(data.zip ? {} : { variant: 'primary' as const })}>
                  <AppLink to={paths.solicitud(solicitud)}>{texts.seeCase}</AppLink>
                </Button>
              )}
              {data.zip && (
                <Button variant="primary" icon={<FileArchive />} loading={zip.isPending} onClick={() => zip.mutate()}>
                  {texts.zip}
                </Button>
              )}
            </>
          ) : (
            <Button icon={<CircleStop />} loading={stop.isPending} onClick={() => stop.mutate()}>
              {texts.stop}
            </Button>
          )}
        </CardFooter>
      </Card>
      {data.errors.length > 0 && (
        <Card aria-labelledby="batch-failed">
          <CardHeader
            title={texts.failedRows(data.failed)}
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
              caption={texts.failedRows(data.failed)}
              columns={[
                { key: 'row', header: texts.row, width: '4rem', align: 'end', cell: ({ row }) => number(row) },
                { key: 'field', header: texts.field, cell: ({ field }) => labelOf(field) },
                { key: 'message', header: texts.reasonColumn, cell: ({ message }) => message },
              ]}
              rows={data.errors}
              rowKey={({ row, field }) => `${row}-${field ?? ''}`}
            />
          </div>
        </Card>
      )}
    </>
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
