import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { uuid } from '@foja/contracts/ids'
import type { ServerKeys } from '../../../keys.ts'

/** How long an access token serves, in seconds. It is asked at most this long after a key change, never after a revocation. */
export const accessTokenSeconds = 600

const issuer = 'foja'
const audience = 'foja-api'
const claimsSchema = z.object({ sub: uuid, sid: uuid })

/** Who a token speaks for: the user and the session that it came from. */
export type AccessClaims = { user: string; session: string }

/** A signed access token (ES256) and when it ends. */
export async function issueAccessToken(
  keys: ServerKeys,
  claims: AccessClaims,
  now: Date,
): Promise<{ token: string; expires: Date }> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expires = issuedAt + accessTokenSeconds
  const token = await new SignJWT({ sid: claims.session })
    .setProtectedHeader({ alg: 'ES256', kid: keys.session.id, typ: 'at+jwt' })
    .setSubject(claims.user)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(keys.session.privateKey)
  return { token, expires: new Date(expires * 1000) }
}

/**
 * The claims of a token that this server signed and that has not ended; null for any other. Only ES256 is accepted
 * (RFC 8725, 3.1), so `alg: none` and a public key used as an HMAC secret lead nowhere.
 */
export async function readAccessToken(keys: ServerKeys, token: string, now: Date): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keys.session.publicKey, {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer,
      audience,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    })
    const claims = z.safeParse(claimsSchema, payload)
    return claims.success ? { user: claims.data.sub, session: claims.data.sid } : null
  } catch {
    return null
  }
}

/** When a token that `readAccessToken` has accepted ends. */
export function accessTokenEnd(token: string): Date {
  return new Date((decodeJwt(token).exp ?? 0) * 1000)
}
