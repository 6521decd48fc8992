import { deliveryRole, doneStatuses, isAsked, type RecipientStatus } from '@foja/contracts/request-states'
import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { SigningRecipient, SigningRequest } from '@foja/contracts/signing-requests'
import { paths } from '../../lib/router/paths.ts'
import { deliveredOf } from './deliveries/delivered.ts'

const done: readonly RecipientStatus[] = doneStatuses

/** How many of those who sign or approve have acted. `mixed`: some of them only approve. */
export function progressOf({ recipients }: Pick<SigningRequest, 'recipients'>) {
  const acting = recipients.filter(({ rol, status }) => rol !== 'copia' && status !== 'delegado')
  return {
    done: acting.filter(({ status }) => done.includes(status)).length,
    total: acting.length,
    mixed: acting.some(({ rol }) => rol === 'aprueba'),
  }
}

/** True while the recipient has yet to act, or waits for their turn. */
export const isOpen = ({ rol, status }: SigningRecipient): boolean =>
  rol !== 'copia' && (status === 'en_espera' || status === 'enviado' || status === 'visto')

type Reached = Pick<SigningRecipient, 'status' | 'channel' | 'mail_status'>

/** True if the message with the link came back or could not be sent: the address is wrong. */
export const isUnreached = ({ status, channel, mail_status }: Reached): boolean =>
  status === 'enviado' && channel === 'email' && mail_status === 'failed'

/** The page of its case file, or of its first document. */
export const pageOf = ({ id_solicitud, documents }: SigningRequest): string =>
  id_solicitud === null
    ? `${paths.document(documents[0]?.id_documento ?? '')}?tab=firmas`
    : paths.solicitud(id_solicitud)

/** A chat with the text ready to send; with the person if the number has its country code. */
export function whatsAppLink(text: string, phone: string | null): string {
  const number = /^\s*(?:\+|00)/.test(phone ?? '') ? (phone ?? '').replace(/\D/g, '').replace(/^00/, '') : ''
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}

/** True if the message with the link, or with the copy, waits for a mail server. */
export const isHeld = ({ status, channel, mail_status }: Reached): boolean =>
  status === 'enviado' && channel === 'email' && mail_status === 'held'

/** Rows of the home page before «see all». */
export const mostWaiting = 5

/** What the user may do about a person: correct an address where the message did not arrive, else remind. */
function actOf({ actions }: { actions: readonly string[] }, recipient: Reached): 'correct' | 'remind' | null {
  if (actions.includes('change_recipient') && isUnreached(recipient)) return 'correct'
  // A reminder would wait for the mail server too.
  return actions.includes('remind') && !isHeld(recipient) ? 'remind' : null
}

/** What the home page shows of a running request. */
const aboutOf = ({ titulo, expires_at }: SigningRequest | DocumentRequest) => ({
  titulo,
  expires_at,
})

const awaitedSigners = (request: SigningRequest) =>
  request.recipients
    .filter(({ rol, status }) => rol !== 'copia' && isAsked(status))
    .map((recipient) => ({
      ...aboutOf(request),
      act: actOf(request, recipient),
      page: pageOf(request),
      recipient,
      delivered: null,
    }))

const awaitedDeliveries = (request: DocumentRequest) =>
  request.recipients
    .filter(({ status }) => isAsked(status))
    .map((recipient) => ({
      ...aboutOf(request),
      act: actOf(request, recipient),
      page: paths.solicitud(request.id_solicitud),
      recipient: { ...recipient, rol: deliveryRole },
      /** How many of the required documents have arrived. */
      delivered: deliveredOf(request.requirements.filter(({ id_recipient }) => id_recipient === recipient.id)),
    }))

/** A person whom the user waits for. */
export type Awaited = ReturnType<typeof awaitedSigners>[number] | ReturnType<typeof awaitedDeliveries>[number]

/** Who has yet to act in the running requests of both kinds: what is due first comes first. */
export const waitingOf = (requests: readonly SigningRequest[], deliveries: readonly DocumentRequest[]): Awaited[] =>
  [...requests.flatMap(awaitedSigners), ...deliveries.flatMap(awaitedDeliveries)].toSorted((a, b) =>
    a.expires_at.localeCompare(b.expires_at),
  )
