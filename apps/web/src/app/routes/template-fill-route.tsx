import type { Document } from '@foja/contracts/documents'
import type { Template } from '@foja/contracts/templates'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, FileX } from 'lucide-react'
import { AppLink } from '../../shared/app-link.tsx'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { templateQuery } from '../../features/templates/api/templates.ts'
import { FillOne } from '../../features/templates/fill/fill-one.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useTemplateFillTexts } from '../../features/templates/texts/template-fill.ts'
import { paths } from '../../lib/router/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Skeleton, SkeletonForm, SkeletonList } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'

const AskFromTemplate = lazyPart(async () => (await import('./ask-from-template.tsx')).AskFromTemplate)
const AskMany = lazyPart(async () => (await import('./ask-many.tsx')).AskMany)

const route = routeOf('/plantillas/$id/usar')

export function TemplateFillRoute() {
  const { id } = route.useParams()
  const { solicitud, modo } = route.useSearch()
  const router = useRouter()
  const navigate = route.useNavigate()
  const template = useQuery(templateQuery(id))
  const { data } = template
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ href: solicitud === undefined ? paths.templates() : paths.solicitud(solicitud) })
  }
  return (
    <AppPage rail hideTabs header={<Header name={data?.name} asks={modo === 'firmas'} onBack={goBack} />} tools={<></>}>
      {data === undefined ? (
        <div className="flex-1 p-6">
          {template.isLoadingError ? (
            <LoadFailed error={template.error} onRetry={() => void template.refetch()} level={1} />
          ) : (
            <SkeletonForm fields={6} className="max-w-120" />
          )}
        </div>
      ) : data.actions.includes('use') ? (
        <Fill key={id} template={data} />
      ) : (
        <CannotUse />
      )}
    </AppPage>
  )
}

function Header({ name, asks, onBack }: { name: string | undefined; asks: boolean; onBack: () => void }) {
  const texts = useTemplateFillTexts()
  return (
    <>
      <IconButton label={texts.back} onClick={onBack} className="-ml-4 max-md:-ml-2">
        <ArrowLeft />
      </IconButton>
      {name === undefined ? (
        <Skeleton className="h-4 w-48" />
      ) : (
        <h1 className="truncate font-semibold">{asks ? texts.askTitle(name) : texts.title(name)}</h1>
      )}
    </>
  )
}

function CannotUse() {
  const texts = useTemplateFillTexts()
  return (
    <div className="flex-1">
      <EmptyState
        icon={<FileX />}
        title={texts.cannotUse}
        action={
          <Button asChild>
            <AppLink to={paths.templates()}>{texts.seeTemplates}</AppLink>
          </Button>
        }
      >
        {texts.archivedText}
      </EmptyState>
    </div>
  )
}

function Fill({ template }: { template: Template }) {
  const texts = useTemplateFillTexts()
  const { solicitud, modo, lote } = route.useSearch()
  const navigate = route.useNavigate()
  const onSolicitud = (next: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, solicitud: next }), replace: true })
  /** Opens the document, with the signing panel if it has signature fields. */
  const onDone = (document: Document) => {
    const signs = template.fields.some((field) => field.type === 'signature')
    toast.success(texts.created(document.nombre))
    void navigate({ href: `${paths.document(document.id_documento)}${signs ? '?tab=firmar' : ''}`, replace: true })
  }
  const choice = (
    <SegmentedControl
      block
      label={texts.how}
      value={modo === 'varios' ? modo : 'uno'}
      onValueChange={(value) =>
        void navigate({
          search: (before) => ({ ...before, modo: value === 'varios' ? value : undefined }),
          replace: true,
        })
      }
      options={[
        { value: 'uno', label: texts.one },
        { value: 'varios', label: texts.many },
      ]}
    />
  )
  if (modo === 'varios') {
    return (
      <AskMany
        fallback={<SkeletonList rows={6} className="flex-1" />}
        template={template}
        solicitud={solicitud}
        onSolicitud={onSolicitud}
        batch={lote}
        onBatch={(next) => void navigate({ search: (before) => ({ ...before, lote: next }), replace: true })}
        choice={choice}
      />
    )
  }
  return (
    <FillOne
      template={template}
      solicitud={solicitud}
      onSolicitud={onSolicitud}
      onDone={onDone}
      choice={choice}
      asking={{
        shown: modo === 'firmas',
        onAsk: () => void navigate({ search: (before) => ({ ...before, modo: 'firmas' as const }) }),
        draw: (filled) => (
          <AskFromTemplate
            fallback={<SkeletonForm className="flex-1" />}
            template={template}
            {...filled}
            onDone={(href) => void navigate({ href, replace: true })}
          />
        ),
      }}
    />
  )
}
