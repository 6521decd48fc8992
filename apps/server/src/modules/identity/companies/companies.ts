import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { EventAction } from '@foja/contracts/events'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { createCompany as endpoint } from '@foja/contracts/companies'
import { inTransaction } from '@foja/db/transaction'
import { can } from '@foja/contracts/policies'
import { isForeignKeyViolation } from '@foja/db/errors'
import type { Ctx } from '../../../context.ts'
import { switchOnCompanyCountry } from '../../verification-core/public.ts'
import { type CompanyRow, lockCompany } from './companies.queries.ts'
import { changedValues, existsProblem, type CompanyInput } from './company-values.ts'
import { readCompany, requireCompany } from './require-company.ts'
import { authorize } from '../../../http/authorize.ts'
import { requestKey, runOnce } from '../../../lib/idempotency.ts'
import { requireRelyingParty } from '../account/relying-party.ts'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { lockAdmins, requireRemainingAdmin } from '../people/lock-admins.ts'

type CompanyEvent = Extract<EventAction, `company.${string}`>

/** Records an event about a company in its own trail; `fields`: names of the changed fields. */
export async function recordCompany(
  trx: Transaction<Database>,
  { actor, ip }: Ctx,
  company: { id: string; nombre: string },
  action: CompanyEvent,
  at: Date,
  fields: readonly string[] = [],
): Promise<void> {
  await appendEvent(trx, {
    action,
    id_company: company.id,
    actor: actor.id,
    actor_label: actor.nombre,
    data: { nombre: company.nombre, ...(fields.length === 0 ? {} : { fields: fields.join(',') }) },
    ip,
    at,
  })
}

type NewCompany = z.output<typeof endpoint.body>

/**
 * Creates a company without users; a repetition with the same key returns the first one.
 * @throws ProblemError id_in_use, tax_id_wrong, phone_wrong, company_exists, passkey_unavailable
 */
export async function createCompany(ctx: Ctx, { key, ...content }: NewCompany): Promise<CompanyRow> {
  const { db, clock } = ctx
  const { nombre, ...rest } = content
  const company = { id: randomUUID(), nombre }
  const values = changedValues(rest)
  if (values.exige_passkey === true) requireRelyingParty(ctx)
  try {
    const { result: id } = await runOnce(ctx, requestKey(ctx.actor.id, 'company', key, content), async (trx) => {
      const at = clock()
      await trx
        .insertInto('company')
        .values({ ...company, ...values, created_at: at })
        .execute()
      await switchOnCompanyCountry(trx, values.pais, at)
      await recordCompany(trx, ctx, company, 'company.created', at)
      return company.id
    })
    return await requireCompany(db, ctx.actor, 'company.update', id)
  } catch (error) {
    throw existsProblem(error)
  }
}

const refusalsByPerson: ThrottleRule = { tries: 10, seconds: 3600 }

/**
 * Non-admins get one error for invalid and taken tax ids, and few tries, to prevent enumeration of companies.
 * @throws ProblemError paused
 */
async function maskTaxIdErrors(ctx: Ctx, error: unknown): Promise<unknown> {
  if (can('company.create', ctx.actor) || !(error instanceof ProblemError)) return error
  if (error.code !== 'tax_id_wrong' && error.code !== 'company_exists') return error
  await slowDown(ctx, 'tax ids', ctx.actor.id, refusalsByPerson)
  return new ProblemError('tax_id_refused', { field: 'identificacion', cause: error })
}

type CompanyRecord = NonNullable<Awaited<ReturnType<typeof lockCompany>>>

/** Ends the sessions of a company's users, also those that were being opened meanwhile. */
async function endSessionsOf(trx: Transaction<Database>, company: string, at: Date): Promise<void> {
  await trx
    .updateTable('session')
    .set({ revoked_at: at, revoked_reason: 'deactivated' })
    .where('id_user', 'in', (eb) => eb.selectFrom('app_user').select('id').where('id_company', '=', company))
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Deactivates a company. Its users are refused immediately, because each request checks the company
 * (`companyIsActive`).
 * @throws ProblemError company_has_you, last_admin
 */
async function deactivateCompany(
  trx: Transaction<Database>,
  ctx: Ctx,
  company: Pick<CompanyRecord, 'id' | 'nombre'>,
  at: Date,
): Promise<void> {
  if (ctx.actor.id_company === company.id) throw new ProblemError('company_has_you')
  await trx.updateTable('company').set({ activa: false }).where('id', '=', company.id).execute()
  await requireRemainingAdmin(trx)
  await endSessionsOf(trx, company.id, at)
  await recordCompany(trx, ctx, company, 'company.deactivated', at)
}

async function applyChanges(
  trx: Transaction<Database>,
  ctx: Ctx,
  before: CompanyRecord,
  input: CompanyInput,
  at: Date,
): Promise<void> {
  const { activa, ...values } = changedValues(input, before)
  if (activa !== undefined) authorize('company.activate', ctx.actor, { id_company: before.id, created_by: null })
  if (values.exige_passkey === true) requireRelyingParty(ctx)
  const fields = Object.keys(values)
  const company = { id: before.id, nombre: values.nombre ?? before.nombre }
  if (fields.length > 0) {
    await trx.updateTable('company').set(values).where('id', '=', before.id).execute()
    await switchOnCompanyCountry(trx, values.pais, at)
    await recordCompany(trx, ctx, company, 'company.changed', at, fields)
  }
  if (activa === false) await deactivateCompany(trx, ctx, company, at)
  if (activa === true) {
    await trx.updateTable('company').set({ activa }).where('id', '=', before.id).execute()
    await endSessionsOf(trx, before.id, at)
    await recordCompany(trx, ctx, company, 'company.reactivated', at)
  }
}

/**
 * Changes a company; omitted fields stay unchanged, and unchanged values are not recorded.
 * @throws ProblemError not_found, forbidden, passkey_unavailable, tax_id_wrong, phone_wrong, embed_origin_wrong,
 * company_exists, tax_id_refused, company_has_you, last_admin, paused
 */
export async function updateCompany(ctx: Ctx, { id, ...input }: CompanyInput & { id: string }): Promise<CompanyRow> {
  const { db, clock, actor } = ctx
  await requireCompany(db, actor, 'company.update', id)
  try {
    return await inTransaction(db, async (trx) => {
      if (input.activa === false) await lockAdmins(trx)
      const before = await lockCompany(trx, id)
      if (before === undefined) throw new ProblemError('not_found')
      await applyChanges(trx, ctx, before, input, clock())
      return await readCompany(trx, id)
    })
  } catch (error) {
    throw await maskTaxIdErrors(ctx, existsProblem(error))
  }
}

type Outcome = 'removed' | 'deactivated'

/** Deletes a company that nothing references; else returns false, also if a reference was added meanwhile. */
async function erase(ctx: Ctx, id: string): Promise<boolean> {
  const { db, clock, store } = ctx
  try {
    const erased = await inTransaction(db, async (trx) => {
      const row = await trx.deleteFrom('company').where('id', '=', id).returningAll().executeTakeFirst()
      if (row === undefined) throw new ProblemError('not_found')
      await recordCompany(trx, ctx, row, 'company.removed', clock())
      return row
    })
    if (erased.logo_key !== null) await store.delete(erased.logo_key)
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

/**
 * Deletes a company without users, case files or anything else; deactivates any other.
 * @throws ProblemError not_found, forbidden, company_has_you, last_admin
 */
export async function removeCompany(ctx: Ctx, id: string): Promise<Outcome> {
  const { db, clock, actor } = ctx
  await requireCompany(db, actor, 'company.remove', id)
  if (actor.id_company === id) throw new ProblemError('company_has_you')
  if (await erase(ctx, id)) return 'removed'
  await inTransaction(db, async (trx) => {
    await lockAdmins(trx)
    const company = await lockCompany(trx, id)
    if (company === undefined) throw new ProblemError('not_found')
    if (company.activa) await deactivateCompany(trx, ctx, company, clock())
  })
  return 'deactivated'
}
