import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { FileStack, Plus, Signature } from 'lucide-react'
import { useDeferredValue } from 'react'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { paths } from '../../../lib/router/paths.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadedList, NothingFound } from '../../../shared/loaded-list.tsx'
import { SignaturesBadge } from '../../../shared/signatures-badge.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardList, CardRow, cardLink } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { textLink } from '../../../ui/link.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { fetchLoose } from '../api/signable.ts'
import { useLooseTexts } from '../texts/loose.ts'
import { SearchInput } from '../../../ui/search-input.tsx'

type Props = { q: string | undefined; onSearch: (q: string | undefined) => void }

/** /documentos: the documents outside every case file. */
export function LoosePage({ q = '', onSearch }: Props) {
  const texts = useLooseTexts()
  const wanted = useDeferredValue(q.trim())
  const list = useInfiniteQuery({
    queryKey: queryKeys.signable('loose', wanted),
    queryFn: ({ signal, pageParam }) => fetchLoose(wanted, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return (
    <div className="max-w-280">
      <PageHeader
        title={texts.looseTitle}
        note={texts.looseText}
        actions={
          <Button asChild variant="primary" icon={<Plus />}>
            <AppLink to={paths.sign()}>{texts.start}</AppLink>
          </Button>
        }
      />
      <div className="mb-4 max-w-100">
        <SearchInput
          label={texts.search}
          value={q}
          onValueChange={(text) => onSearch(text === '' ? undefined : text)}
        />
      </div>
      <LoadedList
        list={list}
        loading={5}
        isEmpty={({ pages }) => pages[0]?.results.length === 0}
        nothing={
          wanted === '' ? (
            <EmptyState icon={<FileStack />} tone="primary" title={texts.looseEmpty}>
              {texts.looseEmptyText}
            </EmptyState>
          ) : (
            <NothingFound
              q={wanted}
              texts={{ nothingTitle: texts.looseNone, nothingText: texts.looseNoneText, clearFilters: texts.clear }}
              onClear={() => onSearch(undefined)}
            />
          )
        }
      >
        {({ pages }) => (
          <Card>
            <CardList>
              {pages.flatMap(({ results }) => results.map((one) => <LooseRow key={one.id_documento} document={one} />))}
            </CardList>
            {hasNextPage && (
              <p className="border-t border-line px-5 py-2.5 max-sm:px-4">
                <button
                  type="button"
                  className={textLink}
                  disabled={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  {texts.seeMore}
                </button>
              </p>
            )}
          </Card>
        )}
      </LoadedList>
    </div>
  )
}

type Loose = Awaited<ReturnType<typeof fetchLoose>>['results'][number]

function LooseRow({ document }: { document: Loose }) {
  const texts = useLooseTexts()
  const domain = useDomainTexts()
  const { plural, relative } = useFormat()
  const { id_documento, nombre, paginas, created_by, created_at } = document
  const facts = [
    ...(paginas === null ? [] : [plural(paginas, domain.pages)]),
    texts.by(created_by.nombre),
    relative(created_at),
  ]
  return (
    <CardRow className="hover:bg-canvas max-sm:flex-wrap">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <AppLink to={paths.document(id_documento)} className={`block truncate font-medium ${cardLink}`}>
          {nombre}
        </AppLink>
        <p className="truncate text-small text-ink-muted">{facts.join(' · ')}</p>
      </div>
      {paginas !== null && (
        <>
          <SignaturesBadge signatures={document.signatures} />
          <Button asChild size="sm" icon={<Signature />} className="relative">
            <AppLink to={paths.sign(id_documento)} aria-label={`${texts.sign} ${nombre}`}>
              {texts.sign}
            </AppLink>
          </Button>
        </>
      )}
    </CardRow>
  )
}
