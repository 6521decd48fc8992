import { createHash, randomBytes } from 'node:crypto'

/** An opaque refresh token: 256 random bits, and whether the user asked to stay signed in on this computer. */
export type RefreshToken = { token: string; hash: string; persistent: boolean }

/** The first letter marks persistent or browser session; it is part of the digest and cannot be changed. */
const shape = /^[ps][\w-]{43}$/

const digest = (token: string) => createHash('sha256').update(token).digest('hex')

export function createRefreshToken(persistent: boolean): RefreshToken {
  const token = `${persistent ? 'p' : 's'}${randomBytes(32).toString('base64url')}`
  return { token, hash: digest(token), persistent }
}

/** Parses the value of a cookie; undefined if it is not one of our tokens. */
export function readRefreshToken(value: string | undefined): RefreshToken | undefined {
  if (value === undefined || !shape.test(value)) return undefined
  return { token: value, hash: digest(value), persistent: value.startsWith('p') }
}

const hour = 3_600_000

/**
 * Lifetime of a session in milliseconds: `idle` without use, `total` in any case (OWASP ASVS 5.0, 7.3).
 */
export const lifetimes = {
  persistent: { idle: 14 * 24 * hour, total: 30 * 24 * hour },
  browser: { idle: 12 * hour, total: 24 * hour },
} as const

/** An exchanged token is accepted this much longer (milliseconds), because several tabs may send it together. */
export const grace = 30_000

/** A token younger than this is not exchanged again (milliseconds). */
export const rotateAfter = 60_000
