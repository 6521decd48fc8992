import { Secret, TOTP } from 'otpauth'
import { randomBytes } from 'node:crypto'
import { reseal, seal, unseal } from '../../../lib/seal.ts'
import type { KeyChange, ServerKeys } from '../../../keys.ts'

const period = 30

/** RFC 6238 with the defaults of all authenticators: SHA-1, six digits, thirty seconds. */
const totpOf = (secret: Uint8Array, label = '') =>
  new TOTP({
    issuer: 'Foja',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

const keyOf = (keys: ServerKeys) => keys.derive('second factors')

/** Creates a secret of 160 bits (RFC 4226, 4, R6): in plain for the user, and sealed to the user's id for storage. */
export function createTotp(keys: ServerKeys, user: { id: string; email: string }) {
  const bytes = randomBytes(20)
  const totp = totpOf(bytes, user.email)
  const sealed = seal(keyOf(keys), bytes, user.id).toString('base64')
  return { secret: totp.secret.base32, url: totp.toString(), sealed }
}

/** Returns null if it was sealed for another user or altered. */
function open(keys: ServerKeys, user: string, sealed: string): Uint8Array | null {
  try {
    return unseal(keyOf(keys), Buffer.from(sealed, 'base64'), user)
  } catch {
    return null
  }
}

/**
 * Returns the time step of a six-digit code, allowing one step of drift (RFC 6238, 5.2); null if the code is wrong.
 * `sealed` comes from `createTotp` for the same user.
 */
export function stepOfCode(keys: ServerKeys, user: string, sealed: string, code: string, now: Date): number | null {
  const secret = open(keys, user, sealed)
  if (secret === null) return null
  const drift = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return drift === null ? null : Math.floor(now.getTime() / 1000 / period) + drift
}

/** Reseals a secret under the new server key; null if the old key does not open it. */
export function moveTotp({ from, to }: KeyChange, user: string, sealed: string): string | null {
  return reseal(keyOf(from), keyOf(to), Buffer.from(sealed, 'base64'), user)?.toString('base64') ?? null
}
