import type { PersonalTable } from '@foja/contracts/personal-data'
import { runForAll } from '@foja/db/company-scope'
import type { Parte } from '@foja/db/case-tables'
import { appendEvent, type EventRow } from '@foja/db/events'
import { redactEvents, type Redactable } from '@foja/db/redact-events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { leaveForGood } from '../users/public.ts'
import { createScrub, erasedEmail, erasedName, scrubJson } from './erase-values.ts'
import { findPerson, type Person } from './person.ts'
import { rowsOf } from './person-rows.ts'
import { countAwaited, countHeld } from './preview-erasure.ts'

type Trx = Transaction<Database>
type Scrub = (text: string) => string

/** `rows`: of the person in each table, found by what the erasure removes, so that tables depend on their order. */
type Erasure = {
  trx: Trx
  ctx: Ctx
  person: Person
  rows: Record<PersonalTable, RawBuilder<boolean>>
  scrub: Scrub
  at: Date
}

/** Tables whose rows of a user are deleted; the first ones depend on later ones. */
const deletedTables = [
  'refresh_token',
  'session',
  'recovery_code',
  'passkey',
  'api_key',
  'one_time_link',
  'signer',
  'prepared_signing',
  'share_view',
  'idempotency_key',
] as const satisfies PersonalTable[]

async function eraseAccount({ trx, person: { user } }: Erasure): Promise<void> {
  if (user === null) return
  await trx
    .updateTable('app_user')
    .set({
      email: erasedEmail(user.id),
      nombre: erasedName,
      cargo: null,
      telefono: null,
      last_login_at: null,
      oidc_subject: null,
      password_hash: null,
      totp_secret: null,
      totp_next_secret: null,
      totp_next_at: null,
      totp_enabled_at: null,
      totp_last_step: null,
    })
    .where('id', '=', user.id)
    .execute()
}

async function deleteRows({ trx, person: { user }, rows }: Erasure): Promise<void> {
  for (const name of deletedTables) {
    await sql`delete from ${sql.table(name)} t where ${rows[name]}`.execute(trx)
  }
  if (user === null) return
  await sql`delete from user_shared where id_user = ${user.id}`.execute(trx)
  await trx.deleteFrom('notification').where('id_user', '=', user.id).execute()
  await sql`delete from share t where ${rows.share}`.execute(trx)
}

/** A party without what identifies them; others unchanged. */
function withoutParty({ emails, idents }: Person) {
  return (parte: Parte): Parte => {
    const isOne =
      (parte.email !== undefined && emails.includes(parte.email.toLowerCase())) ||
      (parte.identificacion !== undefined && idents.includes(parte.identificacion))
    return isOne ? { nombre: erasedName, rol: parte.rol } : parte
  }
}

async function eraseParties({ trx, person, rows }: Erasure): Promise<void> {
  const erase = withoutParty(person)
  const { rows: cases } = await sql<{ id_solicitud: string; partes: Parte[] }>`
    select t.id_solicitud, t.partes from solicitud t where ${rows.solicitud} for update`.execute(trx)
  for (const { id_solicitud, partes } of cases) {
    const next = JSON.stringify(partes.map(erase))
    if (next === JSON.stringify(partes)) continue
    await trx
      .updateTable('solicitud')
      .set(({ eb }) => ({ partes: next, version: eb('version', '+', 1) }))
      .where('id_solicitud', '=', id_solicitud)
      .execute()
  }
  const { rows: bin } = await sql<{ id_solicitud_main: string; requests: { partes: Parte[] }[] }>`
    select t.id_solicitud_main, t.requests from deleted_case t
    where t.requests is not null and ${rows.deleted_case} for update`.execute(trx)
  for (const { id_solicitud_main, requests } of bin) {
    const next = requests.map((row) => ({ ...row, partes: row.partes.map(erase) }))
    await trx
      .updateTable('deleted_case')
      .set({ requests: JSON.stringify(next) })
      .where('id_solicitud_main', '=', id_solicitud_main)
      .execute()
  }
}

async function eraseRecipients({ trx, rows }: Erasure): Promise<void> {
  const { rows: found } = await sql<{ id: string; email: string }>`
    select t.id, t.email from recipient t where ${rows.recipient} for update`.execute(trx)
  for (const { id, email } of found) {
    await trx
      .updateTable('recipient')
      .set({
        nombre: erasedName,
        email: email === '' ? '' : erasedEmail(id),
        telefono: null,
        identificacion: null,
        must_match: false,
        motivo: null,
        // No link leads to it any more.
        token_sha256: randomBytes(32).toString('hex'),
      })
      .where('id', '=', id)
      .execute()
  }
}

type Message = {
  id: string
  recipients: unknown
  delivered: unknown
  refused: unknown
  reply_to: string | null
  subject: string
  text: string
  html: string
  calendar: string | null
  server_reply: string | null
  own: boolean
  sent: boolean
}

/** Messages to the person lose their content; those to others keep theirs without the name, once sent only the subject. */
async function eraseMessages({ trx, person, rows, scrub, at }: Erasure): Promise<void> {
  const id = person.user?.id ?? null
  const { rows: found } = await sql<Message>`
    select t.id, t.recipients, t.delivered, t.refused, t.reply_to, t.subject, t.text, t.html, t.calendar, t.server_reply,
      t.status in ('sent', 'failed', 'cancelled') as sent,
      coalesce(t.id_reader = ${id}::uuid, false) or coalesce(t.id_recipient in (select t.id from recipient t where ${rows.recipient}), false) as own
    from email t where ${rows.email} for update`.execute(trx)
  for (const { id: key, own, sent, ...message } of found) {
    const clean = (text: string) => scrub(text)
    const gone = own || sent
    await trx
      .updateTable('email')
      .set({
        recipients: JSON.stringify(scrubJson(message.recipients, own ? () => erasedEmail(key) : clean)),
        delivered: JSON.stringify(scrubJson(message.delivered, own ? () => erasedEmail(key) : clean)),
        refused: JSON.stringify(own ? [] : scrubJson(message.refused, clean)),
        reply_to: message.reply_to === null ? null : own ? null : clean(message.reply_to),
        subject: own ? '' : clean(message.subject),
        text: gone ? '' : clean(message.text),
        html: gone ? '' : clean(message.html),
        calendar: gone || message.calendar === null ? null : clean(message.calendar),
        server_reply: message.server_reply === null || own ? null : clean(message.server_reply),
        ...(gone ? { emptied_at: at } : {}),
        ...(own && !sent ? { status: 'cancelled', next_attempt_at: null, lease_until: null } : {}),
      })
      .where('id', '=', key)
      .execute()
  }
}

async function eraseNotices({ trx, rows, scrub }: Erasure): Promise<void> {
  const { rows: found } = await sql<{ id: number; actor_label: string | null; data: unknown }>`
    select t.id, t.actor_label, t.data from notification t where ${rows.notification}`.execute(trx)
  for (const { id, actor_label, data } of found) {
    await trx
      .updateTable('notification')
      .set({
        actor_label: actor_label === null ? null : scrub(actor_label),
        data: JSON.stringify(scrubJson(data, scrub)),
      })
      .where('id', '=', id)
      .execute()
  }
}

/** The event of a simple signature: with the consent it is the only proof of who signed. */
const isProof = ({ action, data }: EventRow) => action === 'recipient.signed' && typeof data['consent'] === 'string'

function redactionOf({ person: { user, emails }, scrub }: Erasure): (row: EventRow) => Redactable {
  const isTheirs = ({ actor, data }: EventRow) =>
    actor !== null
      ? actor === user?.id
      : typeof data['email'] === 'string' && emails.includes(data['email'].toLowerCase())
  return (row) => ({
    actor_label: isTheirs(row) ? erasedName : scrub(row.actor_label),
    data: scrubJson(row.data, scrub) as Record<string, unknown>,
    ip: isTheirs(row) ? null : row.ip,
  })
}

async function eraseEvents(erasure: Erasure, events: readonly EventRow[], motivo: string): Promise<number> {
  const { trx, ctx, person, at } = erasure
  const change = redactionOf(erasure)
  const changed = events.filter((row) => {
    const next = change(row)
    return (
      next.actor_label !== row.actor_label ||
      next.ip !== row.ip ||
      JSON.stringify(next.data) !== JSON.stringify(row.data)
    )
  })
  const { actor, ip } = ctx
  const by = { actor: actor.id, actor_label: actor.nombre, ip, at }
  await redactEvents(trx, changed, change, { ...by, data: { motivo } })
  // Also where no event named them: that it was done, and why.
  const id_company = person.user === null ? actor.id_company : person.user.id_company
  await appendEvent(trx, { ...by, id_company, action: 'person.erased', data: { motivo, count: changed.length } })
  return changed.length
}

export type ErasureInput = { persona: string; motivo: string; entregar_a?: string | undefined }

/**
 * Erases what is stored of a person: their account leaves the office and loses its name, credentials and stored key;
 * parties, recipients, messages and notices lose their names and addresses; events too, with chains that still prove
 * everything else. Documents, and events of simple signatures, stay as evidence. Runs as the owner of the tables, because
 * events change; `rows` limits it to the company of the caller.
 * @throws ProblemError person_not_found, person_awaited, person_held, not_yourself, last_admin, handover_required,
 *   assignee_unknown
 */
export async function erasePerson(ctx: Ctx, input: ErasureInput): Promise<{ events: number }> {
  const person = await findPerson(ctx, input.persona)
  const { user } = person
  if (user !== null) {
    authorize('user.manage', ctx.actor, { id_company: user.id_company, created_by: null, role: user.role })
    if (user.id === ctx.actor.id) throw new ProblemError('not_yourself', { field: 'persona' })
  }
  return await runForAll(async () =>
    inTransaction(ctx.db, async (trx) => {
      const at = ctx.clock()
      if ((await countAwaited(trx, person)) > 0) throw new ProblemError('person_awaited', { field: 'persona' })
      if ((await countHeld(trx, person)) > 0) throw new ProblemError('person_held', { field: 'persona' })
      if (user?.removed === false) await leaveForGood(trx, ctx, { id: user.id, successor: input.entregar_a })
      const rows = rowsOf(person)
      const erasure: Erasure = { trx, ctx, person, rows, scrub: createScrub(person), at }
      const { rows: events } = await sql<EventRow>`select t.* from event t where ${rows.event} order by t.id`.execute(
        trx,
      )
      const motivo = createScrub(person)(input.motivo)
      await eraseNotices(erasure)
      await eraseMessages(erasure)
      await deleteRows(erasure)
      await eraseRecipients(erasure)
      await eraseParties(erasure)
      await eraseAccount(erasure)
      const count = await eraseEvents(
        erasure,
        events.filter((row) => !isProof(row)),
        motivo,
      )
      return { events: count }
    }),
  )
}
