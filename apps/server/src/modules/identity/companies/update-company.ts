import { can } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { switchOnCompanyCountry } from '../../verification-core/public.ts'
import { lockAdmins, requireRemainingAdmin } from '../people/lock-admins.ts'
import { lockCompany, type CompanyRow } from './companies.queries.ts'
import { changedValues, existsProblem, type CompanyInput } from './company-values.ts'
import { recordCompany } from './record-company.ts'
import { readCompany, requireCompany } from './require-company.ts'

const refusalsByPerson: ThrottleRule = { tries: 10, seconds: 3600 }

/**
 * Non-admins get one error for invalid and taken tax ids, and few tries, to prevent enumeration of companies.
 * @throws ProblemError too_many_attempts
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
export async function deactivateCompany(
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
 * @throws ProblemError not_found, forbidden, tax_id_wrong, phone_wrong, company_exists, tax_id_refused,
 * company_has_you, last_admin, too_many_attempts
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
