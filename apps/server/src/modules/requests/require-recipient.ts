import { isReadable, mayRecipient, type RecipientAct } from '@foja/contracts/recipient-rules'
import { fieldsOfRecipient, type AnyRequestKind } from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import { findSuccessor } from './convocations/appointment.queries.ts'
import { isValidPass } from './recipient-pass.ts'
import { recipientDigest } from './recipient-token.ts'
import {
  findRecipientByDigest,
  findRequest,
  lockRequest,
  type RecipientRow,
  type RequestRow,
} from './requests.queries.ts'

/** The holder of a link, with the request; of an earlier convocation, with the one that took its place. */
export type Asked = { recipient: RecipientRow; request: RequestRow }

/** True if the link is of an earlier convocation: it shows the new appointment and does nothing. */
export const isMoved = ({ recipient, request }: Asked): boolean => recipient.id_request !== request.id

type Deps = Pick<AppDeps, 'db' | 'clock' | 'keys'>

export const stateOf = ({ recipient, request }: Asked) => ({
  rol: recipient.rol,
  status: recipient.status,
  request: request.status,
  mayDelegate: request.allow_delegation,
  fields: fieldsOfRecipient(recipient),
})

/**
 * Requires that the recipient may do an act now.
 * @throws ProblemError request_closed; fields_open if they have to fill fields first
 */
export function requireAct(act: RecipientAct, asked: Asked): void {
  const state = stateOf(asked)
  if (mayRecipient(act, state)) return
  const isEarly = state.fields === 'open' && mayRecipient(act, { ...state, fields: 'filled' })
  throw new ProblemError(isEarly ? 'fields_open' : 'request_closed')
}

/** True if the recipient may read the request at `now`; not while the company is closed. */
const isOpen = (asked: Asked, now: Date): boolean =>
  asked.request.activa && isReadable(stateOf(asked), asked.request, now)

async function find(db: Kysely<Database>, recipient: RecipientRow | undefined): Promise<Asked | undefined> {
  const request = recipient && (await findRequest(db, recipient.id_request))
  return recipient && request && { recipient, request }
}

/** A credential is the token of a link, and after a dot the pass that a code gave. */
const partsOf = (credential: string) => {
  const [token = '', ...pass] = credential.split('.')
  return { token, pass: pass.join('.') }
}

/**
 * The recipient of a link, who may have to type a code before anything else. Unknown, replaced, ended and cancelled
 * links are answered alike.
 * @throws ProblemError not_found
 */
export async function findHolder({ db, clock }: Pick<Deps, 'db' | 'clock'>, credential: string): Promise<Asked> {
  const asked = await find(db, await findRecipientByDigest(db, recipientDigest(partsOf(credential).token)))
  if (asked === undefined) throw new ProblemError('not_found')
  if (isOpen(asked, clock())) return asked
  const request = await findSuccessor(db, asked)
  const moved = request && { ...asked, request }
  if (moved === undefined || !isOpen(moved, clock())) throw new ProblemError('not_found')
  return moved
}

/** The sites that may show the page of a recipient in a frame: those of the company that asks; none for an unknown token. */
export async function findEmbedOrigins(db: Kysely<Database>, token: string): Promise<readonly string[]> {
  const company = await db
    .selectFrom('recipient')
    .innerJoin('request', 'request.id', 'recipient.id_request')
    .innerJoin('company', 'company.id', 'request.id_company')
    .where('recipient.token_sha256', '=', recipientDigest(token))
    .where('company.activa', '=', true)
    .select('company.embed_origins')
    .executeTakeFirst()
  return company?.embed_origins ?? []
}

/** True if the recipient needs no code, or this browser has typed it. */
export const hasPassed = ({ keys, clock }: Pick<Deps, 'keys' | 'clock'>, { recipient }: Asked, credential: string) =>
  !recipient.code || isValidPass(keys, recipient, partsOf(credential).pass, clock())

/**
 * The recipient of a link who may act, in a request of `kind`.
 * @throws ProblemError not_found, recipient_code_needed
 */
export async function requireRecipient(deps: Deps, credential: string, kind: AnyRequestKind): Promise<Asked> {
  const asked = await findHolder(deps, credential)
  if (asked.request.kind !== kind) throw new ProblemError('not_found')
  if (!hasPassed(deps, asked, credential)) throw new ProblemError('recipient_code_needed')
  return asked
}

/**
 * Locks the request of a recipient and requires that they may still act: with the same link, in time, in their turn.
 * @throws ProblemError not_found, request_closed, fields_open
 */
export async function lockAsked(
  trx: Transaction<Database>,
  { clock }: Pick<AppDeps, 'clock'>,
  { recipient: { id, id_request, round } }: Asked,
  act: RecipientAct,
): Promise<Asked> {
  const request = await lockRequest(trx, id_request)
  const recipient = await trx.selectFrom('recipient').selectAll().where('id', '=', id).executeTakeFirst()
  if (request === undefined || recipient?.round !== round) throw new ProblemError('not_found')
  const asked = { request, recipient }
  if (!isOpen(asked, clock())) throw new ProblemError('request_closed')
  requireAct(act, asked)
  return asked
}
