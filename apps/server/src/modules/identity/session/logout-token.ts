import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose'
import type { OidcSettings } from '../../../config.ts'
import type { Clock } from '../../../deps.ts'

/** What a logout token ends: one session of the provider, or with `sid` null all of the person. */
export type ProviderLogout = {
  issuer: string
  /** Issuer and `sub`; null: the token names only the session. */
  subject: string | null
  sid: string | null
  /** Unique for each token of the issuer. */
  jti: string
}

/** A token issued earlier is refused, in seconds; used ones are remembered for longer (`rememberLogoutMs`). */
const oldestSeconds = 600
const toleranceSeconds = 60
export const rememberLogoutMs = (oldestSeconds + 2 * toleranceSeconds) * 1000

const eventName = 'http://schemas.openid.net/event/backchannel-logout'

/** Signatures with a public key: not `none`, and no HMAC. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const types = [undefined, 'JWT', 'logout+jwt']

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(payload: JWTPayload, claim: string): string | null {
  const value = payload[claim]
  if (value === undefined) return null
  if (typeof value !== 'string' || value === '' || value.length > 500) throw new Error(`wrong claim: ${claim}`)
  return value
}

/** Issuer and `sub` as one text: unique and never reassigned (OpenID Connect Core 1.0, 5.7). */
export const subjectOf = ({ iss, sub }: { iss: string; sub: string }): string => `${iss} ${sub}`

type Provider = { issuer: string; jwks_uri?: string | undefined }

/**
 * Returns a function that checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6) and throws if it is not
 * valid. Whether it was used before is left to the caller. The keys of the provider are fetched at the first token.
 */
export function createLogoutReader({ clientId, patienceMs }: OidcSettings, clock: Clock) {
  let known: { address: string; keys: ReturnType<typeof createRemoteJWKSet> } | undefined

  const keysOf = ({ issuer, jwks_uri: address }: Provider) => {
    if (address === undefined) throw new Error('the provider publishes no keys')
    const url = new URL(address)
    if (url.protocol !== 'https:' && !issuer.startsWith('http:')) throw new Error('the keys are not published by https')
    if (known?.address !== address) {
      known = { address, keys: createRemoteJWKSet(url, { timeoutDuration: patienceMs ?? 5000 }) }
    }
    return known.keys
  }

  return async (token: string, provider: Provider): Promise<ProviderLogout> => {
    const { payload, protectedHeader } = await jwtVerify(token, keysOf(provider), {
      issuer: provider.issuer,
      audience: clientId,
      algorithms,
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
      maxTokenAge: oldestSeconds,
      clockTolerance: toleranceSeconds,
      currentDate: clock(),
    })
    if (!types.includes(protectedHeader.typ)) throw new Error('the token is of another type')
    // Required to be absent, so that no ID token is taken for a logout token.
    if ('nonce' in payload) throw new Error('the token has a nonce')
    const events = payload['events']
    if (!isObject(events) || !isObject((events as Record<string, unknown>)[eventName])) {
      throw new Error('the token is about another event')
    }
    const [sub, sid, jti] = [textOf(payload, 'sub'), textOf(payload, 'sid'), textOf(payload, 'jti')]
    if (jti === null || (sub === null && sid === null)) throw new Error('the token names neither person nor session')
    const { issuer } = provider
    return { issuer, subject: sub === null ? null : subjectOf({ iss: issuer, sub }), sid, jti }
  }
}
