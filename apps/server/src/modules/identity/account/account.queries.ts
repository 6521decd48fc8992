import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import { selectPeople } from '../session/people.queries.ts'

/** Returns a user with their account fields; throws if there is none. */
export async function requirePerson(db: Kysely<Database>, id: string) {
  return await selectPeople(db).where('app_user.id', '=', id).executeTakeFirstOrThrow()
}
export type AccountPerson = Awaited<ReturnType<typeof requirePerson>>

/** Like `requirePerson`, and locks the row until the transaction ends. */
export async function lockPerson(trx: Transaction<Database>, id: string): Promise<AccountPerson> {
  await trx.selectFrom('app_user').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return await requirePerson(trx, id)
}

/** Personal words that their password must not contain. */
export const personalWords = ({
  email,
  nombre,
  company,
}: Pick<AccountPerson, 'email' | 'nombre' | 'company'>): string[] =>
  [email, nombre, company].filter((value) => value !== null)
