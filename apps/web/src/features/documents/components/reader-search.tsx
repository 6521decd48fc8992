import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useDeferredValue, useEffect, useRef } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useReaderTexts } from '../texts/reader.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useDebounced } from '../../../shared/use-debounced.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { searchQuery, type Hit } from '../api/search-document.ts'
import type { Search } from '../use-reader-search.ts'

type Props = {
  id: string
  version: number
  /** The current page: the first hit is the first one from there on. */
  page: number
  search: Search
  onFound: (hits: readonly Hit[] | undefined, page: number) => void
  onStep: (by: 1 | -1) => void
}

/** The result of the search field: number of hits, next and previous. */
export function ReaderSearch({ id, version, page, search, onFound, onStep }: Props) {
  const reader = useReaderTexts()
  const domain = useDomainTexts()
  const { number } = useFormat()
  const q = useDebounced(useDeferredValue(search.text.trim()), 200)
  const { data, isFetching, error } = useQuery({ ...searchQuery(id, version, q), enabled: q !== '' })
  const hits = q === '' ? undefined : data?.hits
  const from = useRef(page)
  useEffect(() => {
    from.current = page
  }, [page])
  // A new result starts at the current page.
  useEffect(() => onFound(hits, from.current), [hits, onFound])

  const count = hits?.length ?? 0
  const total = data?.more === true ? reader.more(number(count)) : number(count)
  const state =
    q === '' || (data === undefined && error === null)
      ? ''
      : error !== null
        ? (problemOf(error)?.detail ?? domain.tryAgainLater)
        : !data.has_text
          ? reader.noText
          : count === 0
            ? reader.noHits
            : reader.hits(number(search.at + 1), total)
  const short = count > 0 || state === reader.noHits
  return (
    <>
      {isFetching && <Spinner label={null} className="size-4" />}
      {short && <span className="px-1 text-small whitespace-nowrap text-ink-muted figures">{state}</span>}
      <IconButton size="sm" tooltip={false} label={reader.previous} disabled={count === 0} onClick={() => onStep(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton size="sm" tooltip={false} label={reader.next} disabled={count === 0} onClick={() => onStep(1)}>
        <ChevronDown />
      </IconButton>
      {!short && state !== '' && (
        <p style={{ order: 1 }} className="w-full px-1 py-1.5 text-small text-ink-muted">
          {state}
        </p>
      )}
      <output className="sr-only">{state}</output>
    </>
  )
}
