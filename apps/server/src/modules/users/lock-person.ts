import type { AppUserTable } from '@foja/db/office-tables'
import type { Database } from '@foja/db/schema'
import type { UserStatus } from '@foja/contracts/users'
import type { Selectable, Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'

export type LockedPerson = Selectable<AppUserTable>

const asResource = (row: LockedPerson | undefined) =>
  row === undefined ? null : { id_company: row.id_company, created_by: null, role: row.role }

/**
 * Locks a user whom the caller manages until the transaction ends; returns the current row.
 * @throws ProblemError not_found, forbidden
 */
export async function lockPerson(trx: Transaction<Database>, { actor }: Ctx, id: string): Promise<LockedPerson> {
  const select = trx
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('service', '=', false)
  // Authorize before locking: callers who may not see the user must not block others.
  authorize('user.manage', actor, asResource(await select.executeTakeFirst()))
  const locked = await select.forNoKeyUpdate().executeTakeFirst()
  authorize('user.manage', actor, asResource(locked))
  return locked!
}

export function statusOf({ activo, password_hash, oidc_subject }: LockedPerson): UserStatus {
  if (!activo) return 'desactivado'
  return password_hash === null && oidc_subject === null ? 'invitado' : 'activo'
}
