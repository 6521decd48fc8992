import { listAuthorities, listAuthorityCountries, setAuthority, setAuthorityCountry } from '@foja/contracts/authorities'
import type { Api } from '../../../http/register.ts'
import { presentAuthority, presentCountry } from './authorities.presenter.ts'
import { readSwitches, shippedAuthorities, switchAuthority, switchCountry } from '../../verification-core/public.ts'

/** The endpoints for the authorities that ship with Foja. */
export function registerShippedAuthorities(api: Api): void {
  api.route(listAuthorityCountries, async ({ ctx }) => {
    const switches = await readSwitches(ctx.db)
    const countries = new Set([...shippedAuthorities().values()].flatMap((one) => one.countries))
    return { status: 200, body: [...countries].map((pais) => presentCountry(pais, switches)) }
  })

  api.route(listAuthorities, async ({ ctx, query: { pais, fingerprint } }) => {
    const switches = await readSwitches(ctx.db)
    const found = [...shippedAuthorities().values()].filter(
      (one) =>
        (pais === undefined || one.countries.includes(pais)) &&
        (fingerprint === undefined || one.fingerprint === fingerprint),
    )
    return { status: 200, body: found.map((one) => presentAuthority(one, switches)) }
  })

  api.route(setAuthority, async ({ ctx, body }) => {
    const authority = await switchAuthority(ctx, body)
    return { status: 200, body: presentAuthority(authority, await readSwitches(ctx.db)) }
  })

  api.route(setAuthorityCountry, async ({ ctx, body }) => {
    await switchCountry(ctx, body)
    return { status: 200, body: presentCountry(body.pais, await readSwitches(ctx.db)) }
  })
}
