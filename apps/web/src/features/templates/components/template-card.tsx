import type { TemplateSummary } from '@foja/contracts/templates'
import { Ellipsis, FilePen } from 'lucide-react'
import { Suspense } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplatesTexts } from '../texts/templates.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, cardLink } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useTemplateActs } from '../use-template-acts.ts'
import { TemplateThumb } from './template-thumb.tsx'

// Loaded lazily: the menu opens after the list is visible.
const TemplateMenu = lazyPart(async () => (await import('./template-menu.tsx')).TemplateMenu, 'quiet')

type Props = {
  template: TemplateSummary
  mayCreate: boolean
  /** On phones the image is beside the text instead of above it. */
  narrow: boolean
  onBroken: () => void
}

/** A template: first page, last change, number of uses, and its actions. */
export function TemplateCard({ template, mayCreate, narrow, onBroken }: Props) {
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
            <Suspense
              fallback={
                <IconButton label={templates.actionsOf(name)} tooltip={false} disabled>
                  <Ellipsis />
                </IconButton>
              }
            >
              <TemplateMenu template={template} mayCreate={mayCreate} />
            </Suspense>
          </div>
        </div>
      </div>
    </Card>
  )
}
