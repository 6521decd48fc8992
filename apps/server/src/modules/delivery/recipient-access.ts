import { can, type Resource, type Actor } from '@foja/contracts/policies'
import type { About } from '@foja/db/message-tables'
import type { Database } from '@foja/db/schema'
import { parseAddress } from '@foja/mail/address'
import { calendarFor } from '@foja/mail/calendar'
import type { Kysely } from 'kysely'
import { maySignIn, selectPeople } from '../identity/public.ts'
import type { StoredEmail } from './email-trail.ts'
import { missingOf } from './recipients.ts'
import { ProblemError } from '../../http/problem.ts'

/** Whose messages the outbox shows: all, or those of a company. */
export type OfficeMailbox = 'all' | { company: string }

/** Whose messages are counted: those of an outbox, or those of one user in a company. */
export type MailboxScope = OfficeMailbox | { company: string; author: string }

/** The messages of the actor's outbox; the actor is an admin or a manager. */
export function officeMailbox({ role, id_company }: Actor): OfficeMailbox {
  if (role === 'admin') return 'all'
  if (id_company === null) throw new ProblemError('forbidden')
  return { company: id_company }
}

/** The messages that count for the actor: those of their outbox, or their own in their current company. */
export function ownMailbox(actor: Actor): MailboxScope {
  const reach = officeMailbox(actor)
  return reach === 'all' || actor.role === 'gestor' ? reach : { ...reach, author: actor.id }
}

/** What no one may read. */
const gone: Resource = { id_company: null, created_by: null }

async function documentOf(db: Kysely<Database>, id: string, reader: string): Promise<Resource[]> {
  const row = await db
    .selectFrom('document')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .leftJoin('user_shared', (join) =>
      join.onRef('user_shared.id_documento', '=', 'document.id_documento').on('user_shared.id_user', '=', reader),
    )
    .where('document.id_documento', '=', id)
    .where((eb) => eb.or([eb('document.id_solicitud', 'is', null), eb('solicitud.id_solicitud', 'is not', null)]))
    .select((eb) => [
      'document.id_company',
      'user_shared.id_user as shared_with',
      eb.fn.coalesce('main.created_by', 'document.created_by').as('created_by'),
    ])
    .executeTakeFirst()
  if (row === undefined) return [gone]
  const { shared_with, ...resource } = row
  return [{ ...resource, sharedWithActor: shared_with !== null }]
}

async function subjectsOf(db: Kysely<Database>, about: About | null, reader: string): Promise<Resource[]> {
  if (about === null) return []
  if ('document' in about) return await documentOf(db, about.document, reader)
  const rows = await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('solicitud.id_solicitud', 'in', about.requests)
    .select(['main.id_company', 'main.created_by'])
    .execute()
  return rows.length < about.requests.length ? [...rows, gone] : rows
}

/**
 * True if the user whom a message is for is active and may read everything it mentions. External recipients always may.
 */
export async function recipientMayRead(db: Kysely<Database>, email: StoredEmail): Promise<boolean> {
  const { kind, id_company, id_reader, about } = email
  if (id_reader === null) return kind !== 'notice'
  const person = await selectPeople(db).where('app_user.id', '=', id_reader).where(maySignIn).executeTakeFirst()
  if (person === undefined || (person.role !== 'admin' && person.id_company !== id_company)) return false
  const subjects = await subjectsOf(db, about, id_reader)
  // Cancellations of appointments are sent although their request was deleted.
  return subjects.every((resource) =>
    resource === gone ? kind === 'cancellation' : can('document.read', person, resource),
  )
}

/**
 * Updates a message that is being sent to its reader's current address, also in its calendar. Returns undefined if
 * another worker has claimed it meanwhile.
 */
export async function refreshRecipientAddress(
  db: Kysely<Database>,
  email: StoredEmail,
): Promise<StoredEmail | undefined> {
  const { id, id_reader, recipients, attempts, calendar } = email
  if (id_reader === null || missingOf(email).length === 0) return email
  const person = await db.selectFrom('app_user').where('id', '=', id_reader).select('email').executeTakeFirst()
  const address = parseAddress(person?.email ?? '')
  if (address === null || [...recipients.to, ...recipients.cc].join() === address) return email
  // The company must not learn the new address of a user who moved to another company.
  if (!(await recipientMayRead(db, email))) return email
  return await db
    .updateTable('email')
    .set({
      recipients: JSON.stringify({ to: [address], cc: [] }),
      refused: '[]',
      calendar: calendar === null ? null : calendarFor(calendar, address),
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('attempts', '=', attempts)
    .returningAll()
    .executeTakeFirst()
}
