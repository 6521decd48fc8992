import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { isCountryOn, readSwitches } from './authorities.queries.ts'
import { canBeAnchor, shippedAuthorities, type ShippedAuthority } from './shipped-authorities.ts'

/** The caller, their address and the time. */
type SwitchCall = Pick<Ctx, 'actor' | 'ip'> & { at: Date }

const whoOf = ({ actor, ip, at }: SwitchCall) => ({
  id_company: actor.id_company,
  actor: actor.id,
  actor_label: actor.nombre,
  ip,
  at,
})

async function writeCountry(trx: Transaction<Database>, call: SwitchCall, pais: string, is_on: boolean): Promise<void> {
  const row = { is_on, updated_by: call.actor.id, updated_at: call.at }
  await trx
    .insertInto('authority_country')
    .values({ pais, ...row })
    .onConflict((conflict) => conflict.column('pais').doUpdateSet(row))
    .execute()
  await appendEvent(trx, { ...whoOf(call), action: 'authority_country.switched', data: { pais, on: is_on } })
}

/** Switches one authority; switching it on also switches on its country if none of its countries is on. */
export async function writeSwitch(
  trx: Transaction<Database>,
  call: SwitchCall,
  authority: ShippedAuthority,
  is_on: boolean,
): Promise<void> {
  const { fingerprint, name: subject, countries } = authority
  const row = { is_on, updated_by: call.actor.id, updated_at: call.at }
  await trx
    .insertInto('authority_switch')
    .values({ fingerprint, ...row })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(row))
    .execute()
  await appendEvent(trx, { ...whoOf(call), action: 'authority.switched', data: { subject, fingerprint, on: is_on } })
  const switches = await readSwitches(trx)
  const [home = ''] = countries
  if (is_on && !countries.some((pais) => isCountryOn(switches, pais))) await writeCountry(trx, call, home, true)
}

/**
 * Switches a shipped authority on or off for the whole installation.
 * @throws ProblemError not_found if no authority with a switch has this fingerprint
 */
export async function switchAuthority(
  { db, clock, actor, ip }: Ctx,
  { fingerprint, on }: { fingerprint: string; on: boolean },
): Promise<ShippedAuthority> {
  const authority = shippedAuthorities().get(fingerprint)
  if (authority === undefined || !canBeAnchor(authority)) throw new ProblemError('not_found')
  await inTransaction(db, async (trx) => await writeSwitch(trx, { actor, ip, at: clock() }, authority, on))
  return authority
}

/**
 * Switches a whole country on or off. Choices for single authorities are kept and apply again with the country.
 * @throws ProblemError not_found if no shipped authority is of this country
 */
export async function switchCountry(
  { db, clock, actor, ip }: Ctx,
  { pais, on }: { pais: string; on: boolean },
): Promise<void> {
  const isKnown = [...shippedAuthorities().values()].some(({ countries }) => countries.includes(pais))
  if (!isKnown) throw new ProblemError('not_found')
  await inTransaction(db, async (trx) => await writeCountry(trx, { actor, ip, at: clock() }, pais, on))
}

/** Switches on the authorities of a company's country, unless an admin chose otherwise for that country. */
export async function switchOnCompanyCountry(
  trx: Transaction<Database>,
  pais: string | null | undefined,
  at: Date,
): Promise<void> {
  if (pais === null || pais === undefined) return
  await trx
    .insertInto('authority_country')
    .values({ pais, is_on: true, updated_at: at })
    .onConflict((conflict) => conflict.column('pais').doNothing())
    .execute()
}
