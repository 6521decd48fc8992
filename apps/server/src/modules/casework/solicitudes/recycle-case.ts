import { mayDeleteCase, type CaseState } from '@foja/contracts/actions'
import type { DeletedCase } from '@foja/contracts/casework'
import { recycleDays } from '@foja/contracts/constants'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import type { SolicitudTable } from '@foja/db/case-tables'
import { appendEvent, type NewEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { EventAction } from '@foja/contracts/events'
import type { AppDeps } from '../../../deps.ts'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CaseRow } from '../../case-locks/public.ts'
import { purgedBefore, requireNoneRequested } from '../../documents/public.ts'
import { announceChange } from '../../notify/public.ts'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import { saveSolicitud } from './case.queries.ts'
import { clearIneligibleAssignee } from './clear-ineligible-assignee.ts'
import { calendarStep, inviteFor } from './invite.ts'
import { loadMains } from './read-solicitudes.ts'

type Trx = Transaction<Database>
type Row = Selectable<SolicitudTable>

const selectMain = (db: Kysely<Database>, id: string) =>
  db
    .selectFrom('solicitud_main')
    .where('id_solicitud_main', '=', id)
    .select(['id_solicitud_main', 'titulo', 'id_company', 'created_by'])

/** Case files in the recycle bin that are not yet due for the purge. */
const selectBin = (db: Kysely<Database>, now: Date) =>
  db.selectFrom('deleted_case').where('main', 'is not', null).where('deleted_at', '>', purgedBefore(now))

/** Authorizes the caller for a case file, in the recycle bin or not, without a lock. One statement, so that none moves. */
async function requireCase({ db, actor }: Ctx, id: string, now: Date): Promise<void> {
  const owner = await db
    .selectFrom('solicitud_main')
    .where('id_solicitud_main', '=', id)
    .select(['id_company', 'created_by'])
    .unionAll(selectBin(db, now).where('id_solicitud_main', '=', id).select(['id_company', 'created_by']))
    .executeTakeFirst()
  authorize('solicitud.delete', actor, owner)
}

function requireState({ actor }: Ctx, main: CaseRow, state: CaseState): void {
  if (mayDeleteCase(actor, main, state)) return
  throw new ProblemError(state.signed ? 'case_signed' : 'transition_not_allowed')
}

/** Case files that have been sent are deleted with a reason. */
function requireReason(state: CaseState, motivo: string | undefined): void {
  if (state.pending || motivo !== undefined) return
  const message = { es: 'Escribe el motivo: queda en la historia.', en: 'Write the reason: the history keeps it.' }
  throw new ProblemError('validation_failed', { errors: [{ field: 'motivo', code: 'required', message }] })
}

/** @throws ProblemError case_held */
async function requireNotHeld(trx: Trx, id: string): Promise<void> {
  const hold = await trx.selectFrom('case_hold').where('id_solicitud_main', '=', id).select('motivo').executeTakeFirst()
  if (hold !== undefined) throw new ProblemError('case_held', { subject: hold.motivo })
}

type Who = Pick<NewEvent, 'actor' | 'actor_label' | 'ip'>
const whoOf = ({ actor, ip }: Ctx): Who => ({ actor: actor.id, actor_label: actor.nombre, ip })

type Step = { action: EventAction; who: Who; data: NewEvent['data']; at: Date }

async function record(trx: Trx, deps: Pick<AppDeps, 'bus'>, main: CaseRow, { data, who, ...step }: Step) {
  const { id_solicitud_main, id_company, created_by, titulo } = main
  await announceChange(trx, deps, { id_company, created_by, id_solicitud_main, id_documento: null })
  await appendEvent(trx, { ...step, id_solicitud_main, id_company, ...who, data: { titulo, ...data } })
}

/** A request as it is for calendars while its case file is in the recycle bin: without an appointment. */
const unplanned = (row: Row): Row => ({ ...row, status: 'pendiente', fecha_agendada: null })

/** Sends the calendar messages of a change, and counts them in the row. */
async function sendCalendars(trx: Trx, ctx: Ctx, main: CaseRow, rows: readonly Row[], at: Date, back: boolean) {
  const batch = startNotificationBatch()
  for (const row of rows) {
    const [before, after] = back ? [unplanned(row), row] : [row, unplanned(row)]
    if (calendarStep(before, after, at) === null) continue
    await inviteFor(trx, ctx, { locked: { main, row: after }, batch, at }, before)
    await trx
      .updateTable('solicitud')
      .set({ calendar_sequence: row.calendar_sequence + 1 })
      .where('id_solicitud', '=', row.id_solicitud)
      .execute()
  }
  await sendNotificationBatch(trx, ctx, batch)
}

/** Cancels what waits to be sent about the requests, and removes their notices and prepared signatures. */
async function withdraw(trx: Trx, ids: readonly string[], documents: readonly string[]): Promise<void> {
  const ofCase = sql<boolean>`(id_solicitud = any (${ids}::text[]) or id_documento = any (${documents}::uuid[]))`
  await trx
    .updateTable('email')
    .set({ status: 'cancelled', next_attempt_at: null, lease_until: null })
    .where('status', 'in', ['queued', 'held'])
    .where(ofCase)
    .execute()
  await trx.deleteFrom('notification').where(ofCase).execute()
  await sql`delete from prepared_signing where id_documento = any (${documents}::uuid[])`.execute(trx)
}

/** The requests of a case file in order, locked. */
async function lockRequests(trx: Trx, id: string): Promise<Row[]> {
  return await trx
    .selectFrom('solicitud')
    .where('id_solicitud_main', '=', id)
    .selectAll()
    .orderBy('position')
    .forUpdate()
    .execute()
}

/** The requests and documents of a case file, locked; `all`: its documents, also those in the recycle bin already. */
async function lockContents(trx: Trx, id: string) {
  const rows = await lockRequests(trx, id)
  const ids = rows.map(({ id_solicitud }) => id_solicitud)
  const documents = await trx
    .selectFrom('document')
    .where(sql<boolean>`id_solicitud = any (${ids}::text[])`)
    .select(['id_documento', 'signature_count', 'deleted_at'])
    .orderBy('id_documento')
    .forUpdate()
    .execute()
  return {
    rows,
    ids,
    all: documents.map(({ id_documento }) => id_documento),
    facts: {
      pending: rows.every(({ status }) => status === 'pendiente'),
      signed: documents.some(({ signature_count: count }) => count > 0),
      documents: documents.filter(({ deleted_at }) => deleted_at === null).length,
    },
  }
}

/** Moves the rows of a locked case file to the recycle bin; its documents are deleted with it. */
async function moveToBin(
  trx: Trx,
  by: string,
  main: CaseRow,
  ids: readonly string[],
  { motivo, at, ...facts }: CaseState & { documents: number; motivo: string | null; at: Date },
): Promise<void> {
  const { id_solicitud_main: id, id_company, created_by, titulo } = main
  await sql`insert into deleted_case (id_solicitud_main, ids, id_company, created_by, titulo, documents, pending, signed,
      main, requests, motivo, deleted_at, deleted_by)
    select ${id}, ${ids}::char(19)[], ${id_company}, ${created_by}, ${titulo}, ${facts.documents}, ${facts.pending},
      ${facts.signed}, to_jsonb(m), (select jsonb_agg(s order by s.position) from solicitud s
        where s.id_solicitud_main = ${id}), ${motivo}, ${at}, ${by}
    from solicitud_main m where m.id_solicitud_main = ${id}`.execute(trx)
  await trx.deleteFrom('solicitud').where('id_solicitud_main', '=', id).execute()
  await trx.deleteFrom('solicitud_main').where('id_solicitud_main', '=', id).execute()
  await trx
    .updateTable('document')
    .set({ deleted_at: at, deleted_by: by })
    .where(sql<boolean>`id_solicitud = any (${ids}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Moves a concluded case file to the recycle bin by a rule of its company, signed or not, in the name of the user who set
 * the rule. Returns false if it is held, was changed or asked for meanwhile.
 */
export async function recycleByRule(
  { db, clock, bus }: Pick<AppDeps, 'db' | 'clock' | 'bus'>,
  id: string,
  author: string,
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const at = clock()
    const main = await selectMain(trx, id).forUpdate().executeTakeFirst()
    if (main === undefined) return false
    const { rows, ids, all, facts } = await lockContents(trx, id)
    try {
      await requireNotHeld(trx, id)
      await requireNoneRequested(trx, id)
    } catch (error) {
      if (error instanceof ProblemError) return false
      throw error
    }
    if (rows.some(({ status }) => status !== 'concluido')) return false
    await withdraw(trx, ids, all)
    await moveToBin(trx, author, main, ids, { ...facts, motivo: null, at })
    const who = { actor: null, actor_label: 'Foja', ip: null }
    await record(trx, { bus }, main, { action: 'solicitud_main.deleted', who, data: { por_regla: true }, at })
    return true
  })
}

export type CaseDeletion = { id_solicitud_main: string; motivo?: string | undefined }

/**
 * Moves a case file with its requests and documents to the recycle bin and cancels its appointments and unsent messages.
 * Deleting a case file in the bin changes nothing.
 * @throws ProblemError not_found, forbidden, transition_not_allowed, case_signed, validation_failed where a reason is
 * missing
 */
export async function deleteCase(ctx: Ctx, { id_solicitud_main: id, motivo }: CaseDeletion): Promise<void> {
  const at = ctx.clock()
  await requireCase(ctx, id, at)
  await inTransaction(ctx.db, async (trx) => {
    const main = await selectMain(trx, id).forUpdate().executeTakeFirst()
    if (main === undefined) return
    const { rows, ids, all, facts } = await lockContents(trx, id)
    requireState(ctx, main, facts)
    requireReason(facts, motivo)
    await requireNotHeld(trx, id)
    await requireNoneRequested(trx, id)
    await withdraw(trx, ids, all)
    await sendCalendars(trx, ctx, main, rows, at, false)
    const reason = motivo ?? null
    await moveToBin(trx, ctx.actor.id, main, ids, { ...facts, motivo: reason, at })
    const who = whoOf(ctx)
    await record(trx, ctx, main, { action: 'solicitud_main.deleted', who, data: { motivo: reason }, at })
  })
}

/** Inserts the rows of a case file from the recycle bin and returns its requests. */
async function moveBack(trx: Trx, id: string, ids: readonly string[], deletedAt: Date, at: Date): Promise<Row[]> {
  const columns = sql`id_solicitud_main, titulo, id_company, created_by, payload_sha256, created_at, updated_at`
  await sql`insert into solicitud_main (${columns}) select m.id_solicitud_main, m.titulo, m.id_company, m.created_by,
      m.payload_sha256, m.created_at, ${at} from deleted_case c
    cross join lateral jsonb_populate_record(null::solicitud_main, c.main) m
    where c.id_solicitud_main = ${id}`.execute(trx)
  await sql`insert into solicitud select s.* from deleted_case c
    cross join lateral jsonb_populate_recordset(null::solicitud, c.requests) s
    where c.id_solicitud_main = ${id}`.execute(trx)
  await trx
    .updateTable('document')
    .set({ deleted_at: null, deleted_by: null })
    .where(sql<boolean>`id_solicitud = any (${ids}::text[])`)
    .where('deleted_at', '=', deletedAt)
    .execute()
  await trx.deleteFrom('deleted_case').where('id_solicitud_main', '=', id).execute()
  return await lockRequests(trx, id)
}

/**
 * Restores a case file from the recycle bin with its requests, documents and links, and invites again to its future
 * appointments. Mediators who may no longer take a request are unassigned. Restoring a case file that is not in the bin
 * changes nothing.
 * @throws ProblemError not_found (also after its 30 days), forbidden, transition_not_allowed, case_signed
 */
export async function restoreCase(ctx: Ctx, id: string): Promise<SolicitudMain> {
  const at = ctx.clock()
  await requireCase(ctx, id, at)
  await inTransaction(ctx.db, async (trx) => {
    const bin = await selectBin(trx, at)
      .where('id_solicitud_main', '=', id)
      .select(['id_solicitud_main', 'ids', 'titulo', 'id_company', 'created_by', 'pending', 'signed', 'deleted_at'])
      .forUpdate()
      .executeTakeFirst()
    if (bin === undefined) return
    const { ids, pending, signed, deleted_at, ...main } = bin
    requireState(ctx, main, { pending, signed })
    const rows: Row[] = []
    for (const row of await moveBack(trx, id, ids, deleted_at, at)) {
      const { values, events } = await clearIneligibleAssignee(trx, { main, row })
      rows.push(events.length === 0 ? row : (await saveSolicitud(trx, { main, row }, values, at)).row)
    }
    await sendCalendars(trx, ctx, main, rows, at, true)
    const who = whoOf(ctx)
    await record(trx, ctx, main, { action: 'solicitud_main.restored', who, data: { motivo: null }, at })
  })
  const [main] = await loadMains(ctx.db, [id])
  // Deleted again meanwhile.
  if (main === undefined) throw new ProblemError('not_found')
  return main
}

const most = 100

/** The case files that the caller may restore, last deleted first. */
export async function listDeletedCases({ db, clock, actor }: Ctx): Promise<DeletedCase[]> {
  let query = selectBin(db, clock()).innerJoin('app_user as remover', 'remover.id', 'deleted_case.deleted_by')
  // `mayDeleteCase` as SQL, so that the limit counts only permitted rows.
  if (actor.role !== 'admin')
    query = query.where('deleted_case.id_company', '=', actor.id_company).where('signed', '=', false)
  if (actor.role === 'mediador' || actor.role === 'usuario')
    query = query.where('deleted_case.created_by', '=', actor.id).where('pending', '=', true)
  const rows = await query
    .select(['id_solicitud_main', 'ids', 'titulo', 'documents', 'motivo', 'deleted_at', 'deleted_by'])
    .select(['remover.nombre', 'remover.email'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id_solicitud_main')
    .limit(most)
    .execute()
  return rows.map(({ ids, documents, deleted_at, deleted_by, nombre, email, ...row }) => ({
    ...row,
    solicitudes: ids.length,
    documentos: documents,
    deleted_at: deleted_at.toISOString(),
    deleted_by: { id: deleted_by, nombre, email },
    purge_at: new Date(deleted_at.getTime() + recycleDays * 86_400_000).toISOString(),
  }))
}

/**
 * Empties case files that have been in the recycle bin for 30 days; `purgeDocuments` has deleted their documents. Their
 * ids stay, so that they are never used again. Returns the number of case files.
 */
export async function purgeCases({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const at = clock()
  return await inTransaction(db, async (trx) => {
    const rows = await trx
      .updateTable('deleted_case')
      .set({ main: null, requests: null, titulo: '', motivo: null })
      .where('main', 'is not', null)
      .where('deleted_at', '<=', purgedBefore(at))
      .returning(['id_solicitud_main', 'id_company'])
      .execute()
    for (const row of rows) {
      await appendEvent(trx, { action: 'solicitud_main.purged', ...row, actor: null, actor_label: '', data: {}, at })
    }
    return rows.length
  })
}
