import { can } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import { mayComeIn, selectPeople } from '../session/session.public.ts'
import { insertShare } from '../shares/shares.public.ts'
import { carriedResource } from './email-rules.ts'
import type { EmailPlace, StoredEmail } from './email-trail.ts'

/** Whether whoever answers for a message may still come in and send the document that it carries, which `author` made. */
export async function senderMaySend(db: Kysely<Database>, email: StoredEmail, author: string | null): Promise<boolean> {
  if (email.kind !== 'document' || email.created_by === null) return true
  const sender = await selectPeople(db).where('app_user.id', '=', email.created_by).where(mayComeIn).executeTakeFirst()
  return sender !== undefined && can('document.email', sender, carriedResource(email, author))
}

type Successor = { actor: SessionActor; ip: string; at: Date }
type Answering = Partial<Pick<StoredEmail, 'created_by' | 'reply_to' | 'id_share'>>

/** The link of whoever left was closed with them: another, until the day that the message says. */
async function linkAnew(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'keys' | 'clock'>,
  { id_share, id_documento, id_company }: StoredEmail,
  { id_solicitud_main, documento }: EmailPlace,
  { actor, ip, at }: Successor,
): Promise<Answering> {
  if (id_share === null || id_documento === null) return {}
  const before = await trx.selectFrom('share').where('id', '=', id_share).selectAll().executeTakeFirstOrThrow()
  if (before.expires_at === null || before.expires_at <= at) return {}
  const { expires_at, password_hash, max_views, allow_download } = before
  const document = { id_documento, id_solicitud_main, id_company, nombre: documento ?? '' }
  const same = { expires_at, password_hash, max_views, allow_download, repeatable: null }
  const { row } = await insertShare(trx, deps, { ...same, document, actor, ip })
  return { id_share: row.id }
}

/**
 * Who answers for a message from now on, where whoever sent it may not any more: whoever has it sent again, to whom the
 * answers go too. `instead_of`: name of whom they take the place of; null: nobody’s.
 * @throws ProblemError not_found
 */
export async function takeOver(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'keys' | 'clock'>,
  email: StoredEmail,
  place: EmailPlace,
  successor: Successor,
): Promise<{ answering: Answering; instead_of: string | null }> {
  if (await senderMaySend(trx, email, place.author)) return { answering: {}, instead_of: null }
  const before = await trx
    .selectFrom('app_user')
    .where('id', '=', email.created_by)
    .select('nombre')
    .executeTakeFirstOrThrow()
  const link = email.delivery === 'link' ? await linkAnew(trx, deps, email, place, successor) : {}
  const { id, email: reply_to } = successor.actor
  return { answering: { created_by: id, reply_to, ...link }, instead_of: before.nombre }
}
