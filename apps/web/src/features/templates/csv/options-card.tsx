import type { Template } from '@foja/contracts/templates'
import { useMutation } from '@tanstack/react-query'
import { Files, Send } from 'lucide-react'
import { useTemplateCsvTexts } from '../texts/template-csv.ts'
import { useAttemptKey } from '../../../lib/api/uuid.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { startBatch } from '../api/templates.ts'
import { dayFault, termBody } from '../../../shared/term.ts'
import { FlattenOption } from '../fill/flatten-option.tsx'
import { isColumnField } from './match-columns.ts'
import type { CsvTable } from '../../../lib/files/csv.ts'
import { isRight, storeSentRows } from './rows.ts'
import type { Csv } from './use-csv.ts'
import { ErrorAlert } from '../../../shared/error-alert.tsx'

type Props = {
  template: Template
  csv: Csv
  table: CsvTable
  solicitud: string | undefined
  onBusy: (busy: boolean) => void
  onStarted: (batch: string) => void
}

/** Name documents by the template's name with a number. */
const byNumber = '\u0000'

/** Names and target of the documents, and the button that starts the batch. */
export function OptionsCard({ template, csv, table, solicitud, onBusy, onStarted }: Props) {
  const texts = useTemplateCsvTexts()
  const { keyFor } = useAttemptKey()
  const right = csv.rows.filter(isRight)
  const cannotAsk =
    csv.asks &&
    (csv.roles.every(({ key }) => csv.signers[key]!.source === 'none') || dayFault(csv.term.lastDay) !== null)
  const named = template.fields.filter((field) => isColumnField(field) && field.type !== 'checkbox')
  const nameBy = named.some((field) => field.key === csv.nameBy) ? csv.nameBy : ''
  const wish = {
    id: template.id,
    rows: right.map((row) => row.data),
    ...(nameBy === '' ? {} : { name_field: nameBy }),
    ...(solicitud === undefined ? {} : { id_solicitud: solicitud }),
    ...(csv.flatten ? { flatten: true } : {}),
    ...(csv.asks
      ? { requests: { recipients: right.map((row) => row.asked?.recipients ?? []), ...termBody(csv.term) } }
      : {}),
  }
  const start = useMutation({
    mutationFn: async () => {
      onBusy(true)
      const batch = await startBatch({ ...wish, key: keyFor(wish) })
      await storeSentRows(batch.id, { ...table, rows: right.map((row) => [...row.cells]) })
      return batch
    },
    onSuccess: (batch) => {
      csv.clear()
      onStarted(batch.id)
    },
    onSettled: () => onBusy(false),
  })
  return (
    <Card aria-labelledby="csv-options">
      <CardHeader title={texts.options} titleId="csv-options" />
      <CardBody className="flex flex-col gap-4">
        <ErrorAlert error={start.error} title={texts.failedTitle} />
        <Field label={texts.nameBy}>
          <Select
            options={[
              { value: byNumber, label: texts.nameByNumber },
              ...named.map((field) => ({ value: field.key, label: field.label })),
            ]}
            value={nameBy === '' ? byNumber : nameBy}
            onValueChange={(key) => csv.setNameBy(key === byNumber ? '' : key)}
          />
        </Field>
        <FlattenOption fields={template.fields} checked={csv.flatten} onCheckedChange={csv.setFlatten} />
      </CardBody>
      <CardFooter>
        <p className="min-w-0 flex-1 text-small text-ink-muted">
          {csv.asks ? texts.toPeople : solicitud === undefined ? texts.toZip : texts.toCase}
        </p>
        <Button
          variant="primary"
          icon={csv.asks ? <Send /> : <Files />}
          loading={start.isPending}
          disabled={right.length === 0 || csv.loading || cannotAsk}
          onClick={() => start.mutate()}
        >
          {csv.asks ? texts.submitRequests(right.length) : texts.submit(right.length)}
        </Button>
      </CardFooter>
    </Card>
  )
}
