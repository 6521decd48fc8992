import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { templateQuery } from '../../features/templates/api/templates.ts'
import type { Frame } from '../../features/templates/editor/editor-table.tsx'
import { TemplateEditor } from '../../features/templates/editor/template-editor.tsx'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { useTemplateEditorTexts } from '../../features/templates/texts/template-editor.ts'
import { paths } from '../../lib/router/paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/plantillas/$id')

const frame: Frame = (parts) => <AppPage rail hideTabs {...parts} />

export function TemplateEditorRoute() {
  const { id } = route.useParams()
  const { version } = route.useSearch()
  const navigate = route.useNavigate()
  const newest = useQuery(templateQuery(id))
  const old = useQuery({ ...templateQuery(id, version), enabled: version !== undefined })
  const goBack = () => void navigate({ href: paths.templates() })
  const template = newest.data
  if (template === undefined)
    return <Waiting error={newest.error} onRetry={() => void newest.refetch()} onBack={goBack} />
  const viewing = version === undefined || version === template.version ? undefined : old.data
  return (
    <TemplateEditor
      key={id}
      template={template}
      viewing={viewing}
      frame={frame}
      onBack={goBack}
      onUse={() => void navigate({ href: paths.fillTemplate(id) })}
      onVersion={(next) => void navigate({ search: { version: next === template.version ? undefined : next } })}
      onOpen={(other) => void navigate({ href: paths.template(other) })}
    />
  )
}

type WaitingProps = { error: Error | null; onRetry: () => void; onBack: () => void }

/** Placeholder of the editor while the template loads, or its error. */
function Waiting({ error, onRetry, onBack }: WaitingProps) {
  const templateEditor = useTemplateEditorTexts()
  return (
    <AppPage
      rail
      hideTabs
      header={
        <>
          <IconButton label={templateEditor.back} onClick={onBack} className="-ml-1">
            <ArrowLeft />
          </IconButton>
          {error === null && <Skeleton className="h-4 w-48" />}
        </>
      }
      tools={<></>}
    >
      {error !== null ? (
        <div className="flex-1 p-6">
          <LoadFailed error={error} onRetry={onRetry} level={1} />
        </div>
      ) : (
        <div className="flex h-[calc(100dvh-3.5rem)] min-w-0 flex-1">
          <div className="w-58 shrink-0 border-r border-line bg-panel max-md:hidden">
            <SkeletonList rows={6} />
          </div>
          <div className="flex-1 bg-muted dark:bg-canvas" />
          <div className="w-80 shrink-0 border-l border-line bg-panel max-lg:hidden">
            <SkeletonList rows={4} header />
          </div>
        </div>
      )}
    </AppPage>
  )
}
