import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { parseAddress } from '@foja/mail/address'
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { ProvidedRole } from '@foja/contracts/provisioning'
import { notify, type NotifyDeps } from '../notify/public.ts'
import { companyIsActive, maySignIn, type ProvenPerson, type SignInRequest, type Welcome } from '../identity/public.ts'
import { roleOfGroups } from './role-of-groups.ts'

/**
 * The rules of the company that takes in people of a domain; undefined if none does. Locked, so that the first sign-ins
 * of a company take turns.
 */
async function lockRules(trx: Transaction<Database>, domain: string) {
  return await trx
    .selectFrom('provisioning_domain')
    .innerJoin('provisioning', 'provisioning.id_company', 'provisioning_domain.id_company')
    .innerJoin('company', 'company.id', 'provisioning.id_company')
    .where('provisioning_domain.domain', '=', domain)
    .where('provisioning.enabled', '=', true)
    .where(companyIsActive)
    .select(['provisioning.id_company', 'provisioning.default_role', 'provisioning.group_roles'])
    .forNoKeyUpdate(['provisioning', 'company'])
    .executeTakeFirst()
}

/** Accounts that have or had the address; one that may sign in comes first. */
async function findAccount(trx: Transaction<Database>, email: string) {
  return await trx
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .where(sql`lower(app_user.email)`, '=', email)
    .select('app_user.id')
    .select(sql<boolean>`(${maySignIn()} and not app_user.service and app_user.removed_at is null)`.as('usable'))
    .orderBy('usable', 'desc')
    .executeTakeFirst()
}

type NewUser = { id: string; nombre: string; role: ProvidedRole; id_company: string }

/** Notifies the gestores of the company. */
async function report(trx: Transaction<Database>, deps: NotifyDeps, { id, nombre, role, id_company }: NewUser) {
  const gestores = await trx
    .selectFrom('app_user')
    .where('id_company', '=', id_company)
    .where('role', '=', 'gestor')
    .where('service', '=', false)
    .select('id')
    .execute()
  const to = gestores.map((gestor) => gestor.id)
  await notify(trx, deps, { kind: 'user.provisioned', to, actor: { id, nombre }, data: { role, id_company } })
}

/**
 * Creates the user of a person of a domain that a company takes in, linked to their account at the provider, with the
 * role of their groups. A person whose account was deactivated or removed gets no other one.
 */
export async function welcome(
  trx: Transaction<Database>,
  deps: NotifyDeps,
  { domain, email, subject, nombre: name, groups }: ProvenPerson,
  { ip, locale }: SignInRequest,
): Promise<Welcome> {
  if (domain === null || email === null || parseAddress(email) === null) return { outcome: 'none' }
  const rules = await lockRules(trx, domain)
  if (rules === undefined) return { outcome: 'none' }
  const account = await findAccount(trx, email)
  if (account !== undefined) return account.usable ? { outcome: 'present' } : { outcome: 'left', about: account.id }
  const at = deps.clock()
  const nombre = (name ?? email.slice(0, email.lastIndexOf('@'))).slice(0, 160)
  const { id_company } = rules
  const person = { id: randomUUID(), nombre, role: roleOfGroups(rules, groups ?? []), id_company }
  const inserted = await trx
    .insertInto('app_user')
    .values({ ...person, email, locale, oidc_subject: subject, provisioned: true, created_at: at })
    // An administrator may add the same address at this moment.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return { outcome: 'present' }
  await appendEvent(trx, {
    action: 'user.provisioned',
    id_company,
    actor: person.id,
    actor_label: nombre,
    data: { id_user: person.id, nombre, role: person.role },
    ip,
    at,
  })
  await report(trx, deps, person)
  return { outcome: 'present' }
}
