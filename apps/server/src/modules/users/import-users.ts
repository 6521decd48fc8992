import type { importUsers as endpoint } from '@foja/contracts/users'
import { uniqueViolation } from '@foja/db/errors'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely } from 'kysely'
import type * as z from 'zod/mini'
import { authorize } from '../../http/authorize.ts'
import { slowDown, type ThrottleRule } from '../../http/throttle.ts'
import { holdActor } from '../identity/session/session.public.ts'
import { countInUse } from './count-in-use.ts'
import { addressOf, readRows, type ImportedPerson, type ImportRow } from './import-rows.ts'
import { insertUsers } from './insert-user.ts'
import { requireTarget } from './target-company.ts'
import type { Call, UserDeps } from './user-context.ts'

type Import = z.output<typeof endpoint.body>
type Answer = z.input<(typeof endpoint.replies)[200]>

const importsByPerson: ThrottleRule = { tries: 60, seconds: 3600 }

type Taken = { email: string; id_company: string | null }

/** Of the addresses of some rows, those that somebody has, and where. */
async function findTaken(db: Kysely<Database>, rows: readonly ImportRow[]): Promise<Taken[]> {
  const addresses = [...new Set(rows.map(addressOf))]
  return await db
    .selectFrom('app_user')
    .where(sql`lower(email)`, '=', sql`any(${addresses}::text[])`)
    .where('removed_at', 'is', null)
    .select(['email', 'id_company'])
    .execute()
}

/** Makes all of them, or none. */
async function insertAll(deps: UserDeps, call: Call, id_company: string | null, people: readonly ImportedPerson[]) {
  return await inTransaction(deps.db, async (trx) => {
    await holdActor(trx, call.actor, deps.clock())
    const company = await requireTarget(trx, call.actor, 'usuario', id_company)
    const invited = people.map((person) => ({ ...person, password_hash: null }))
    const made = await insertUsers(trx, deps, call, invited, { company, at: deps.clock() })
    return made.some(({ invitation }) => invitation?.status === 'held') ? 'held' : 'queued'
  })
}

/**
 * Looks at every row of a file of people, and unless it is a preview makes and invites them all, or none when a single
 * one is wrong.
 * @throws ProblemError forbidden, company_unknown, too_many_attempts
 */
export async function importUsers(deps: UserDeps, call: Call, { rows, preview, ...input }: Import): Promise<Answer> {
  const { actor, locale } = call
  const { id_company = actor.id_company } = input
  authorize('user.create', actor, { id_company: actor.id_company, created_by: null })
  await inTransaction(deps.db, async (trx) => void (await requireTarget(trx, actor, 'usuario', id_company)))
  await slowDown(deps, 'imports', actor.id, importsByPerson)
  const taken = await findTaken(deps.db, rows)
  await countInUse(deps, actor, taken.filter((one) => one.id_company !== actor.id_company).length)
  const { people, errors } = readRows(actor, rows, new Set(taken.map(({ email }) => email.toLowerCase())))
  const told = errors.map((error) => ({ ...error, message: error.message[locale] }))
  const answer = { errors: told, ready: people.length, created: 0, invitations: null }
  if (preview || errors.length > 0) return answer
  try {
    const invitations = await insertAll(deps, call, id_company, people)
    return { ...answer, created: people.length, invitations }
  } catch (error) {
    // Somebody took one of the addresses a moment ago: the rows are looked at again, and say which.
    if (uniqueViolation(error) !== 'app_user_email_key') throw error
    return await importUsers(deps, call, { rows, preview: true, ...input })
  }
}
