import { listAuthorities, listAuthorityCountries, setAuthority, setAuthorityCountry } from '@foja/contracts/authorities'
import type { AppDeps } from '../../../deps.ts'
import type { Api } from '../../../http/register.ts'
import { presentAuthority, presentCountry } from './authorities.presenter.ts'
import { readSwitches, shippedAuthorities, switchAuthority, switchCountry } from '../../verification-core/public.ts'

/** The endpoints for the authorities that ship with Foja. */
export function registerShippedAuthorities(api: Api, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  api.route(listAuthorityCountries, async () => {
    const switches = await readSwitches(deps.db)
    const countries = new Set([...shippedAuthorities().values()].flatMap((one) => one.countries))
    return { status: 200, body: [...countries].map((pais) => presentCountry(pais, switches)) }
  })

  api.route(listAuthorities, async ({ query: { pais, fingerprint } }) => {
    const switches = await readSwitches(deps.db)
    const found = [...shippedAuthorities().values()].filter(
      (one) =>
        (pais === undefined || one.countries.includes(pais)) &&
        (fingerprint === undefined || one.fingerprint === fingerprint),
    )
    return { status: 200, body: found.map((one) => presentAuthority(one, switches)) }
  })

  api.route(setAuthority, async ({ body, actor, request }) => {
    const authority = await switchAuthority(deps, { ...body, actor, ip: request.ip })
    return { status: 200, body: presentAuthority(authority, await readSwitches(deps.db)) }
  })

  api.route(setAuthorityCountry, async ({ body, actor, request }) => {
    await switchCountry(deps, { ...body, actor, ip: request.ip })
    return { status: 200, body: presentCountry(body.pais, await readSwitches(deps.db)) }
  })
}
