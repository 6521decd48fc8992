import { useQuery } from '@tanstack/react-query'
import { FolderArchive, LayoutTemplate, Plus, Ellipsis, FilePen } from 'lucide-react'
import type { TemplateSummary } from '@foja/contracts/templates'
import { LoadedList, NothingFound } from '../../../shared/loaded-list.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplatesTexts } from '../texts/templates.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, cardLink } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { templatesQuery } from '../api/templates.ts'
import type { TemplatesSearch } from '../template-search.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useTemplateActs } from '../use-template-acts.ts'
import { TemplateThumb } from './template-thumb.tsx'

// Loaded lazily: the menu opens after the list is visible.
const TemplateMenu = lazyPart(async () => (await import('./template-menu.tsx')).TemplateMenu, 'quiet')

type TemplateCardProps = {
  template: TemplateSummary
  mayCreate: boolean
  /** On phones the image is beside the text instead of above it. */
  narrow: boolean
  onBroken: () => void
}

/** A template: first page, last change, number of uses, and its actions. */
function TemplateCard({ template, mayCreate, narrow, onBroken }: TemplateCardProps) {
  const templates = useTemplatesTexts()
  const { relative, plural, dateTime } = useFormat()
  const acts = useTemplateActs()
  const { id, name, uses, last_used_at: last, updated_at: at, updated_by: by } = template
  const usage = (
    <p className="text-small" title={last === null ? undefined : templates.lastUsed(relative(last))}>
      {uses === 0 ? templates.neverUsed : templates.used(uses)}
    </p>
  )
  return (
    <Card variant="interactive" className={narrow ? 'flex gap-3 p-3' : 'flex h-full flex-col'}>
      <div
        className={narrow ? 'w-24 shrink-0 p-1' : 'overflow-hidden rounded-lg bg-muted px-5 pt-5 dark:bg-canvas'}
        aria-hidden
      >
        <TemplateThumb src={template.thumbnail} onBroken={onBroken} />
      </div>
      <div
        className={narrow ? 'flex min-w-0 flex-1 flex-col' : 'flex min-w-0 flex-1 flex-col border-t border-line p-4'}
      >
        <h2 className="line-clamp-2 font-semibold">
          <AppLink to={paths.template(id)} className={cardLink}>
            {name}
          </AppLink>
        </h2>
        <p className="mt-0.5 text-small text-ink-muted">
          {plural(template.field_count, templates.fields)} · {plural(template.paginas, templates.pages)}
        </p>
        <p className="truncate text-small text-ink-muted" title={templates.changed(dateTime(at), by.nombre)}>
          {by.nombre} · {relative(at)}
        </p>
        {narrow && usage}
        <div className="mt-auto flex items-center gap-1 pt-3">
          <div className="min-w-0 flex-1">{!narrow && usage}</div>
          <div className="relative z-1 flex items-center gap-1">
            {template.actions.includes('use') ? (
              <Button asChild size="sm" icon={<FilePen />} aria-label={templates.fillNamed(name)}>
                <AppLink to={paths.fillTemplate(id)}>{templates.use}</AppLink>
              </Button>
            ) : (
              template.actions.includes('restore') && (
                <Button size="sm" aria-label={templates.restoreNamed(name)} onClick={() => void acts.restore(template)}>
                  {templates.restore}
                </Button>
              )
            )}
            <TemplateMenu
              fallback={
                <IconButton label={templates.actionsOf(name)} tooltip={false} disabled>
                  <Ellipsis />
                </IconButton>
              }
              template={template}
              mayCreate={mayCreate}
            />
          </div>
        </div>
      </div>
    </Card>
  )
}

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
            className={list.isPlaceholderData ? `${columns} opacity-60 transition-opacity` : columns}
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
      {search.fresh && mayCreate && <NewTemplateModal onClose={() => onSearch({ fresh: false })} />}
    </>
  )
}

/** One column on a phone, up to five on a wide screen. */
const columns = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3 1xl:grid-cols-4 2xl:grid-cols-5'

function CardsSkeleton() {
  const ui = useUiTexts()
  return (
    <div aria-busy className={columns}>
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
