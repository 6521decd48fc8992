import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Kysely } from 'kysely'
import type { ProvenPerson } from './oidc-client.ts'
import { findByProvider, findCredentials } from './session.queries.ts'

/**
 * The person of Foja whom the provider vouches for: the one who is linked, else the one who has the verified address,
 * who is linked from now on. Undefined for anybody else: nobody is made by signing in, and an address that the provider
 * gave to somebody else opens nothing.
 */
export async function findProven(db: Kysely<Database>, { subject, email }: ProvenPerson) {
  return await inTransaction(db, async (trx) => {
    const linked = await findByProvider(trx, subject)
    if (linked !== undefined) return linked.mayComeIn ? linked : undefined
    if (email === null) return undefined
    const user = await findCredentials(trx, email)
    if (user === undefined) return undefined
    const { numUpdatedRows } = await trx
      .updateTable('app_user')
      .set({ oidc_subject: subject })
      .where('id', '=', user.id)
      .where('oidc_subject', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n ? user : undefined
  })
}
