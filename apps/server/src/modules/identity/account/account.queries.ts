import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { selectPeople } from '../session/session.public.ts'

/** A person with what their account rests on. */
export async function requirePerson(db: Kysely<Database>, id: string) {
  return await selectPeople(db).where('app_user.id', '=', id).executeTakeFirstOrThrow()
}
export type AccountPerson = Awaited<ReturnType<typeof requirePerson>>

/** What a password of theirs must not be made of. */
export const aboutPerson = ({
  email,
  nombre,
  company,
}: Pick<AccountPerson, 'email' | 'nombre' | 'company'>): string[] =>
  [email, nombre, company].filter((value) => value !== null)
