import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import { createLink, hashPassword } from '../identity/public.ts'
import { sampleCompany, sampleCompanyDaysAgo, samplePeople, type SampleKey } from './sample/sample-people.ts'
import { rememberSample } from './sample/sample-record.ts'

const hourMs = 3_600_000

/** What takes long and is prepared before the transaction. */
export type PreparedOffice = { logo_key: string; password_hash: string }

/** A user of the office, as events name them. */
export type Person = { id: string; nombre: string }

export type SampleOffice = { id: string; people: Record<SampleKey, Person> }

/** A random password: the sample users are only to be looked at. */
export const randomPasswordHash = () => hashPassword('sample', randomBytes(32).toString('base64url'))

/** Assigns the ids of the office and its users. */
export function nameOffice(): SampleOffice {
  const people = samplePeople.map(({ key, nombre }) => [key, { id: randomUUID(), nombre }])
  return { id: randomUUID(), people: Object.fromEntries(people) as SampleOffice['people'] }
}

/** Inserts the sample company with its users. */
export async function insertOffice(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'keys'>,
  { logo_key, password_hash }: PreparedOffice,
  { id: id_company, people }: SampleOffice,
  now: Date,
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * 24 * hourMs)
  const created_at = ago(sampleCompanyDaysAgo)
  await trx
    .insertInto('company')
    .values({ ...sampleCompany, id: id_company, logo_key, created_at })
    .execute()
  for (const { key, daysAgo, hoursAgo, state, ...person } of samplePeople) {
    const { id } = people[key]
    await trx
      .insertInto('app_user')
      .values({
        ...person,
        id,
        id_company,
        activo: state !== 'desactivado',
        password_hash: state === 'invitado' ? null : password_hash,
        last_login_at: hoursAgo === null ? null : new Date(now.getTime() - hoursAgo * hourMs),
        created_at: ago(daysAgo),
      })
      .execute()
    // No email is sent: the address does not exist.
    if (state === 'invitado') {
      await createLink(trx, deps, { user: { id }, kind: 'invitation', by: people.rocio, at: ago(daysAgo) })
    }
  }
  await rememberSample(trx, { company: id_company, people: Object.values(people).map(({ id }) => id) }, now)
}
