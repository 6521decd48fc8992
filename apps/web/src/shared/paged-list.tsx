import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Card } from '../ui/card.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { phoneQuery, useMedia } from '../ui/use-media.ts'
import { LoadedList, type Loading } from './loaded-list.tsx'
import { wholeOf } from '../lib/router/address-values.ts'

const sizeKey = 'foja-page-size'

/** The user's last choice of rows per page. */
export function rememberedSize(): number {
  try {
    return wholeOf(localStorage.getItem(sizeKey), 100) ?? 10
  } catch {
    return 10
  }
}

export function rememberSize(size: number): void {
  try {
    localStorage.setItem(sizeKey, String(size))
  } catch {
    // Storage is unavailable: the choice lasts as long as the address.
  }
}

/** Page size: from the address, or the user's last choice. */
export function usePageSize(wanted: number | undefined): number {
  const [usual] = useState(rememberedSize)
  return wanted ?? usual
}

type Page<Row> = { count: number; next: unknown; results: readonly Row[] }

type Props<Row> = {
  list: Loading<Page<Row>>
  page: number
  size: number
  onPage: (page: number) => void
  onSize: (size: number) => void
  /** Placeholder rows while loading. */
  rows?: number
  /** Replaces the count if that is not exact: "más de 10.000". */
  totalText?: string | undefined
  nothing: ReactNode
  /** Renders the table. */
  children: (rows: readonly Row[]) => ReactNode
}

/** One page of a list with pagination; a page after the last one leads to the last one. */
export function PagedList<Row>(props: Props<Row>) {
  const { list, page, size, onPage, onSize, rows = 8, totalText, nothing, children } = props
  const { data, isPlaceholderData: stale } = list
  const phone = useMedia(phoneQuery)
  const pages = data === undefined || totalText !== undefined ? undefined : Math.max(1, Math.ceil(data.count / size))
  useEffect(() => {
    if (pages !== undefined && page > pages && !stale) onPage(pages)
  }, [page, pages, stale, onPage])
  return (
    <LoadedList list={list} loading={rows} nothing={nothing} isEmpty={({ count }) => count === 0}>
      {({ count, next, results }) => {
        const table = (
          <div aria-busy={stale} className={stale ? 'opacity-60 transition-opacity' : undefined}>
            {children(results)}
            <Pagination
              page={page}
              pageSize={size}
              total={count}
              {...(totalText === undefined ? {} : { totalText, hasNext: next !== null })}
              onPageChange={onPage}
              pageSizes={[10, 20, 50, 100]}
              onPageSizeChange={(chosen) => {
                rememberSize(chosen)
                onSize(chosen)
              }}
              className="md:border-t md:border-line"
            />
          </div>
        )
        // On phones each row is its own card.
        return phone ? table : <Card>{table}</Card>
      }}
    </LoadedList>
  )
}

type ListDialog<Open> = {
  dialog: Open | null
  setDialog: (dialog: Open | null) => void
  close: () => void
  /** The list element, with a `tabIndex` of -1. */
  place: RefObject<HTMLDivElement | null>
}

/** Dialog state of a list. `forget` removes dialogs from the address. */
export function useListDialog<Open>(forget: () => void): ListDialog<Open> {
  const [dialog, setDialog] = useState<Open | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const close = useCallback(() => {
    setDialog(null)
    forget()
    // The row that opened the dialog may be gone: keyboard users continue at the list.
    requestAnimationFrame(() => {
      const next = document.querySelector('[role=dialog],[role=alertdialog]')
      if (/BODY|MAIN/.test(document.activeElement?.tagName ?? '') && next === null) place.current?.focus()
    })
  }, [forget])
  return { dialog, setDialog, close, place }
}
