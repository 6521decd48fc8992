import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import { createHmac, randomInt } from 'node:crypto'
import type { ServerKeys } from '../../../keys.ts'

const codes = 10
// No letters or digits that are mistaken for others: ten of them are 49 bits.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const draw = () => Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** A code under a key of the server, so that a copy of the database alone gives none away. */
function digest(keys: ServerKeys, user: string, code: string): string {
  return createHmac('sha256', keys.derive('recovery codes')).update(`${user}:${code.toUpperCase()}`).digest('hex')
}

/** Gives a person ten new codes, each good once, in place of those that they had. They are said this one time. */
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

/** How many codes a person has that are still good. */
export async function countRecoveryCodes(db: Kysely<Database>, user: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('id_user', '=', user)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Uses up a code, whose spaces and dashes are gone; false when it is none, or was used. */
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
