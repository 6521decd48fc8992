import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { selectPeople } from '../session/people.queries.ts'

/** Returns a user with their account fields; throws if there is none. */
export async function requirePerson(db: Kysely<Database>, id: string) {
  return await selectPeople(db).where('app_user.id', '=', id).executeTakeFirstOrThrow()
}
export type AccountPerson = Awaited<ReturnType<typeof requirePerson>>

/** Personal words that their password must not contain. */
export const personalWords = ({
  email,
  nombre,
  company,
}: Pick<AccountPerson, 'email' | 'nombre' | 'company'>): string[] =>
  [email, nombre, company].filter((value) => value !== null)
