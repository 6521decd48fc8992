import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { uuid } from '@foja/contracts/ids'
import type { ServerKeys } from '../../../keys.ts'

/** Lifetime of an access token in seconds. A rotated key may be accepted this long; a revoked session never is. */
export const accessTokenSeconds = 600

const issuer = 'foja'
const audience = 'foja-api'
const claimsSchema = z.object({ sub: uuid, sid: uuid })

/** The user and session that a token belongs to. */
export type AccessClaims = { user: string; session: string }

/** Issues a signed access token (ES256); returns it with its expiry. */
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
 * Returns the claims of a valid token of this server; null for any other. Only ES256 is accepted (RFC 8725, 3.1), which
 * rules out `alg: none` and the public key used as an HMAC secret.
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

/** Returns the expiry of a token that `readAccessToken` has accepted. */
export function accessTokenEnd(token: string): Date {
  return new Date((decodeJwt(token).exp ?? 0) * 1000)
}
