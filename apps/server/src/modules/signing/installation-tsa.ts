import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import type { ServerKeys } from '../../keys.ts'
import type { Authority } from '../../signing-worker/sign-protocol.ts'
import { openTsaPassword } from './signing-settings.ts'

/**
 * The timestamp authority for the installation itself: that of the administrators without a company, else of the oldest
 * active company that has one; null: none.
 */
export async function findInstallationTsa(db: Kysely<Database>, keys: ServerKeys): Promise<Authority | null> {
  const row = await db
    .selectFrom('signing_settings as settings')
    .leftJoin('company', 'company.id', 'settings.id_company')
    .where('settings.tsa_url', 'is not', null)
    .where((eb) => eb.or([eb('settings.id_company', 'is', null), eb('company.activa', '=', true)]))
    .orderBy('company.created_at', (order) => order.asc().nullsFirst())
    .orderBy('settings.id_company')
    .select(['settings.id_company', 'tsa_url', 'tsa_username', 'tsa_password', 'tsa_policy'])
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id_company, tsa_url: url, tsa_username: username, tsa_password: sealed, tsa_policy: policy } = row
  const password = sealed === null ? null : openTsaPassword(keys, sealed, id_company)
  return { url: url!, username, password, policy }
}
