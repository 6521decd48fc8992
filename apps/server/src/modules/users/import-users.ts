import type { importUsers as endpoint } from '@foja/contracts/users'
import { uniqueViolation } from '@foja/db/errors'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { lockActor } from '../identity/public.ts'
import { countInUse } from './remove-user.ts'
import { publicOrigin, readRows, type ImportedPerson, type ImportRow } from './import-rows.ts'
import { insertUsers } from './create-user.ts'
import { requireTarget } from './target-company.ts'

type Import = z.output<typeof endpoint.body>
type Answer = z.input<(typeof endpoint.replies)[200]>

type Taken = { email: string; id_company: string | null }

/** Finds which addresses of the rows are taken, and in which company. */
async function findTaken(db: Kysely<Database>, rows: readonly ImportRow[]): Promise<Taken[]> {
  const addresses = [...new Set(rows.map(publicOrigin))]
  return await db
    .selectFrom('app_user')
    .where(sql`lower(email)`, '=', sql`any(${addresses}::text[])`)
    .where('removed_at', 'is', null)
    .select(['email', 'id_company'])
    .execute()
}

/** Inserts all users, or none. */
async function insertAll(ctx: Ctx, id_company: string | null, people: readonly ImportedPerson[]) {
  const { db, clock, actor } = ctx
  return await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, clock())
    const company = await requireTarget(trx, actor, 'usuario', id_company)
    const invited = people.map((person) => ({ ...person, password_hash: null }))
    const created = await insertUsers(trx, ctx, invited, { company, at: clock() })
    return created.some(({ invitation }) => invitation?.status === 'held') ? 'held' : 'queued'
  })
}

/**
 * Checks every row of an import. Unless it is a preview, creates and invites all users, or none if a single row is
 * wrong.
 * @throws ProblemError forbidden, company_unknown, paused
 */
export async function importUsers(ctx: Ctx, { rows, preview, ...input }: Import): Promise<Answer> {
  const { db, actor, locale } = ctx
  const { id_company = actor.id_company } = input
  authorize('user.create', actor, { id_company: actor.id_company, created_by: null })
  await inTransaction(db, async (trx) => void (await requireTarget(trx, actor, 'usuario', id_company)))
  const taken = await findTaken(db, rows)
  await countInUse(ctx, taken.filter((one) => one.id_company !== actor.id_company).length)
  const { people, errors } = readRows(actor, rows, new Set(taken.map(({ email }) => email.toLowerCase())))
  const rowErrors = errors.map((error) => ({ ...error, message: error.message[locale] }))
  const answer = { errors: rowErrors, ready: people.length, created: 0, invitations: null }
  if (preview || errors.length > 0) return answer
  try {
    const invitations = await insertAll(ctx, id_company, people)
    return { ...answer, created: people.length, invitations }
  } catch (error) {
    // An address was taken meanwhile: check again to report which.
    if (uniqueViolation(error) !== 'app_user_email_key') throw error
    return await importUsers(ctx, { rows, preview: true, ...input })
  }
}
