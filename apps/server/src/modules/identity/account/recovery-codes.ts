import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import { createHmac, randomInt } from 'node:crypto'
import type { ServerKeys } from '../../../keys.ts'

const codes = 10
// Without letters and digits that are easily confused; ten of them are 49 bits.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const draw = () => Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** HMAC of a code under a server key, so that a copy of the database alone reveals none. */
function digest(keys: ServerKeys, user: string, code: string): string {
  return createHmac('sha256', keys.derive('recovery codes')).update(`${user}:${code.toUpperCase()}`).digest('hex')
}

/** Replaces the recovery codes of a user with ten new single-use ones. This is the only time they are returned. */
export async function replaceRecoveryCodes(
  trx: Transaction<Database>,
  keys: ServerKeys,
  user: string,
): Promise<string[]> {
  const drawn = Array.from({ length: codes }, draw)
  await trx.deleteFrom('recovery_code').where('id_user', '=', user).execute()
  await trx
    .insertInto('recovery_code')
    .values(drawn.map((code) => ({ id_user: user, hash: digest(keys, user, code) })))
    .execute()
  return drawn.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Counts the unused codes of a user. */
export async function countRecoveryCodes(db: Kysely<Database>, user: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('id_user', '=', user)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** True if the code is one of the user's unused ones; it comes without spaces and dashes. */
export async function hasRecoveryCode(
  db: Kysely<Database>,
  keys: ServerKeys,
  user: string,
  code: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_code')
    .select('hash')
    .where('id_user', '=', user)
    .where('hash', '=', digest(keys, user, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks a code as used; it comes without spaces and dashes. Returns false if it is unknown or already used. */
export async function takeRecoveryCode(
  trx: Transaction<Database>,
  keys: ServerKeys,
  user: string,
  code: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('id_user', '=', user)
    .where('hash', '=', digest(keys, user, code))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
