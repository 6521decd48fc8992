import { CircleAlert, CircleCheck, Download } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useUserImportTexts } from '../texts/user-import.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { csvBlob, writeCsv } from '../../../lib/files/csv.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { IconText } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/details.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import type { ImportReply, ImportRow } from '../api/users.ts'
import { importFields, type ImportField, type PeopleTable } from '../import/read-people.ts'

type Fault = ImportReply['errors'][number]
/** `number`: in the request; `line`: in the user's file. */
type Row = { number: number; line: number; row: ImportRow; faults: Fault[] }
type Props = {
  list: PeopleTable
  errors: readonly Fault[]
  /** The valid rows were created; these are the remaining ones. */
  rest: boolean
}

const pageSize = 10
const isField = (name: string): name is ImportField => importFields.some((field) => field === name)

/** Validates every row before anything is created, and shows errors at their cells. */
export function ImportRows({ list, errors, rest }: Props) {
  const texts = useUserImportTexts()
  const { plural, number } = useFormat()
  const [only, setOnly] = useState<'all' | 'wrong'>(errors.length > 0 ? 'wrong' : 'all')
  const [page, setPage] = useState(1)
  const byRow = Map.groupBy(errors, ({ row }) => row)
  const rows = list.rows.map((row, at): Row => {
    return { number: at + 1, line: list.lines[at] ?? 0, row, faults: byRow.get(at + 1) ?? [] }
  })
  const wrong = rows.filter(({ faults }) => faults.length > 0)
  const listed = only === 'wrong' && wrong.length > 0 ? wrong : rows
  const mixed = wrong.length > 0 && wrong.length < rows.length
  const pages = Math.max(1, Math.ceil(listed.length / pageSize))
  const at = Math.min(page, pages)
  const reason = ({ field, message }: Fault) =>
    isField(field) ? `${texts.fields[field]}: ${message.charAt(0).toLowerCase()}${message.slice(1)}` : message
  const download = () => {
    const { header, rows: cells, separator } = list.table
    // A file downloaded here before has an outdated column of reasons.
    const kept = header.flatMap((title, column) => (title === texts.reasonColumn ? [] : [column]))
    const cut = (row: readonly string[] = []) => kept.map((column) => row[column] ?? '')
    const given = wrong.map(({ number: row, faults }) => [...cut(cells[row - 1]), faults.map(reason).join(' ')])
    saveBlob(csvBlob(writeCsv([[...cut(header), texts.reasonColumn], ...given], separator)), texts.wrongName)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3" role="status">
        {wrong.length === 0 ? (
          <IconText icon={<CircleCheck />} tone="success">
            {texts.allReady(plural(rows.length, texts.people))}
          </IconText>
        ) : (
          <>
            {(mixed || !rest) && (
              <p className="flex min-w-0 flex-1 basis-56 items-start gap-2 font-medium">
                <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-error-ink" />
                <span>
                  {!rest && texts.someWrong(plural(wrong.length, texts.rows))}{' '}
                  <span className="font-normal text-ink-muted">{mixed ? texts.orReady : texts.nobodyYet}</span>
                </span>
              </p>
            )}
            <Button size="sm" icon={<Download />} onClick={download}>
              {texts.downloadWrong}
            </Button>
          </>
        )}
      </div>
      {mixed && (
        <SegmentedControl
          label={texts.showing}
          className="self-start"
          value={only}
          onValueChange={(value) => {
            setOnly(value)
            setPage(1)
          }}
          options={[
            { value: 'wrong', label: texts.wrong, count: number(wrong.length) },
            { value: 'all', label: texts.all, count: number(rows.length) },
          ]}
        />
      )}
      <div className="-mx-5 border-t border-line max-md:px-5 max-md:pt-3">
        <Table
          caption={texts.title}
          columns={useColumns()}
          rows={listed.slice((at - 1) * pageSize, at * pageSize)}
          rowKey={(row) => String(row.number)}
          phoneCard={(row) => <ImportCard row={row} />}
        />
        {pages > 1 && (
          <Pagination
            page={at}
            pageSize={pageSize}
            total={listed.length}
            onPageChange={setPage}
            className="border-t border-line"
          />
        )}
      </div>
    </>
  )
}

/** A cell with its error. */
function ImportCell({ field, row: { row, faults } }: { field: ImportField; row: Row }) {
  const domain = useDomainTexts()
  const text = row[field] ?? ''
  const role = field === 'role' ? (domain.roles as Record<string, string>)[text] : undefined
  const fault = faults.find((one) => one.field === field)
  return (
    <span className="flex flex-col py-1">
      <span className={fault === undefined ? 'wrap-anywhere' : 'wrap-anywhere text-error-ink'}>{role ?? text}</span>
      {fault !== undefined && <span className="text-meta text-error-ink">{fault.message}</span>}
    </span>
  )
}

/** The state of a row, or errors that belong to no cell. */
function ImportState({ faults }: Row) {
  const texts = useUserImportTexts()
  return faults.length === 0 ? (
    <IconText icon={<CircleCheck />} tone="success">
      {texts.ready}
    </IconText>
  ) : (
    <span className="text-meta text-error-ink">
      {faults.flatMap(({ field, message }) => (isField(field) ? [] : [message])).join(' ')}
    </span>
  )
}

/** A row as a card on phones: values and errors, without empty fields. */
function ImportCard({ row }: { row: Row }) {
  const texts = useUserImportTexts()
  const { number } = useFormat()
  const filled = importFields.filter(
    (field) => (row.row[field] ?? '') !== '' || row.faults.some((fault) => fault.field === field),
  )
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-4">
        <span className="text-small text-ink-muted">
          {texts.row} {number(row.line)}
        </span>
        <ImportState {...row} />
      </div>
      <Facts
        items={filled.map((field) => ({ label: texts.fields[field], value: <ImportCell field={field} row={row} /> }))}
      />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const texts = useUserImportTexts()
  const { number } = useFormat()
  return [
    { key: 'number', header: texts.row, width: '3.5rem', cell: ({ line }) => number(line) },
    ...importFields.map((field): Column<Row> => ({
      key: field,
      header: texts.fields[field],
      cell: (row) => <ImportCell field={field} row={row} />,
    })),
    { key: 'state', header: texts.state, cell: (row) => <ImportState {...row} /> },
  ]
}
