import type { AppUserTable } from '@foja/db/office-tables'
import type { Database } from '@foja/db/schema'
import type { UserStatus } from '@foja/contracts/users'
import type { Selectable, Transaction } from 'kysely'
import { authorize } from '../../http/authorize.ts'
import type { Call } from './user-context.ts'

export type HeldPerson = Selectable<AppUserTable>

const asResource = (row: HeldPerson | undefined) =>
  row === undefined ? null : { id_company: row.id_company, created_by: null, role: row.role }

/**
 * A person whom the caller looks after, as they are now and stay until the transaction ends.
 * @throws ProblemError not_found, forbidden
 */
export async function holdPerson(trx: Transaction<Database>, { actor }: Call, id: string): Promise<HeldPerson> {
  const select = trx.selectFrom('app_user').selectAll().where('id', '=', id).where('removed_at', 'is', null)
  // Whoever may not see them holds nobody up either.
  authorize('user.manage', actor, asResource(await select.executeTakeFirst()))
  const held = await select.forNoKeyUpdate().executeTakeFirst()
  authorize('user.manage', actor, asResource(held))
  return held!
}

export function statusOf({ activo, password_hash, oidc_subject }: HeldPerson): UserStatus {
  if (!activo) return 'desactivado'
  return password_hash === null && oidc_subject === null ? 'invitado' : 'activo'
}
