import { Secret, TOTP } from 'otpauth'
import { randomBytes } from 'node:crypto'
import { reseal, seal, unseal } from '../../../lib/seal.ts'
import type { KeyChange, ServerKeys } from '../../../keys.ts'

const period = 30

/** RFC 6238 with what every authenticator speaks: SHA-1, six digits, thirty seconds. */
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

/** A new secret of 160 bits (RFC 4226, 4, R6): how it is said to the person, and as it is kept, sealed for them alone. */
export function createTotp(keys: ServerKeys, user: { id: string; email: string }) {
  const bytes = randomBytes(20)
  const totp = totpOf(bytes, user.email)
  const sealed = seal(keyOf(keys), bytes, user.id).toString('base64')
  return { secret: totp.secret.base32, url: totp.toString(), sealed }
}

/** Null for what was sealed for somebody else, or changed: no code is one of it. */
function open(keys: ServerKeys, user: string, sealed: string): Uint8Array | null {
  try {
    return unseal(keyOf(keys), Buffer.from(sealed, 'base64'), user)
  } catch {
    return null
  }
}

/**
 * The time step that a code of six digits is of, one step of drift allowed (RFC 6238, 5.2); null when it is of none.
 * `sealed` is what `createTotp` gave for the same person.
 */
export function stepOfCode(keys: ServerKeys, user: string, sealed: string, code: string, now: Date): number | null {
  const secret = open(keys, user, sealed)
  if (secret === null) return null
  const drift = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return drift === null ? null : Math.floor(now.getTime() / 1000 / period) + drift
}

/** The same secret for the same person under the new key of the server; null when the old one does not open it. */
export function moveTotp({ from, to }: KeyChange, user: string, sealed: string): string | null {
  return reseal(keyOf(from), keyOf(to), Buffer.from(sealed, 'base64'), user)?.toString('base64') ?? null
}
