import type { TemplateField } from '@foja/contracts/template-fields'
import { useTemplateCsvTexts } from '../texts/template-csv.ts'
import { Card, CardHeader, CardList } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import { isColumnField } from './match-columns.ts'
import type { CsvTable } from '../../../lib/files/read-csv.ts'
import type { Csv } from './use-csv.ts'

type Props = { fields: readonly TemplateField[]; csv: Csv; table: CsvTable }

/** Value of «no column»: a select option cannot be empty. */
const none = '\u0000'

/** Assigns columns to fields: matched by title, others chosen by the user. */
export function ColumnsCard({ fields, csv, table }: Props) {
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
