import { appendEvent } from '@foja/db/events'
import { isForeignKeyViolation } from '@foja/db/errors'
import type { Database } from '@foja/db/schema'
import { rebuildLists } from '@foja/db/tally'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { requireSameActor, lockAdmins, requireRemainingAdmin } from '../../identity/public.ts'
import { closeAccount, leaveOffice } from '../../users/public.ts'
import { isKeptCase, oldTemplates } from './sample.queries.ts'
import { forgetSample, findSample, type SampleRecord } from './sample-record.ts'

/** `removed`: everything; `kept`: what users made in the sample company remains, and the company with it. */
export type Removal = { outcome: 'removed' | 'kept'; expedientes: number }

/** Statements that delete everything of these case files, deepest first. */
function deletions(cases: readonly string[]) {
  const of = sql`any(${sql.val(cases)}::text[])`
  const requests = sql`(select id_solicitud from solicitud where id_solicitud_main = ${of}
    union all select unnest(ids) from deleted_case where id_solicitud_main = ${of})`
  const documents = sql`(select id_documento from document where id_solicitud in ${requests})`
  return [
    sql`delete from email where id_solicitud in ${requests} or id_documento in ${documents}`,
    sql`delete from notification where id_solicitud in ${requests} or id_documento in ${documents}`,
    sql`delete from template_batch where id_solicitud in ${requests}`,
    sql`delete from share where id_documento in ${documents}`,
    sql`delete from user_shared where id_documento in ${documents}`,
    sql`delete from prepared_signing where id_documento in ${documents}`,
    sql`delete from verification_code where id_documento in ${documents}`,
    sql`delete from document_version where id_documento in ${documents}`,
    sql`delete from document where id_solicitud in ${requests}`,
    sql`delete from solicitud where id_solicitud_main = ${of}`,
    sql`delete from solicitud_main where id_solicitud_main = ${of}`,
    sql`delete from deleted_case where id_solicitud_main = ${of}`,
  ]
}

async function removeCases(trx: Transaction<Database>, sample: SampleRecord): Promise<void> {
  const { rows } = await sql<{ id: string }>`select m.id_solicitud_main as id from solicitud_main m
    where m.id_company = ${sample.company} and not ${isKeptCase(sample)} for update`.execute(trx)
  const binned = await trx
    .selectFrom('deleted_case')
    .where('id_company', '=', sample.company)
    .select('id_solicitud_main as id')
    .execute()
  for (const deletion of deletions([...rows, ...binned].map(({ id }) => id))) await deletion.execute(trx)
}

async function removeTemplates(trx: Transaction<Database>, sample: SampleRecord): Promise<void> {
  await sql`delete from template t where t.id in (${oldTemplates(sample)})`.execute(trx)
  await sql`delete from template_base b where b.id_company = ${sample.company}
    and not exists (select from template_version v where v.pdf_path = b.pdf_path)`.execute(trx)
}

/** Deletes a row if nothing references it; else returns false and keeps it. */
async function tryDelete(trx: Transaction<Database>, table: 'app_user' | 'company', id: string): Promise<boolean> {
  await sql`savepoint before_delete`.execute(trx)
  try {
    await trx.deleteFrom(table).where('id', '=', id).execute()
    await sql`release savepoint before_delete`.execute(trx)
    return true
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    await sql`rollback to savepoint before_delete`.execute(trx)
    return false
  }
}

type Person = { id: string; nombre: string; id_company: string | null; removed_at: Date | null }

/** Locks the sample users who are still in the sample company; excludes those who moved away and the caller. */
async function holdSamplePeople(trx: Transaction<Database>, { actor }: Ctx, sample: SampleRecord): Promise<Person[]> {
  return await trx
    .selectFrom('app_user')
    .where('id', 'in', sample.people)
    .where('id_company', '=', sample.company)
    .where('id', '!=', actor.id)
    .select(['id', 'nombre', 'id_company', 'removed_at'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Removes users as `removeUser` does. Those whom nothing references are deleted; the others remain for the history.
 * Their open requests go to the caller.
 */
async function removePeople(trx: Transaction<Database>, ctx: Ctx, people: readonly Person[]): Promise<void> {
  if (people.length === 0) return
  const at = ctx.clock()
  const ids = people.map(({ id }) => id)
  // Links and unsent messages must not prevent the deletion.
  await trx.deleteFrom('one_time_link').where('id_user', 'in', ids).execute()
  await trx.deleteFrom('email').where('id_reader', 'in', ids).where('status', '!=', 'sent').execute()
  await trx.updateTable('email').set({ id_reader: null }).where('id_reader', 'in', ids).execute()
  for (const { removed_at, ...person } of people) {
    if (removed_at === null) {
      await closeAccount(trx, person.id, at)
      await leaveOffice(trx, ctx, { person, successor: ctx.actor.id, how: 'removed', at })
    }
    await tryDelete(trx, 'app_user', person.id)
  }
}

async function removeCompany(trx: Transaction<Database>, { company }: SampleRecord): Promise<boolean> {
  const hasCases = await trx
    .selectFrom('solicitud_main')
    .where('id_company', '=', company)
    .select('id_solicitud_main')
    .limit(1)
    .executeTakeFirst()
  if (hasCases !== undefined) return false
  await trx.deleteFrom('email').where('id_company', '=', company).execute()
  await trx.deleteFrom('signing_settings').where('id_company', '=', company).execute()
  return await tryDelete(trx, 'company', company)
}

/**
 * Removes the sample company with its users, case files and templates. What other users made in it stays, and then the
 * company too. At least one admin must remain. The history keeps all events. Without a sample it does nothing.
 * @throws ProblemError last_admin; unauthenticated or forbidden if the caller has changed meanwhile
 */
export async function removeSample(ctx: Ctx): Promise<Removal> {
  const { db, clock, actor, ip, store } = ctx
  const { removal, logo } = await inTransaction(db, async (trx) => {
    // Lock order as when removing a user: admins, users, case files.
    await lockAdmins(trx)
    await requireSameActor(trx, actor, clock())
    const sample = await findSample(trx, 'locked')
    if (sample === null) return { removal: { outcome: 'removed' as const, expedientes: 0 }, logo: null }
    const company = await trx
      .selectFrom('company')
      .where('id', '=', sample.company)
      .select(['nombre', 'logo_key'])
      .executeTakeFirst()
    const people = await holdSamplePeople(trx, ctx, sample)
    await removeCases(trx, sample)
    await removeTemplates(trx, sample)
    await removePeople(trx, ctx, people)
    await requireRemainingAdmin(trx)
    const removed = await removeCompany(trx, sample)
    const { n } = await trx
      .selectFrom('solicitud_main')
      .where('id_company', '=', sample.company)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    await forgetSample(trx)
    // List counters track inserts and changes only, and nothing else deletes rows.
    await rebuildLists(trx)
    await appendEvent(trx, {
      action: removed ? 'company.removed' : 'company.changed',
      id_company: sample.company,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { nombre: company?.nombre ?? '' },
      ip,
      at: clock(),
    })
    const outcome = removed ? ('removed' as const) : ('kept' as const)
    return { removal: { outcome, expedientes: n }, logo: removed ? company?.logo_key : null }
  })
  if (logo !== null && logo !== undefined) await store.delete(logo)
  return removal
}
