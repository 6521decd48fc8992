import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { ProblemError } from '../../../http/problem.ts'
import { hasWayIn, mayComeIn } from '../session/session.public.ts'

/**
 * Holds every administrator until the transaction ends: whoever takes one away, or shuts the company of one, takes turns
 * with everybody else who does. First of the locks of people.
 */
export async function holdAdmins(trx: Transaction<Database>): Promise<void> {
  await trx
    .selectFrom('app_user')
    .where('role', '=', 'admin')
    .where('activo', '=', true)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Goes on while there is still an administrator who can come in.
 * @throws ProblemError last_admin
 */
export async function requireAnAdmin(trx: Transaction<Database>): Promise<void> {
  const admin = await trx
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .where('app_user.role', '=', 'admin')
    .where(mayComeIn)
    // Whoever was invited and never came does not count.
    .where(hasWayIn)
    .select('app_user.id')
    .limit(1)
    .executeTakeFirst()
  if (admin === undefined) throw new ProblemError('last_admin')
}
