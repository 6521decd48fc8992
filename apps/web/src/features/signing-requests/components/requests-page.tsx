import { requestKinds, signingRequestStatuses, type RequestKind } from '@foja/contracts/request-states'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadedList, NothingFound } from '../../../shared/loaded-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { documentRequestsQuery } from '../api/document-requests.ts'
import { signingRequestsQuery } from '../api/signing-requests.ts'
import { wireStatus, wireStatuses } from '../deliveries/wire-status.ts'
import type { RequestsSearch } from '../requests-search.ts'
import { useDeliveriesTexts } from '../texts/deliveries.ts'
import { useRequestListTexts } from '../texts/request-list.ts'
import { useSigningRequestsTexts } from '../texts/signing-requests.ts'
import { DeliveryRows, SigningRows } from './request-list.tsx'

type Props = { search: RequestsSearch; onSearch: (change: Partial<RequestsSearch>) => void }

/** All requests that the user may see, with search, state and page in the address. */
export function RequestsPage({ search, onSearch }: Props) {
  const texts = useRequestListTexts()
  const { status: signing } = useSigningRequestsTexts()
  const { status: delivery } = useDeliveriesTexts()
  const { plural } = useFormat()
  const phone = useMedia(phoneQuery)
  const { kind, q, status, page } = search
  const ofSignatures = kind === 'firmas'
  const signatures = useQuery({ ...signingRequestsQuery({ q, status, page }), enabled: ofSignatures })
  const documents = useQuery({
    ...documentRequestsQuery({ q, status: wireStatus(status), page }),
    enabled: !ofSignatures,
  })
  const { data, isPlaceholderData: stale } = ofSignatures ? signatures : documents
  const statuses = ofSignatures
    ? signingRequestStatuses.map((value) => ({ value, label: signing[value] }))
    : wireStatuses.map(([value, wire]) => ({ value, label: delivery[wire] }))
  return (
    <>
      <div className="max-md:sr-only">
        <PageHeader
          title={texts.title}
          note={data === undefined ? '\u00a0' : plural(data.count, texts.notes[kind])}
          actions={phone ? undefined : <AskButton kind={kind} variant="primary" />}
        />
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        <SegmentedControl
          label={texts.kind}
          value={kind}
          onValueChange={(next) => onSearch({ kind: next, status: undefined })}
          options={requestKinds.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <div className="min-w-60 flex-1 md:max-w-72">
          <SearchBox
            label={texts.search}
            placeholder={texts.searchPlaceholder}
            value={q ?? ''}
            onChange={(next) => onSearch({ q: next })}
          />
        </div>
        <SegmentedControl
          variant="chips"
          className="min-w-0 max-w-full"
          label={texts.filter}
          value={status ?? 'all'}
          onValueChange={(next) => onSearch({ status: next === 'all' ? undefined : next })}
          options={[{ value: 'all' as const, label: texts.all }, ...statuses]}
        />
      </div>
      {ofSignatures ? (
        <Pages list={signatures} stale={stale} search={search} onSearch={onSearch}>
          {(results) => <SigningRows requests={results} />}
        </Pages>
      ) : (
        <Pages list={documents} stale={stale} search={search} onSearch={onSearch}>
          {(results) => <DeliveryRows requests={results} />}
        </Pages>
      )}
    </>
  )
}

type Page<T> = { results: T[]; count: number; page: number; page_size: number }
type PagesProps<T> = Props & {
  list: UseQueryResult<Page<T>>
  stale: boolean
  children: (results: readonly T[]) => ReactNode
}

function Pages<T>({ list, stale, search, onSearch, children }: PagesProps<T>) {
  return (
    <LoadedList
      list={list}
      loading={8}
      isEmpty={({ count }) => count === 0}
      nothing={<Nothing search={search} onSearch={onSearch} />}
    >
      {({ results, count, page: at, page_size: size }) => (
        <Card bareOnPhone aria-busy={stale} className={stale ? 'opacity-60 transition-opacity' : undefined}>
          {children(results)}
          <Pagination
            page={at}
            pageSize={size}
            total={count}
            onPageChange={(next) => onSearch({ page: next })}
            className="md:border-t md:border-line"
          />
        </Card>
      )}
    </LoadedList>
  )
}

function AskButton({ kind, variant }: { kind: RequestKind; variant: 'primary' | 'secondary' }) {
  const texts = useRequestListTexts()
  return (
    <Button asChild variant={variant} icon={<Send />}>
      <AppLink to={kind === 'firmas' ? paths.askForSignatures() : paths.askForDocuments()}>{texts.newOf[kind]}</AppLink>
    </Button>
  )
}

function Nothing({ search: { kind, q, status }, onSearch }: Props) {
  const texts = useRequestListTexts()
  if (q !== undefined || status !== undefined)
    return <NothingFound texts={texts} q={q} onClear={() => onSearch({ q: undefined, status: undefined })} />
  return (
    <EmptyState
      icon={<Send />}
      tone="primary"
      title={texts.empty[kind].title}
      action={<AskButton kind={kind} variant="secondary" />}
    >
      {texts.empty[kind].text}
    </EmptyState>
  )
}
