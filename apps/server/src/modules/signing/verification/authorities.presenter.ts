import type { Authority, AuthorityCountry } from '@foja/contracts/authorities'
import {
  counts,
  isCountryOn,
  isSwitchedOn,
  type Switches,
  canBeAnchor,
  shippedAuthorities,
  type ShippedAuthority,
} from '../../verification-core/public.ts'

const all = () => [...shippedAuthorities().values()]

function stateOf(authority: ShippedAuthority, switches: Switches): Pick<Authority, 'has_switch' | 'on' | 'counts'> {
  if (canBeAnchor(authority)) {
    return { has_switch: true, on: isSwitchedOn(switches, authority), counts: counts(switches, authority) }
  }
  const roots = authority.anchors.flatMap((anchor) => shippedAuthorities().get(anchor) ?? [])
  return {
    has_switch: false,
    on: roots.some((root) => isSwitchedOn(switches, root)),
    counts: roots.some((root) => counts(switches, root)),
  }
}

export function presentAuthority(authority: ShippedAuthority, switches: Switches): Authority {
  const { name, countries, onByDefault: _default, anchors: _anchors, issuers, ...known } = authority
  const below = all().filter((one) => one !== authority && one.anchors.includes(authority.fingerprint))
  return {
    ...known,
    subject: name,
    paises: countries,
    issuer: shippedAuthorities().get(issuers[0] ?? '')?.name ?? null,
    ...stateOf(authority, switches),
    intermediates: below.length,
  }
}

export function presentCountry(pais: string, switches: Switches): AuthorityCountry {
  const own = all().filter((one) => one.countries.includes(pais) && canBeAnchor(one))
  const active = own.filter((one) => counts(switches, one)).length
  return { pais, on: isCountryOn(switches, pais), total: own.length, active: isCountryOn(switches, pais) ? active : 0 }
}
