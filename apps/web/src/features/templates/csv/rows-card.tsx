import type { TemplateField } from '@foja/contracts/template-fields'
import { CircleAlert, CircleCheck, Download } from 'lucide-react'
import { useState } from 'react'
import { useFormat, useLanguage } from '../../../lib/texts/texts.tsx'
import { useTemplateCsvTexts } from '../texts/template-csv.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { IconText } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader } from '../../../ui/card.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { fileNameOf } from '../file-name.ts'
import { csvBlob, type CsvTable } from '../../../lib/files/csv.ts'
import { isRight, type ReadRow, reasonOf, wrongRowsCsv } from './rows.ts'
import { roleName } from '../role-name.ts'
import type { Csv } from './use-csv.ts'

type Props = { fields: readonly TemplateField[]; csv: Csv; table: CsvTable }

const pageSize = 10
/** Number of columns shown beside the errors. */
const shownColumns = 3

/** Validates every row before documents are created, and shows what to correct. */
export function RowsCard({ fields, csv, table }: Props) {
  const texts = useTemplateCsvTexts()
  const { language } = useLanguage()
  const { plural, number } = useFormat()
  const [only, setOnly] = useState<'all' | 'wrong'>('all')
  const [page, setPage] = useState(1)
  const wrong = csv.rows.filter((row) => !isRight(row))
  const listed = only === 'wrong' && wrong.length > 0 ? wrong : csv.rows
  const pages = Math.max(1, Math.ceil(listed.length / pageSize))
  const at = Math.min(page, pages)
  const nameOf = (key: string) => roleName(csv.roles.find((role) => role.key === key)!)
  const reason = (row: ReadRow) => {
    const ofPeople = (row.asked?.faults ?? []).map(({ key, fault }) =>
      texts.reasonOf(nameOf(key), texts.signerFaults[fault]),
    )
    return [reasonOf(row, fields, language, texts.reasonOf) ?? [], ofPeople].flat().join(' ') || undefined
  }
  const used = fields.filter((field) => typeof csv.columns[field.key] === 'number').slice(0, shownColumns)
  const columns: Column<ReadRow>[] = [
    { key: 'number', header: texts.row, width: '4rem', align: 'end', cell: (row) => number(row.number) },
    ...used.map((field): Column<ReadRow> => {
      const column = csv.columns[field.key] ?? 0
      return {
        key: field.key,
        header: field.label,
        width: '20%',
        cell: (row) => <span className="block truncate">{row.cells[column] ?? ''}</span>,
      }
    }),
    {
      key: 'state',
      header: texts.state,
      cell: (row) =>
        reason(row) === undefined ? (
          <IconText icon={<CircleCheck />} tone="success">
            {texts.ready}
          </IconText>
        ) : (
          <span className="text-small text-error-ink">{reason(row)}</span>
        ),
    },
  ]
  const download = () => {
    const reasons = new Map(
      csv.rows.flatMap((row, place) => {
        const words = reason(row)
        return words === undefined ? [] : [[place, words] as const]
      }),
    )
    const text = wrongRowsCsv(table, reasons, texts.reasonColumn)
    saveBlob(csvBlob(text), texts.wrongName(fileNameOf(table.name.replace(/\.\w+$/, ''))))
  }
  return (
    <Card aria-labelledby="csv-rows">
      <CardHeader
        title={texts.check}
        titleId="csv-rows"
        action={
          wrong.length > 0 ? (
            <SegmentedControl
              label={texts.check}
              value={only}
              onValueChange={(value) => {
                setOnly(value)
                setPage(1)
              }}
              options={[
                { value: 'all', label: texts.all, count: number(csv.rows.length) },
                { value: 'wrong', label: texts.wrong, count: number(wrong.length) },
              ]}
            />
          ) : undefined
        }
      />
      <p className="flex flex-wrap items-center gap-3 px-5 py-2.5 max-sm:px-4" role="status">
        {wrong.length === 0 ? (
          <IconText icon={<CircleCheck />} tone="success">
            {texts.allReady(plural(csv.rows.length, texts.rows))}
          </IconText>
        ) : (
          <>
            <span className="flex-1">
              <IconText icon={<CircleAlert />} tone="error">
                {texts.someWrong(wrong.length)}
              </IconText>
            </span>
            <Button size="sm" icon={<Download />} onClick={download}>
              {texts.downloadWrong}
            </Button>
          </>
        )}
      </p>
      <div className="border-t border-line max-md:px-4 max-md:py-3">
        <Table
          caption={texts.check}
          columns={columns}
          rows={listed.slice((at - 1) * pageSize, at * pageSize)}
          rowKey={(row) => String(row.number)}
        />
      </div>
      {pages > 1 && (
        <Pagination
          page={at}
          pageSize={pageSize}
          total={listed.length}
          onPageChange={setPage}
          className="border-t border-line"
        />
      )}
    </Card>
  )
}
