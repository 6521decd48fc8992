import type { Convocation } from '@foja/contracts/convocations'
import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import type { UseQueryResult } from '@tanstack/react-query'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A card of this height in pixels, while its code loads. */
const waiting = (height: number) => (
  <Card aria-busy className="p-5 max-sm:p-4" style={{ height }}>
    <Skeleton className="h-3.5 w-32" />
  </Card>
)

const RequestsCard = lazyPart(
  async () => (await import('../../features/signing-requests/components/requests-card.tsx')).RequestsCard,
)

const ended = ['completada', 'vencida', 'anulada']

/** Height of a request in the card: its title, and a row for each recipient while it is of interest. */
const heightOf = ({ status, recipients }: SigningRequest): number =>
  65 + (status === 'enviada' ? 14 : 0) + (ended.includes(status) ? 0 : 6 + 44 * recipients.length)

/** The signing requests of a case file, with the card's code only if there are any. */
export function LazyRequestsCard({ requests = [] }: { requests: readonly SigningRequest[] | undefined }) {
  if (requests.length === 0) return null
  const height = 55 + requests.reduce((sum, request) => sum + heightOf(request), 0)
  return <RequestsCard fallback={waiting(height)} requests={requests} />
}

const DeliveryCard = lazyPart(
  async () => (await import('../../features/signing-requests/deliveries/delivery-card.tsx')).DeliveryCard,
)

/** Height of a request for documents: its title, and while it is open its recipients and their items. */
const deliveryHeight = ({ status, recipients, requirements }: DocumentRequest): number =>
  65 + (status === 'abierta' ? 14 + 52 * recipients.length + 44 * requirements.length : 0)

/** The requests for documents of a case file, with the card's code only if there are any. */
export function LazyDeliveryCard({ requests = [] }: { requests: readonly DocumentRequest[] | undefined }) {
  if (requests.length === 0) return null
  const height = 55 + requests.reduce((sum, request) => sum + deliveryHeight(request), 0)
  return <DeliveryCard fallback={waiting(height)} requests={requests} />
}

const ConvocationSection = lazyPart(
  async () => (await import('../../features/signing-requests/convocation/convocation-section.tsx')).ConvocationSection,
)

type ConvocationProps = { solicitud: SolicitudDetails; query: UseQueryResult<Convocation>; mailReady: boolean }

/** The convocation to the appointment of a request, with its code only if there is something to see or to do. */
export function LazyConvocation({ query, ...rest }: ConvocationProps) {
  const { data: state } = query
  if (query.isLoadingError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
  if (
    rest.solicitud.fecha_agendada === null ||
    state === undefined ||
    (state.convocation === null && !state.moved && !state.actions.includes('convene'))
  ) {
    return null
  }
  const height = 53 + 54 * (state.convocation?.recipients.length ?? 0) + (state.actions.includes('convene') ? 52 : 0)
  return <ConvocationSection fallback={<div aria-busy style={{ height }} />} state={state} {...rest} />
}
