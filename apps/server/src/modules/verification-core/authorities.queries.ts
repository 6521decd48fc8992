import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { canBeAnchor, shippedAuthorities, type ShippedAuthority } from './shipped-authorities.ts'

/** Explicit choices for countries and authorities; all others have their shipped default. */
export type Switches = { countries: ReadonlyMap<string, boolean>; authorities: ReadonlyMap<string, boolean> }

export async function readSwitches(db: Kysely<Database>): Promise<Switches> {
  const [countries, authorities] = await Promise.all([
    db.selectFrom('authority_country').select(['pais', 'is_on']).execute(),
    db.selectFrom('authority_switch').select(['fingerprint', 'is_on']).execute(),
  ])
  return {
    countries: new Map(countries.map(({ pais, is_on }) => [pais, is_on])),
    authorities: new Map(authorities.map(({ fingerprint, is_on }) => [fingerprint, is_on])),
  }
}

export const isCountryOn = ({ countries }: Switches, pais: string): boolean => countries.get(pais) ?? false

/** State of the switch of an authority that can be an anchor. */
export const isSwitchedOn = ({ authorities }: Switches, { fingerprint, onByDefault }: ShippedAuthority): boolean =>
  authorities.get(fingerprint) ?? onByDefault

/** True if an authority that can be an anchor is one: it is on, and so is one of the countries that list it. */
export const counts = (switches: Switches, authority: ShippedAuthority): boolean =>
  isSwitchedOn(switches, authority) && authority.countries.some((pais) => isCountryOn(switches, pais))

/** The shipped authorities that are currently anchors. */
export const countingAuthorities = (switches: Switches): ShippedAuthority[] =>
  [...shippedAuthorities().values()].filter((one) => canBeAnchor(one) && counts(switches, one))
