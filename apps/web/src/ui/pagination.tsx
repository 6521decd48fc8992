import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useFormat } from '../lib/texts/texts.tsx'
import { useUiTexts } from './texts/ui.ts'
import { cn } from './cn.ts'
import { IconButton } from './icon-button.tsx'
import { Select } from './select.tsx'

/** The pages to show, `0` for a gap: 1 … 6 7 8 … 14. Seven places at most. */
export function pageWindow(page: number, pages: number): number[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, at) => at + 1)
  const start = Math.max(2, Math.min(page - 1, pages - 4))
  const end = Math.min(pages - 1, Math.max(page + 1, 5))
  const middle = Array.from({ length: end - start + 1 }, (_, at) => start + at)
  return [1, ...(start > 2 ? [0] : []), ...middle, ...(end < pages - 1 ? [0] : []), pages]
}

type Props = {
  /** 1-based. */
  page: number
  pageSize: number
  total: number
  /** Replaces `total` if that is not exact: "más de 10.000". */
  totalText?: string
  /** If `total` is not exact: whether there is a next page. */
  hasNext?: boolean
  onPageChange: (page: number) => void
  pageSizes?: readonly number[]
  onPageSizeChange?: (size: number) => void
  className?: string
}

/** Position in a list, and links to other pages. Keep the page in the address. */
export function Pagination(props: Props) {
  const { page, pageSize, total, totalText, hasNext, onPageChange, pageSizes, onPageSizeChange, className } = props
  const ui = useUiTexts()
  const format = useFormat()
  const known = Math.ceil(total / pageSize)
  const pages = Math.max(1, hasNext === undefined ? known : Math.max(known, hasNext ? page + 1 : page))
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1
  return (
    <div className={cn('flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-2.5 max-md:px-0', className)}>
      <span className="text-ink-muted figures">
        {ui.range(from, Math.min(Math.max(total, from), page * pageSize), totalText ?? format.number(total))}
      </span>
      {pageSizes !== undefined && onPageSizeChange !== undefined && (
        <span className="flex items-center gap-3 border-l border-line pl-3 text-ink-muted max-sm:hidden">
          <span aria-hidden>{ui.rowsPerPage}</span>
          <Select
            size="sm"
            label={ui.rowsPerPage}
            options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
            value={String(pageSize)}
            onValueChange={(size) => onPageSizeChange(Number(size))}
          />
        </span>
      )}
      <nav aria-label={ui.pages} className="ml-auto flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        <IconButton label={ui.previousPage} size="sm" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
          <ChevronLeft />
        </IconButton>
        {pageWindow(page, pages).map((number, at) =>
          number === 0 ? (
            <span key={`gap-${at}`} aria-hidden className="w-6 text-center text-ink-muted">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              aria-label={ui.page(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPageChange(number)}
              className="touch-target h-8 min-w-8 rounded-lg px-2 text-small text-ink-muted figures hover:bg-muted aria-[current]:bg-muted aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {number}
            </button>
          ),
        )}
        <IconButton label={ui.nextPage} size="sm" disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
          <ChevronRight />
        </IconButton>
      </nav>
    </div>
  )
}
