import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import { createLink } from '../account/account.public.ts'
import { hashPassword } from '../session/session.public.ts'
import { sampleCompany, samplePeople } from './sample-people.ts'

const hourMs = 3_600_000

/** What needs time, and is ready before the transaction. */
export type PreparedOffice = { logo_key: string; password_hash: string }

/** A password that nobody knows: these people are there to be looked at. */
export const unknownPassword = () => hashPassword(randomBytes(32).toString('base64url'))

/** Fills in what was left out of the company, and puts its people beside the administrator. */
export async function insertOffice(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'keys'>,
  { logo_key, password_hash }: PreparedOffice,
  company: { id: string; pais: string | null },
  admin: { id: string },
  now: Date,
): Promise<void> {
  const { identificacion, email, telefono, direccion } = sampleCompany
  await trx.updateTable('company').set({ email, telefono, direccion, logo_key }).where('id', '=', company.id).execute()
  if (company.pais === 'EC') {
    await trx
      .updateTable('company')
      .set({ identificacion: identificacion.EC })
      .where('id', '=', company.id)
      .where('identificacion', 'is', null)
      .execute()
  }
  for (const { daysAgo, hoursAgo, state, ...person } of samplePeople) {
    const id = randomUUID()
    const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
    await trx
      .insertInto('app_user')
      .values({
        ...person,
        id,
        id_company: company.id,
        activo: state !== 'desactivado',
        password_hash: state === 'invitado' ? null : password_hash,
        last_login_at: hoursAgo === null ? null : ago(hoursAgo),
        created_at: ago(daysAgo * 24),
      })
      .execute()
    // Nothing is sent: the address is of nobody.
    if (state === 'invitado') {
      await createLink(trx, deps, { user: { id }, kind: 'invitation', by: admin, at: ago(daysAgo * 24) })
    }
  }
}
