import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, type ReactNode } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { Card } from './card.tsx'
import { Checkbox } from './checkbox.tsx'
import { cn } from './cn.ts'
import { phoneQuery, useMedia } from './use-media.ts'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** A CSS width: `7rem`, `30%`. */
  width?: string
  sortable?: boolean
  /** The header is only for screen readers, e.g. of a column of menus. */
  hideHeader?: boolean
  /** Hidden below this width. */
  from?: 'lg' | 'xl'
}

export type Sort = { key: string; direction: 'asc' | 'desc' }

export type TableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The name of a row, for its checkbox. */
  rowName?: (row: Row) => string
  selection?: { selected: ReadonlySet<string>; onChange: (selected: Set<string>) => void }
  sort?: Sort
  onSort?: (key: string) => void
  /** A row as a card on phones; by default the cells below each other with their headers. */
  phoneCard?: (row: Row) => ReactNode
}

const shown = { lg: 'max-lg:hidden', xl: 'max-xl:hidden' }

/** Rows of 52 px with hairlines. On phones each row is a card. Put a Pagination below. */
export function Table<Row>(props: TableProps<Row>) {
  const phone = useMedia(phoneQuery)
  return phone ? <Cards {...props} /> : <Grid {...props} />
}

function useSelection<Row>({ rows, rowKey, selection }: TableProps<Row>) {
  const chosen = selection === undefined ? 0 : rows.filter((row) => selection.selected.has(rowKey(row))).length
  const state = chosen === 0 ? false : chosen === rows.length || ('indeterminate' as const)
  const toggle = useCallback(
    (keys: readonly string[], on: boolean) => {
      const next = new Set(selection?.selected)
      for (const key of keys) {
        if (on) next.add(key)
        else next.delete(key)
      }
      selection?.onChange(next)
    },
    [selection],
  )
  return { state, toggle }
}

function Grid<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowName, selection, sort, onSort } = props
  const ui = useUiTexts()
  const { state, toggle } = useSelection(props)
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="h-10 border-b border-line">
            {selection !== undefined && (
              <th scope="col" className="w-12 pl-5">
                <span className="flex">
                  <Checkbox
                    aria-label={ui.selectAll}
                    checked={state}
                    onCheckedChange={(on) => toggle(rows.map(rowKey), on)}
                  />
                </span>
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => {
            const key = rowKey(row)
            const selected = selection?.selected.has(key) === true
            return (
              <tr
                key={key}
                aria-selected={selection === undefined ? undefined : selected}
                className={cn('group relative h-13', selected ? 'bg-selected' : 'hover:bg-canvas')}
              >
                {selection !== undefined && (
                  <td className="relative z-1 pl-5">
                    <span className="flex">
                      <Checkbox
                        aria-label={ui.selectRow(rowName?.(row) ?? key)}
                        checked={selected}
                        onCheckedChange={(on) => toggle([key], on)}
                      />
                    </span>
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={cn(
                      'px-3 py-1.5 first:pl-5 last:pr-4',
                      // No intrinsic width, so that a long text is truncated instead of pushing other columns out of
                      // view.
                      column.width !== undefined && 'max-w-0',
                      column.align === 'end' && 'text-right figures',
                      column.from !== undefined && shown[column.from],
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type HeaderProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: ((key: string) => void) | undefined }

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const ui = useUiTexts()
  const direction = sort?.key === column.key ? sort.direction : undefined
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown
  const order = { asc: 'ascending', desc: 'descending' } as const
  return (
    <th
      scope="col"
      style={{ width: column.width }}
      aria-sort={direction === undefined ? undefined : order[direction]}
      className={cn(
        'px-3 text-small font-medium whitespace-nowrap text-ink-muted first:pl-5 last:pr-4',
        column.align === 'end' && 'text-right',
        column.from !== undefined && shown[column.from],
      )}
    >
      {column.sortable === true && onSort !== undefined ? (
        <button
          type="button"
          title={ui.sortBy(column.header)}
          onClick={() => onSort(column.key)}
          className={cn(
            'inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink',
            direction !== undefined && 'font-semibold text-ink',
            column.align === 'end' && 'relative',
          )}
        >
          {column.header}
          {/* Aligned to the right above numbers. */}
          <Arrow
            aria-hidden
            className={cn(
              'size-3.5',
              direction === undefined && 'invisible',
              column.align === 'end' && 'absolute right-full mr-1',
            )}
          />
        </button>
      ) : (
        <span className={column.hideHeader === true ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  )
}

function Cards<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowName, selection, phoneCard } = props
  const ui = useUiTexts()
  const { toggle } = useSelection(props)
  return (
    <ul aria-label={caption} className="flex flex-col gap-3">
      {rows.map((row) => {
        const key = rowKey(row)
        const selected = selection?.selected.has(key) === true
        return (
          <li key={key}>
            <Card variant="interactive" tone={selected ? 'selected' : 'none'} className="flex gap-3 p-4">
              {selection !== undefined && (
                <span className="relative z-1 flex pt-0.5">
                  <Checkbox
                    aria-label={ui.selectRow(rowName?.(row) ?? key)}
                    checked={selected}
                    onCheckedChange={(on) => toggle([key], on)}
                  />
                </span>
              )}
              <div className="min-w-0 flex-1">{phoneCard?.(row) ?? <CellList columns={columns} row={row} />}</div>
            </Card>
          </li>
        )
      })}
    </ul>
  )
}

function CellList<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const [first, ...others] = columns
  return (
    <>
      <div className="mb-2">{first?.cell(row)}</div>
      <dl className="flex flex-col gap-1.5">
        {others.map((column) => (
          <div key={column.key} className="flex items-center justify-between gap-4">
            <dt className="text-small text-ink-muted">{column.header}</dt>
            <dd className="min-w-0 text-right">{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
