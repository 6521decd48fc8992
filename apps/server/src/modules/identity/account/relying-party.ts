import { isIP } from 'node:net'
import type { Ctx } from '../../../context.ts'
import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'

/** Whom passkeys are made for (WebAuthn Level 3, 5.4.2): the host, and the origin that the browser must name. */
export type RelyingParty = { id: string; origin: string }

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The relying party of this server, from its public origin, never from the Host header. On this computer it is
 * `localhost`. Null for other IP addresses, which cannot have passkeys, and for plain http elsewhere.
 */
export function relyingParty({ origin }: Pick<AppDeps, 'origin'>): RelyingParty | null {
  const { protocol, hostname, port } = new URL(origin())
  if (loopback.test(hostname)) {
    return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` }
  }
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return protocol === 'https:' && !isAddress ? { id: hostname, origin: new URL(origin()).origin } : null
}

/** @throws ProblemError passkey_unavailable */
export function requireRelyingParty(deps: Pick<Ctx, 'origin'>): RelyingParty {
  const party = relyingParty(deps)
  if (party === null) throw new ProblemError('passkey_unavailable')
  return party
}
