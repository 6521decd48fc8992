import { useQuery } from '@tanstack/react-query'
import { FolderArchive, LayoutTemplate, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { LoadedList, NothingFound } from '../../../shared/loaded-list.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplatesTexts } from '../texts/templates.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { templatesQuery } from '../api/list-template.ts'
import type { TemplatesSearch } from '../template-search.ts'
import { TemplateCard } from './template-card.tsx'

const NewTemplateModal = lazyPart(async () => (await import('./new-template-modal.tsx')).NewTemplateModal)

type Props = {
  search: TemplatesSearch
  onSearch: (change: Partial<TemplatesSearch>) => void
  /** The user may create templates and see the archive. */
  mayCreate: boolean
}

/** The company's templates, with search and selection in the address. */
export function TemplatesPage({ search, onSearch, mayCreate }: Props) {
  const templates = useTemplatesTexts()
  const { plural } = useFormat()
  // On phones the title and the button are in the top bar.
  const phone = useMedia(phoneQuery)
  const { q, archived } = search
  const list = useQuery(templatesQuery({ q, archived }))
  const { data } = list
  return (
    <>
      <div className="max-md:sr-only">
        <PageHeader
          title={templates.title}
          note={data === undefined ? ' ' : plural(data.length, templates.note)}
          actions={
            mayCreate && !phone ? (
              <Button variant="primary" icon={<Plus />} onClick={() => onSearch({ fresh: true })}>
                {templates.new}
              </Button>
            ) : undefined
          }
        />
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        <div className="min-w-60 flex-1 md:max-w-72">
          <SearchBox
            label={templates.search}
            placeholder={templates.searchPlaceholder}
            value={q ?? ''}
            onChange={(next) => onSearch({ q: next })}
          />
        </div>
        {mayCreate && (
          <SegmentedControl
            label={templates.which}
            variant={phone ? 'chips' : 'track'}
            value={archived === true ? 'archived' : 'inUse'}
            onValueChange={(value) => onSearch({ archived: value === 'archived' })}
            options={[
              { value: 'inUse', label: templates.inUse },
              { value: 'archived', label: templates.archived },
            ]}
          />
        )}
      </div>
      <LoadedList
        list={list}
        loading={<CardsSkeleton />}
        nothing={<Nothing search={search} onSearch={onSearch} mayCreate={mayCreate} />}
        isEmpty={({ length }) => length === 0}
      >
        {(shown) => (
          <ul
            aria-label={templates.title}
            aria-busy={list.isPlaceholderData}
            style={columns}
            className={list.isPlaceholderData ? 'grid gap-4 opacity-60 transition-opacity' : 'grid gap-4'}
          >
            {shown.map((template) => (
              <li key={template.id} className="min-w-0">
                <TemplateCard
                  template={template}
                  mayCreate={mayCreate}
                  narrow={phone}
                  onBroken={() => void list.refetch()}
                />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
      {search.fresh && mayCreate && (
        <Suspense fallback={null}>
          <NewTemplateModal onClose={() => onSearch({ fresh: false })} />
        </Suspense>
      )}
    </>
  )
}

/** As many columns as fit. */
const columns = { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 15.5rem), 1fr))' }

function CardsSkeleton() {
  const ui = useUiTexts()
  return (
    <div aria-busy style={columns} className="grid gap-4">
      <output className="sr-only">{ui.loading}</output>
      {['a', 'b', 'c', 'd'].map((one) => (
        <Card key={one} className="flex flex-col gap-3 p-4">
          <Skeleton className="h-30 w-full" />
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-2.5 w-1/2" />
        </Card>
      ))}
    </div>
  )
}

function Nothing({ search: { q, archived }, onSearch, mayCreate }: Props) {
  const templates = useTemplatesTexts()
  if (q !== undefined) {
    return <NothingFound texts={templates} q={q} onClear={() => onSearch({ q: undefined })} />
  }
  if (archived === true) {
    return (
      <EmptyState icon={<FolderArchive />} title={templates.emptyArchive}>
        {templates.emptyArchiveText}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<LayoutTemplate />}
      tone="primary"
      title={templates.emptyTitle}
      action={
        mayCreate ? (
          <Button icon={<Plus />} onClick={() => onSearch({ fresh: true })}>
            {templates.new}
          </Button>
        ) : undefined
      }
    >
      {mayCreate ? templates.emptyText : templates.emptyTextReader}
    </EmptyState>
  )
}
