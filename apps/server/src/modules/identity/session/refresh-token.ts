import { createHash, randomBytes } from 'node:crypto'

/** An opaque refresh token: 256 random bits, and whether the person asked to stay signed in on this computer. */
export type RefreshToken = { token: string; hash: string; persistent: boolean }

/** The first letter tells the two kinds apart; the digest covers it, so it cannot be changed. */
const shape = /^[ps][\w-]{43}$/

const digest = (token: string) => createHash('sha256').update(token).digest('hex')

export function createRefreshToken(persistent: boolean): RefreshToken {
  const token = `${persistent ? 'p' : 's'}${randomBytes(32).toString('base64url')}`
  return { token, hash: digest(token), persistent }
}

/** Reads the value of a cookie; undefined for whatever is not one of our tokens. */
export function readRefreshToken(value: string | undefined): RefreshToken | undefined {
  if (value === undefined || !shape.test(value)) return undefined
  return { token: value, hash: digest(value), persistent: value.startsWith('p') }
}

const hour = 3_600_000

/**
 * How long a session lasts. `idle`: without anybody using it; `total`: whatever happens (OWASP ASVS 5.0, 7.3).
 * Milliseconds.
 */
export const lifetimes = {
  persistent: { idle: 14 * 24 * hour, total: 30 * 24 * hour },
  browser: { idle: 12 * hour, total: 24 * hour },
} as const

/** A token that has been exchanged still answers for this long: several tabs ask at once (milliseconds). */
export const grace = 30_000

/** A token younger than this is not exchanged again (milliseconds). */
export const rotateAfter = 60_000
