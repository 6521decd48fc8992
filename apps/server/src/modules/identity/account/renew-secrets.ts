import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { KeyChange, Moved, ServerKeys } from '../../../keys.ts'
import { linkDigest, linkToken } from './link-token.ts'
import { moveTotp } from './totp.ts'

/** Sealed columns of a second factor: the active secret and the pending one. */
const secrets = ['totp_secret', 'totp_next_secret'] as const

/** Reseals the second-factor secrets of all users under the new server key; authenticator apps keep working. */
export async function resealSecondFactors(trx: Transaction<Database>, change: KeyChange): Promise<Moved> {
  const rows = await trx
    .selectFrom('app_user')
    .select(['id', ...secrets])
    .where((eb) => eb.or(secrets.map((name) => eb(name, 'is not', null))))
    .forUpdate()
    .execute()
  const count: Moved = { moved: 0, unopened: 0 }
  for (const { id, ...row } of rows) {
    for (const name of secrets) {
      const old = row[name]
      if (old === null) continue
      const sealed = moveTotp(change, id, old)
      count[sealed === null ? 'unopened' : 'moved'] += 1
      if (sealed === null) continue
      await trx
        .updateTable('app_user')
        .set({ [name]: sealed })
        .where('id', '=', id)
        .execute()
    }
  }
  return count
}

/**
 * Derives the token of every open one-time link again with `keys`; links already sent stop working. Returns the number.
 */
export async function renewLinks(trx: Transaction<Database>, keys: ServerKeys, now: Date): Promise<number> {
  const rows = await trx
    .selectFrom('one_time_link')
    .select('id')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .execute()
  for (const { id } of rows) {
    const hash = linkDigest(linkToken(keys, id))
    await trx.updateTable('one_time_link').set({ hash }).where('id', '=', id).execute()
  }
  return rows.length
}

/** Deletes all recovery codes, which a holder of the old key could recover. Returns how many users had unused ones. */
export async function dropRecoveryCodes(trx: Transaction<Database>): Promise<number> {
  const { people } = await trx
    .selectFrom('recovery_code')
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.count<number>('id_user').distinct().as('people'))
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('recovery_code').execute()
  return people
}
