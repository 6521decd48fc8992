import { useQuery } from '@tanstack/react-query'
import { mailStateQuery } from '../../features/emails/api/mail-state.ts'
import { checklistQuery } from '../../features/signing-requests/api/document-requests.ts'
import { AskDocuments } from '../../features/signing-requests/deliveries/ask-documents.tsx'
import { itemOf } from '../../features/signing-requests/deliveries/draft.ts'
import { useDeliveriesTexts } from '../../features/signing-requests/texts/deliveries.ts'
import { solicitudQuery } from '../../features/solicitudes/api/solicitudes.ts'
import { paths } from '../../lib/router/paths.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { useAppTexts } from '../../ui/texts/app.ts'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { ChooseCase } from './choose-case.tsx'

const route = routeOf('/pedidos/documentos')

/** Asks people for documents of a case file. */
export function AskDocumentsRoute() {
  const texts = useDeliveriesTexts()
  const app = useAppTexts()
  const { solicitud } = route.useSearch()
  return (
    <AppPage crumbs={[{ label: app.nav.requests, to: paths.signingRequests() }, { label: texts.title }]}>
      {solicitud === undefined ? (
        <ChooseCase title={texts.chooseTitle} note={texts.chooseText} linkOf={paths.askForDocuments} />
      ) : (
        <Ask key={solicitud} solicitud={solicitud} />
      )}
    </AppPage>
  )
}

function Ask({ solicitud }: { solicitud: string }) {
  const texts = useDeliveriesTexts()
  const navigate = route.useNavigate()
  const mail = useQuery(mailStateQuery)
  const found = useQuery(solicitudQuery(solicitud))
  const checklist = useQuery(checklistQuery(solicitud))
  const failed = [found, checklist].find(({ isLoadingError }) => isLoadingError)
  if (failed !== undefined) {
    return (
      <Card>
        <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} level={1} />
      </Card>
    )
  }
  if (found.data === undefined || checklist.data === undefined || mail.isLoading) {
    return (
      <Card>
        <SkeletonForm fields={5} />
      </Card>
    )
  }
  const { partes, solicitud_main: main } = found.data
  return (
    <>
      <PageHeader title={texts.title} note={main.titulo} />
      <AskDocuments
        idSolicitud={solicitud}
        people={partes.flatMap(({ nombre, email }) => (email === undefined ? [] : [{ nombre, email }]))}
        offered={checklist.data.requirements.map(itemOf)}
        mailReady={mail.data?.configured !== false}
        onDone={() => void navigate({ href: paths.solicitud(solicitud) })}
      />
    </>
  )
}
