import type { Provisioning } from '@foja/contracts/provisioning'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** The settings of a company; without a row, the defaults. */
export async function findProvisioning(db: Kysely<Database>, company: string): Promise<Provisioning> {
  const row = await db
    .selectFrom('provisioning')
    .where('id_company', '=', company)
    .select(['enabled', 'default_role', 'group_roles'])
    .executeTakeFirst()
  const domains = await db
    .selectFrom('provisioning_domain')
    .where('id_company', '=', company)
    .select('domain')
    .orderBy('domain')
    .execute()
  const { people } = await db
    .selectFrom('app_user')
    .where('id_company', '=', company)
    .where('provisioned', '=', true)
    .where('removed_at', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('people'))
    .executeTakeFirstOrThrow()
  return {
    id_company: company,
    enabled: false,
    default_role: 'usuario',
    ...row,
    // jsonb has its own order of keys.
    group_roles: row?.group_roles.map(({ group, role }) => ({ group, role })) ?? [],
    domains: domains.map(({ domain }) => domain),
    people: Number(people),
  }
}
