import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Files } from 'lucide-react'
import { useState } from 'react'
import { documentQuery } from '../../features/documents/api/document.ts'
import { signingRequestLimits } from '@foja/contracts/request-states'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { signingRequestsQuery } from '../../features/signing-requests/api/signing-requests.ts'
import { takeAskedPerson, type AskedPerson } from '../../features/signing-requests/asked-person.ts'
import { AskPage } from '../../features/signing-requests/components/ask-page.tsx'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import { solicitudQuery } from '../../features/solicitudes/api/solicitudes.ts'
import { leavesOf } from '../../features/solicitudes/case-leaves.ts'
import { paths } from '../../lib/router/paths.ts'
import { useSession } from '../../lib/session/session.tsx'
import { AppLink } from '../../shared/app-link.tsx'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { useAppTexts } from '../../ui/texts/app.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMedia } from '../../ui/use-media.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { useAskMeans } from './use-ask-means.ts'

const AskByDraft = lazyPart(async () => (await import('./ask-by-draft.tsx')).AskByDraft)

const ChooseCase = lazyPart(async () => (await import('./choose-case.tsx')).ChooseCase)

const PlaceModal = lazyPart(async () => (await import('./place-modal.tsx')).PlaceModal)

const PlaceBoard = lazyPart(async () => (await import('./place-board.tsx')).PlaceBoard)

/** From here a page of the document has room beside the list of recipients. */
const wideQuery = '(width >= 90em)'

const route = routeOf('/pedidos/nuevo')

/** The case file of a draft, or its first document. */
const placeOf = ({ id_solicitud, documents }: SigningRequest) => ({
  solicitud: id_solicitud ?? undefined,
  documento: id_solicitud === null ? documents[0]?.id_documento : undefined,
})

/** Asks for signatures on the documents of a case file, or on one document. */
export function AskRoute() {
  const { solicitud, documento, borrador } = route.useSearch()
  const [first] = useState(takeAskedPerson)
  const crumbs = useCrumbs()
  if (borrador !== undefined) {
    return (
      <AskByDraft key={borrador} id={borrador} crumbs={crumbs} fallback={<AppPage crumbs={crumbs}>{null}</AppPage>}>
        {(kept) => <Ask {...placeOf(kept)} first={undefined} kept={kept} />}
      </AskByDraft>
    )
  }
  return solicitud === undefined && documento === undefined ? (
    <Choose />
  ) : (
    <Ask key={`${solicitud} ${documento}`} solicitud={solicitud} documento={documento} first={first} />
  )
}

function useCrumbs() {
  const ask = useAskTexts()
  const app = useAppTexts()
  return [{ label: app.nav.requests, to: paths.signingRequests() }, { label: ask.title }]
}

function Choose() {
  const ask = useAskTexts()
  return (
    <AppPage crumbs={useCrumbs()}>
      <ChooseCase
        fallback={<SkeletonForm fields={5} />}
        title={ask.chooseTitle}
        note={ask.chooseText}
        linkOf={paths.askForSignatures}
        actions={
          <Button asChild icon={<Files />}>
            <AppLink to={paths.looseDocuments()}>{ask.loose}</AppLink>
          </Button>
        }
      />
    </AppPage>
  )
}

type Of = {
  solicitud: string | undefined
  documento: string | undefined
  first: AskedPerson | undefined
  kept?: SigningRequest
}

/** The document, if there is one, and its case file. */
function useAsked({ solicitud, documento, kept }: Of) {
  const one = useQuery({ ...documentQuery(documento ?? ''), enabled: documento !== undefined })
  const id = solicitud ?? one.data?.id_solicitud ?? null
  const whole = useQuery({ ...solicitudQuery(id ?? ''), enabled: id !== null })
  const failed = [one, whole].find(({ isLoadingError }) => isLoadingError)
  const ready = (documento === undefined || one.data !== undefined) && (id === null || whole.data !== undefined)
  const main = whole.data?.solicitud_main.id_solicitud_main
  const running = useQuery({
    ...signingRequestsQuery({
      status: 'enviada',
      ...(main === undefined ? { id_documento: documento ?? '' } : { id_solicitud_main: main }),
    }),
    enabled: ready,
  })
  const waits = new Set(running.data?.results.flatMap((one) => one.documents.map((of) => of.id_documento)))
  const documents = whole.data === undefined ? [] : leavesOf(whole.data).map(({ document }) => document)
  const alone = one.data !== undefined && id === null ? [one.data] : []
  const shown = [...documents, ...alone].filter(({ paginas }) => paginas !== null)
  // Documents outside of a case file that a program asked for together: they have no pages here.
  const together = id === null ? (kept?.documents ?? []).filter((of) => of.id_documento !== documento) : []
  return {
    failed,
    ready: ready && !running.isLoading,
    title: whole.data?.solicitud_main.titulo ?? one.data?.nombre ?? '',
    documents: shown.map((document) => ({ ...document, requested: waits.has(document.id_documento) })),
    together: together.map((document) => ({ ...document, paginas: null, requested: false })),
    people: whole.data?.partes ?? [],
    // The minutes of a mediation go to all its parties.
    asksAll: whole.data != null && whole.data.fecha_agendada !== null,
  }
}

function Ask(of: Of) {
  const ask = useAskTexts()
  const asked = useAsked(of)
  const crumbs = useCrumbs()
  const wide = useMedia(wideQuery)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const bar = {
    rail: true,
    tools: <div ref={setTools} className="contents" />,
    header: (
      <>
        <IconButton asChild label={ask.back} className="-ml-1">
          <AppLink to={backOf(of)}>
            <ArrowLeft />
          </AppLink>
        </IconButton>
        <div className="min-w-0">
          <h1 className="truncate font-semibold">{ask.title}</h1>
          <p className="h-5 truncate text-small text-ink-muted">{asked.title}</p>
        </div>
      </>
    ),
  }
  return (
    <AppPage {...(wide ? bar : { crumbs })}>
      <Form {...of} {...asked} wide={wide} tools={tools} />
    </AppPage>
  )
}

/** Where the page was opened. */
const backOf = ({ solicitud, documento }: Of) =>
  documento !== undefined
    ? `${paths.document(documento)}?tab=firmas`
    : solicitud === undefined
      ? paths.signingRequests()
      : paths.solicitud(solicitud)

/** `tools`: in the top bar, which has the heading, if there is room for the pages beside the list. */
type FormProps = Of & ReturnType<typeof useAsked> & { wide: boolean; tools: HTMLElement | null }

function Form({ failed, ready, title, documents, together, people, asksAll, wide, tools, ...of }: FormProps) {
  const ask = useAskTexts()
  const navigate = route.useNavigate()
  const { data: session } = useSession()
  const { isLoading: loading, ...means } = useAskMeans()
  if (failed !== undefined || !ready || loading) {
    return (
      <Card className={wide ? 'm-4 flex-1' : undefined}>
        {failed === undefined ? (
          <SkeletonForm fields={5} />
        ) : (
          <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} level={wide ? 2 : 1} />
        )}
      </Card>
    )
  }
  const chosenOf = (ids: readonly string[]) => documents.filter((one) => ids.includes(one.id_documento))
  const all = [...documents, ...together]
  const held = new Set(of.kept?.documents.map(({ id_documento }) => id_documento))
  const marked = (one: { id_documento: string; requested: boolean }) =>
    of.kept === undefined
      ? !one.requested && (of.documento ?? one.id_documento) === one.id_documento
      : held.has(one.id_documento)
  return (
    <>
      {!wide && <PageHeader title={ask.title} note={title} />}
      <AskPage
        documents={all}
        chosen={all
          .filter(marked)
          .slice(0, signingRequestLimits.documents)
          .map((one) => one.id_documento)}
        people={people.flatMap(({ nombre, email, identificacion }) =>
          email === undefined ? [] : [{ nombre, email, identificacion }],
        )}
        asksAll={asksAll}
        first={of.first}
        kept={of.kept}
        usualTitle={title}
        {...means}
        sender={session?.user.name ?? ''}
        placing={({ documents: ids, ...props }) => <PlaceModal {...props} documents={chosenOf(ids)} />}
        board={
          wide
            ? ({ documents: ids, ...props }) => (
                <PlaceBoard
                  {...props}
                  documents={chosenOf(ids)}
                  fallback={<div className="bg-muted dark:bg-canvas" />}
                />
              )
            : undefined
        }
        tools={tools}
        onDone={() => void navigate({ href: backOf(of) })}
      />
    </>
  )
}
