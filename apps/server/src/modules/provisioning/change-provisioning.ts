import type { changeProvisioning as endpoint, Provisioning } from '@foja/contracts/provisioning'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { lockActor, requireManagedCompany } from '../identity/public.ts'
import { readDomain } from './domain.ts'
import { findProvisioning } from './provisioning.queries.ts'

type Input = z.output<typeof endpoint.body>
type Values = Pick<Provisioning, 'enabled' | 'default_role' | 'group_roles' | 'domains'>

/** The requested values; of two rows with one group the first counts, as at a sign-in. */
function valuesOf(input: Input, before: Provisioning): Values {
  const { enabled = before.enabled, default_role = before.default_role, group_roles = before.group_roles } = input
  const domains = input.domains === undefined ? before.domains : [...new Set(input.domains.map(readDomain))].toSorted()
  const rows = group_roles.filter(({ group }, at) => group_roles.findIndex((row) => row.group === group) === at)
  return { enabled, default_role, group_roles: rows, domains }
}

const fields = ['enabled', 'default_role', 'group_roles', 'domains'] as const

const changedFields = (before: Provisioning, after: Values) =>
  fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** @throws ProblemError domain_taken */
async function saveDomains(trx: Transaction<Database>, { actor }: Ctx, company: string, domains: string[], at: Date) {
  const wanted = sql<boolean>`domain <> all(${domains}::text[])`
  await trx.deleteFrom('provisioning_domain').where('id_company', '=', company).where(wanted).execute()
  for (const domain of domains) {
    const { id_company } = await trx
      .insertInto('provisioning_domain')
      .values({ domain, id_company: company, created_by: actor.id, created_at: at })
      // Returns the row that is there.
      .onConflict((conflict) => conflict.column('domain').doUpdateSet({ domain }))
      .returning('id_company')
      .executeTakeFirstOrThrow()
    if (id_company !== company) throw new ProblemError('domain_taken', { field: 'domains', subject: domain })
  }
}

async function save(trx: Transaction<Database>, ctx: Ctx, company: string, values: Values, changed: readonly string[]) {
  const at = ctx.clock()
  const { domains, group_roles: rows, ...rest } = values
  const row = { ...rest, group_roles: JSON.stringify(rows), updated_by: ctx.actor.id, updated_at: at }
  await trx
    .insertInto('provisioning')
    .values({ id_company: company, ...row })
    .onConflict((conflict) => conflict.column('id_company').doUpdateSet(row))
    .execute()
  if (changed.includes('domains')) await saveDomains(trx, ctx, company, domains, at)
  await appendEvent(trx, {
    action: 'provisioning.changed',
    id_company: company,
    actor: ctx.actor.id,
    actor_label: ctx.actor.nombre,
    data: {
      fields: changed.join(','),
      activo: values.enabled,
      ...(changed.includes('default_role') ? { rol: values.default_role } : {}),
      ...(changed.includes('group_roles')
        ? { grupos: rows.map(({ group, role }) => `${group}: ${role}`).join('; ') }
        : {}),
      ...(changed.includes('domains') ? { dominios: domains.join(', ') } : {}),
    },
    ip: ctx.ip,
    at,
  })
}

/**
 * Changes who is created at their first sign-in with the provider; fields that are not sent stay. The domains are an
 * administrator's: the gestor of one company could otherwise take in the people of another.
 * @throws ProblemError company_unknown, forbidden, domain_wrong, domain_public, domain_taken
 */
export async function changeProvisioning(ctx: Ctx, { id_company, ...input }: Input): Promise<Provisioning> {
  const { db, actor, clock } = ctx
  return await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, clock())
    const company = await requireManagedCompany({ db: trx, actor }, 'provisioning.manage', id_company)
    if (input.domains !== undefined) {
      authorize('provisioning.domains', actor, { id_company: company, created_by: null })
    }
    // One change at a time.
    await trx.selectFrom('company').select('id').where('id', '=', company).forNoKeyUpdate().execute()
    const before = await findProvisioning(trx, company)
    const values = valuesOf(input, before)
    const changed = changedFields(before, values)
    if (changed.length > 0) await save(trx, ctx, company, values, changed)
    return { ...before, ...values }
  })
}
