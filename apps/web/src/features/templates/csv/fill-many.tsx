import type { Template } from '@foja/contracts/templates'
import { Download } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { templateLimits } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplateCsvTexts } from '../texts/template-csv.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardList } from '../../../ui/card.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { fileNameOf } from '../file-name.ts'
import { CaseChoice } from '../fill/case-choice.tsx'
import { BatchCard } from './batch-card.tsx'
import { csvBlob, writeCsv, type CsvTable } from '../../../lib/files/csv.ts'
import { isColumnField, titlesFor } from './match-columns.ts'
import { OptionsCard } from './options-card.tsx'
import { signerTitles, type AskMeans } from './signers.ts'
import { SignersCard } from './signers-card.tsx'
import { RowsCard } from './rows-card.tsx'
import { useCsv, type Csv } from './use-csv.ts'
import { Select } from '../../../ui/select.tsx'

type ColumnsCardProps = { fields: readonly TemplateField[]; csv: Csv; table: CsvTable }

/** Value of «no column»: a select option cannot be empty. */
const none = '\u0000'

/** Assigns columns to fields: matched by title, others chosen by the user. */
function ColumnsCard({ fields, csv, table }: ColumnsCardProps) {
  const texts = useTemplateCsvTexts()
  const usable = fields.filter(isColumnField)
  const matched = usable.filter((field) => typeof csv.columns[field.key] === 'number')
  const options = [
    { value: none, label: texts.noColumn },
    ...[...new Set(table.header)].filter((title) => title !== '').map((title) => ({ value: title, label: title })),
  ]
  return (
    <Card aria-labelledby="csv-columns">
      <CardHeader title={texts.columns} titleId="csv-columns" note={texts.matched(matched.length, usable.length)} />
      <CardList>
        {usable.map((field) => {
          const at = csv.columns[field.key] ?? null
          const entry = csv.defaults[field.key] ?? ''
          return (
            <li key={field.key} className="flex min-h-14 flex-wrap items-center gap-3 px-5 py-2 max-sm:px-4">
              <div className="min-w-0 flex-1 max-md:basis-full">
                <p className="font-medium">
                  {field.label}
                  {field.required && (
                    <span aria-hidden className="text-error-ink">
                      {' *'}
                    </span>
                  )}
                </p>
                {at === null && (
                  <p className="truncate text-small text-ink-muted">
                    {typeof entry === 'string' && entry !== '' ? texts.same(entry) : texts.empty}
                  </p>
                )}
              </div>
              <Select
                className="w-58 max-md:w-full"
                label={texts.columnOf(field.label)}
                options={options}
                value={at === null ? none : (table.header[at] ?? none)}
                onValueChange={(title) => csv.setColumn(field.key, title === none ? '' : title)}
              />
            </li>
          )
        })}
      </CardList>
    </Card>
  )
}

type Props = {
  template: Template
  solicitud: string | undefined
  onSolicitud: (id: string | undefined) => void
  /** The batch in the address. */
  batch: string | undefined
  onBatch: (id: string | undefined) => void
  /** Choice between one and many, shown at the top. */
  choice: ReactNode
  means: AskMeans
}

/** Fills a template once per row of a CSV. */
export function FillMany({ template, solicitud, onSolicitud, batch, onBatch, choice, means }: Props) {
  const texts = useTemplateCsvTexts()
  // A draft, so that the user finds the running batch again after leaving the page.
  const [running, setRunning] = useDraft<string | null>(`batch-${template.id}`, null)
  const forget = useCallback(() => setRunning(null), [setRunning])
  return (
    <div className="h-[calc(100dvh-3.5rem)] min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-220 flex-col gap-4 px-8 py-6 max-md:px-4 max-md:py-5">
        {batch === undefined ? (
          <>
            {running !== null && (
              <Alert button={{ label: texts.see, onClick: () => onBatch(running) }}>{texts.under}</Alert>
            )}
            <div className="max-w-120">{choice}</div>
            <NewBatch
              template={template}
              solicitud={solicitud}
              onSolicitud={onSolicitud}
              means={means}
              onStarted={(id) => {
                setRunning(id)
                onBatch(id)
              }}
            />
          </>
        ) : (
          <BatchCard
            key={batch}
            id={batch}
            template={template}
            solicitud={solicitud}
            onEnd={forget}
            onAnother={() => onBatch(undefined)}
          />
        )}
      </div>
    </div>
  )
}

type NewProps = Pick<Props, 'template' | 'solicitud' | 'onSolicitud' | 'means'> & { onStarted: (id: string) => void }

function NewBatch({ template, solicitud, onSolicitud, means, onStarted }: NewProps) {
  const texts = useTemplateCsvTexts()
  const { plural, list } = useFormat()
  const csv = useCsv(template, solicitud, means.mailReady)
  const [busy, setBusy] = useState(false)
  const usable = template.fields.filter(isColumnField)
  const images = template.fields.filter((field) => field.type === 'image')
  const must = images.filter((field) => field.required)
  const labels = (fields: typeof images) => list(fields.map((field) => field.label))
  const model = () => {
    const people = csv.roles.flatMap((role) => signerTitles(role, texts.signer))
    const titles = [...new Set([...titlesFor(template.fields), ...people])]
    saveBlob(csvBlob(writeCsv([titles], ';')), texts.modelName(fileNameOf(template.name)))
  }
  if (usable.length === 0) return <Alert>{texts.noFields}</Alert>
  if (must.length > 0) return <Alert variant="warning">{texts.imagesRequired(labels(must))}</Alert>
  const { table, fault } = csv
  return (
    <>
      <CaseChoice solicitud={solicitud} onSolicitud={onSolicitud} disabled={busy} />
      {images.length > 0 && <Alert>{texts.images(labels(images))}</Alert>}
      {fault !== null && (
        <Alert variant="error">
          {fault.code === 'tooMany' ? texts.faults.tooMany(fault.count, templateLimits.rows) : texts.faults[fault.code]}
        </Alert>
      )}
      <Card aria-labelledby="csv-file">
        <CardHeader
          title={texts.file}
          titleId="csv-file"
          {...(table === null
            ? {}
            : {
                note: texts.fileFacts(
                  plural(table.rows.length, texts.rows),
                  plural(table.header.length, texts.columnsCount),
                ),
              })}
          action={
            <Button size="sm" variant="ghost" icon={<Download />} onClick={model}>
              {texts.model}
            </Button>
          }
        />
        <CardBody>
          {table === null ? (
            <div className="flex flex-col gap-3">
              <p className="text-ink-muted">{texts.intro}</p>
              <Dropzone
                multiple={false}
                accept=".csv,.tsv,.txt,text/csv"
                title={texts.dropTitle}
                hint={texts.dropHint}
                onFiles={([file]) => file !== undefined && void csv.take(file)}
              />
            </div>
          ) : (
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 truncate font-medium">{table.name}</p>
              <Button size="sm" disabled={busy} onClick={csv.clear}>
                {texts.change}
              </Button>
            </div>
          )}
        </CardBody>
      </Card>
      {table !== null && (
        <>
          <ColumnsCard fields={template.fields} csv={csv} table={table} />
          {csv.roles.length > 0 && <SignersCard csv={csv} table={table} means={means} />}
          <RowsCard fields={usable} csv={csv} table={table} />
          <OptionsCard
            template={template}
            csv={csv}
            table={table}
            solicitud={solicitud}
            onBusy={setBusy}
            onStarted={onStarted}
          />
        </>
      )}
    </>
  )
}
