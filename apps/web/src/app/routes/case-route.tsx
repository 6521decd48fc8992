import type { Document } from '@foja/contracts/documents'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { MediationCard } from '../../features/mediation/components/mediation-card.tsx'
import { solicitudQuery } from '../../features/solicitudes/api/solicitudes.ts'
import { CasePage } from '../../features/solicitudes/components/case-page.tsx'
import { mailStateQuery } from '../../features/emails/api/mail-state.ts'
import { convocationQuery } from '../../features/signing-requests/api/convocations.ts'
import { documentRequestsQuery } from '../../features/signing-requests/api/document-requests.ts'
import { signingRequestsQuery } from '../../features/signing-requests/api/signing-requests.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useSolicitudesTexts } from '../../features/solicitudes/texts/solicitudes.ts'
import { paths } from '../../lib/router/paths.ts'
import { useSession } from '../../lib/session/session.tsx'
import { AppPage } from '../app-page.tsx'
import { LazyConvocation, LazyDeliveryCard, LazyRequestsCard } from './lazy-requests-card.tsx'
import { LazyEmailModal } from './lazy-email-modal.tsx'
import { LazyShareModal, LazyPeopleModal } from './lazy-share-modal.tsx'
import { routeOf } from '../route-search.ts'
import { invalidate, queryKeys } from '../../lib/api/query-keys.ts'

const MediationModal = lazyPart(
  async () => (await import('../../features/mediation/components/mediation-modal.tsx')).MediationModal,
)

const TemplatePicker = lazyPart(
  async () => (await import('../../features/templates/components/template-picker.tsx')).TemplatePicker,
)

const route = routeOf('/solicitudes/$id')

type Open = { what: 'share' | 'people' | 'email' | 'mediate'; document: Document | null }

export function CaseRoute() {
  const solicitudes = useSolicitudesTexts()
  const navigate = route.useNavigate()
  const { id } = route.useParams()
  const { data } = useQuery(solicitudQuery(id))
  const main = data?.solicitud_main.id_solicitud_main
  const requests = useQuery({
    ...signingRequestsQuery({ id_solicitud_main: main ?? '' }),
    enabled: main !== undefined,
  })
  const deliveries = useQuery({
    ...documentRequestsQuery({ id_solicitud_main: main ?? '' }),
    enabled: main !== undefined,
  })
  const convocation = useQuery({ ...convocationQuery(id), enabled: data != null && data.fecha_agendada !== null })
  const mayConvene = convocation.data?.actions.includes('convene') === true
  const mail = useQuery({ ...mailStateQuery, enabled: mayConvene })
  const [open, setOpen] = useState<Open | null>(null)
  const [picking, setPicking] = useState(false)
  const close = () => setOpen(null)
  const on = (what: Open['what']) => (document: Document) => setOpen({ what, document })
  const of = (what: Open['what']) => (open?.what === what ? open.document : null)
  const emails = data?.partes.flatMap(({ email }) => (email === undefined ? [] : [email]))
  const register = () => setOpen({ what: 'mediate', document: null })
  const card = (solicitud: SolicitudDetails, appointment: ReactNode) => (
    <MediationCard
      documents={solicitud.description}
      mayRegister={solicitud.description.some((one) => one.actions.includes('mediate'))}
      onRegister={register}
    >
      {appointment}
      <LazyConvocation solicitud={solicitud} query={convocation} mailReady={mail.data?.configured !== false} />
    </MediationCard>
  )
  return (
    <AppPage
      crumbs={[
        { label: solicitudes.title, to: paths.solicitudes() },
        ...(data === undefined ? [] : [{ label: data.solicitud_main.titulo }]),
      ]}
    >
      <CasePage
        key={id}
        id={id}
        mediation={card}
        waiting={requests.isLoading || deliveries.isLoading || convocation.isLoading}
        requests={
          <>
            <LazyRequestsCard requests={requests.data?.results} />
            <LazyDeliveryCard requests={deliveries.data?.results} />
          </>
        }
        onDeleted={() => navigate({ href: paths.solicitudes() })}
        acts={{
          onOpen: (document, tab) =>
            void navigate({
              href: `${paths.document(document.id_documento)}${tab === undefined ? '' : `?tab=${tab}`}`,
            }),
          onShare: on('share'),
          onShareUsers: on('people'),
          onEmail: on('email'),
          onMediate: on('mediate'),
          onRegister: register,
          onTemplate: () => setPicking(true),
        }}
      />
      <LazyShareModal document={of('share')} onClose={close} />
      <LazyPeopleModal document={of('people')} onClose={close} />
      <LazyEmailModal document={of('email')} onClose={close} {...(emails === undefined ? {} : { to: emails })} />
      {picking && (
        <TemplatePicker
          onClose={() => setPicking(false)}
          onChoose={(template) => void navigate({ href: paths.fillTemplate(template, id) })}
        />
      )}
      {open?.what === 'mediate' && data !== undefined && (
        <Mediate solicitud={data} first={open.document} onClose={close} />
      )}
    </AppPage>
  )
}

type MediateProps = { solicitud: SolicitudDetails; first: Document | null; onClose: () => void }

function Mediate({ solicitud, first, onClose }: MediateProps) {
  const queries = useQueryClient()
  const { data: session } = useSession()
  if (session === null) return null
  const changed = async () => {
    void invalidate(queries, queryKeys.solicitudes(), queryKeys.summary(), queryKeys.document())
    await invalidate(queries, queryKeys.solicitud())
  }
  return (
    <MediationModal
      documents={solicitud.description.filter((one) => one.actions.includes('mediate'))}
      first={first}
      actorRole={session.user.role}
      onChanged={changed}
      onClose={onClose}
    />
  )
}
