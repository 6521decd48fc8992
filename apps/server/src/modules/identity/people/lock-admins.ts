import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { ProblemError } from '../../../http/problem.ts'
import { hasCredentials, maySignIn } from '../session/people.queries.ts'

/**
 * Locks all admins until the transaction ends, which serializes every call that removes an admin or closes the company
 * of one. Taken before any other lock on users.
 */
export async function lockAdmins(trx: Transaction<Database>): Promise<void> {
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
 * Requires that at least one admin can still sign in.
 * @throws ProblemError last_admin
 */
export async function requireRemainingAdmin(trx: Transaction<Database>): Promise<void> {
  const admin = await trx
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .where('app_user.role', '=', 'admin')
    .where(maySignIn)
    // An invited admin who never signed in does not count.
    .where(hasCredentials)
    .select('app_user.id')
    .limit(1)
    .executeTakeFirst()
  if (admin === undefined) throw new ProblemError('last_admin')
}
