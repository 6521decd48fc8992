import { copiesUntil, fieldsOfRecipient, isAsked } from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import { codeLetter } from '@foja/mail/code-letter'
import { deliveryLetter, type DeliveryLetter } from '@foja/mail/delivery-letter'
import { requestLetter, type RequestLetter } from '@foja/mail/request-letter'
import { tellTime } from '@foja/mail/times'
import type { Kysely, Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import { localeOf } from '../../texts/locale.ts'
import { codeMarkOf, linkMarkOf, messageZone, queueEmail, type EmailDraft, type MailDeps } from '../outbox/public.ts'
import { writeConvocation } from './convocations/convocation-mail.ts'
import { findRequirements, isMissing } from './deliveries/requirements.queries.ts'
import { recipientCode } from './recipient-pass.ts'
import { recipientToken } from './recipient-token.ts'
import { findRecipient, findRequestDocuments, type RecipientRow, type RequestRow } from './requests.queries.ts'

type Message = {
  request: RequestRow
  /** `returned`: of a request for documents only. */
  kind: RequestLetter['kind'] | 'returned'
  /** The name of the requirement that was returned. */
  requirement?: string
  motivo?: string | null
  zone?: string | null
  key?: string
}

type About = Omit<RequestLetter, 'kind' | 'approves' | 'isSimple' | 'fills' | 'documents'>

async function writeLetter(
  trx: Transaction<Database>,
  deps: MailDeps,
  recipient: RecipientRow,
  { request, kind, requirement }: Required<Pick<Message, 'request' | 'kind' | 'requirement'>>,
  about: About,
) {
  if (request.kind === 'convocatoria') return await writeConvocation(trx, deps, { request, kind }, about)
  if (request.kind === 'firmas') {
    const documents = (await findRequestDocuments(trx, [request.id])).map(({ nombre }) => nombre)
    const approves = recipient.rol === 'aprueba'
    const isSimple = recipient.rol === 'firma_simple'
    const fills = fieldsOfRecipient(recipient) === 'open'
    return requestLetter({ ...about, kind: kind as RequestLetter['kind'], approves, isSimple, fills, documents })
  }
  const missing = (await findRequirements(trx, [recipient.id])).filter(isMissing).map(({ nombre }) => nombre)
  return deliveryLetter({ ...about, kind: kind as DeliveryLetter['kind'], missing, requirement })
}

type Letter = Required<Pick<EmailDraft, 'id' | 'subject' | 'text' | 'html'>> &
  Pick<EmailDraft, 'reply_to' | 'id_recipient' | 'key'>

async function queueLetter(
  trx: Transaction<Database>,
  deps: MailDeps,
  { recipient, request }: { recipient: RecipientRow; request: RequestRow },
  letter: Letter,
): Promise<void> {
  await queueEmail(trx, deps, {
    kind: 'request',
    id_company: request.id_company,
    locale: localeOf(recipient.locale),
    to: [recipient.email],
    id_solicitud: request.id_solicitud,
    created_by: request.created_by,
    ...letter,
  })
}

/** Queues a message to a recipient. `zone`: in which the sender chose the term, if known. `key`: sent once. */
export async function queueRecipientMail(
  trx: Transaction<Database>,
  deps: MailDeps,
  recipient: RecipientRow,
  { request, kind, requirement = '', motivo = null, zone = null, key }: Message,
): Promise<void> {
  // A convened party without an address.
  if (recipient.email === '') return
  const id = randomUUID()
  const locale = localeOf(recipient.locale)
  const until = kind === 'copies' ? copiesUntil(request.ended_at)! : request.expires_at
  const opens = kind !== 'declined' && kind !== 'cancelled'
  const about = {
    locale,
    nombre: recipient.nombre,
    sender: request.author_nombre,
    company: request.company_nombre,
    titulo: request.titulo,
    message: request.mensaje,
    until: tellTime(until, locale, messageZone(deps.timeZone, zone)),
    motivo,
    url: opens ? linkMarkOf(id) : null,
  }
  const letter = await writeLetter(trx, deps, recipient, { request, kind, requirement }, about)
  await queueLetter(
    trx,
    deps,
    { recipient, request },
    {
      id,
      reply_to: request.author_email,
      ...letter,
      ...(opens ? { id_recipient: recipient.id } : {}),
      ...(key === undefined ? {} : { key }),
    },
  )
}

/** How long a code can be typed, in minutes. */
export const codeMinutes = 10

/** Queues the message with the current code; the code itself is written into it when it is sent. */
export async function queueCodeMail(
  trx: Transaction<Database>,
  deps: MailDeps,
  { recipient, request }: { recipient: RecipientRow; request: RequestRow },
): Promise<void> {
  const id = randomUUID()
  const letter = codeLetter({
    locale: localeOf(recipient.locale),
    nombre: recipient.nombre,
    sender: request.author_nombre,
    company: request.company_nombre,
    code: codeMarkOf(id),
    minutes: codeMinutes,
  })
  await queueLetter(trx, deps, { recipient, request }, { id, ...letter, id_recipient: recipient.id })
}

const isTheirs = (recipient: RecipientRow, to: readonly string[]): boolean =>
  to.length === 1 && to[0]!.toLowerCase() === recipient.email.toLowerCase()

/** The code in a message to a recipient; null if none is open, or the address is no longer theirs. */
export async function recipientCodeOf(
  { db, keys, clock }: Pick<AppDeps, 'keys' | 'clock'> & { db: Kysely<Database> },
  id: string,
  to: readonly string[],
): Promise<string | null> {
  const recipient = await findRecipient(db, id)
  if (recipient === undefined || !isTheirs(recipient, to)) return null
  const isOpen = recipient.code_until !== null && recipient.code_until > clock()
  return isOpen ? recipientCode(keys, recipient) : null
}

export const recipientUrl = (origin: string, token: string): string => `${origin}/pedido?p=${token}`

/** True if they have filled their fields and wait for the others. */
export const waitsAfterFilling = ({ status, filled_at }: RecipientRow): boolean =>
  status === 'en_espera' && filled_at !== null

/**
 * The link in a message to a recipient; null if it no longer leads anywhere, or the message goes to an address that they
 * no longer have.
 */
export async function recipientLinkOf(
  { db, keys, origin }: Pick<AppDeps, 'keys' | 'origin'> & { db: Kysely<Database> },
  id: string,
  to: readonly string[],
): Promise<string | null> {
  const recipient = await findRecipient(db, id)
  if (recipient === undefined) return null
  const opens =
    isAsked(recipient.status) ||
    waitsAfterFilling(recipient) ||
    ['firmado', 'aprobado', 'entregado', 'respondido'].includes(recipient.status)
  return isTheirs(recipient, to) && opens
    ? recipientUrl(origin(), recipientToken(keys, recipient.id, recipient.round))
    : null
}
