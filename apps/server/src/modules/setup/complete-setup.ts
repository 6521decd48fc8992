import type { setupSchema } from '@foja/contracts/setup'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely } from 'kysely'
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod/mini'
import type { AppDeps } from '../../deps.ts'
import { fieldErrorOf, ProblemError } from '../../http/problem.ts'
import { isWeakPassword, isTaxId, hashPassword } from '../identity/public.ts'
import { switchOnCompanyCountry } from '../verification-core/public.ts'

/** A `Ctx<null>`, or the server at start, which has no client address. */
type SetupDeps = Pick<AppDeps, 'db' | 'clock' | 'setupCode' | 'prepareSampleData'> & { ip: string | null }
type NewInstallation = z.output<typeof setupSchema>

/** True while there are no users. */
export async function needsSetup(db: Kysely<Database>): Promise<boolean> {
  const user = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  return user === undefined
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Case and separators do not matter when a code is typed from a printout or another window. */
const normalize = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '')

function checkCode(expected: string | null, given: string | undefined): void {
  if (expected === null) return
  if (given !== undefined && timingSafeEqual(digest(normalize(expected)), digest(normalize(given)))) return
  throw new ProblemError('setup_code_wrong', { field: 'setup_code' })
}

/** Reports both problems together, so that one correction is enough. */
function checkForm({ company, admin }: NewInstallation, identificacion: string | undefined): void {
  const weak = isWeakPassword(admin.password, [admin.email, admin.nombre, company.nombre])
  const wrong = identificacion !== undefined && !isTaxId(company.pais ?? null, identificacion)
  if (wrong && !weak) throw new ProblemError('tax_id_wrong', { field: 'company.identificacion' })
  const errors = wrong ? [fieldErrorOf('company.identificacion', 'tax_id_wrong')] : []
  if (weak) throw new ProblemError('weak_password', { field: 'admin.password', errors })
}

/**
 * Creates the first company and its admin, once: of concurrent calls one succeeds and the others get `already_set_up`.
 * Throws `setup_code_wrong`, `weak_password`, `tax_id_wrong` and `already_set_up`.
 */
export async function completeSetup(ctx: SetupDeps, input: NewInstallation): Promise<{ email: string }> {
  const { db, clock, ip } = ctx
  if (!(await needsSetup(db))) throw new ProblemError('already_set_up')
  checkCode(ctx.setupCode, input.setup_code)
  const { password, ...person } = input.admin
  const identificacion = input.company.identificacion === '' ? undefined : input.company.identificacion
  checkForm(input, identificacion)
  const now = clock()
  const company = { id: randomUUID(), nombre: input.company.nombre, pais: input.company.pais ?? null }
  const admin = { id: randomUUID(), ...person }
  const password_hash = await hashPassword(admin.id, password)
  const addSample = input.sample_data ? await ctx.prepareSampleData() : null
  await inTransaction(db, async (trx) => {
    // Concurrent calls must not both find the table empty.
    await sql`lock table app_user in share row exclusive mode`.execute(trx)
    if (!(await needsSetup(trx))) throw new ProblemError('already_set_up')
    await trx
      .insertInto('company')
      .values({ ...company, identificacion: identificacion ?? null, created_at: now })
      .execute()
    await switchOnCompanyCountry(trx, company.pais, now)
    await trx
      .insertInto('app_user')
      .values({ ...admin, role: 'admin', id_company: company.id, password_hash, created_at: now })
      .execute()
    await addSample?.(trx, admin)
    await appendEvent(trx, {
      action: 'setup.completed',
      actor: admin.id,
      actor_label: admin.nombre,
      id_company: company.id,
      data: { company: company.nombre, sample_data: input.sample_data },
      ip,
      at: now,
    })
  })
  return { email: admin.email }
}
