import { hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ServerKeys } from '../../../keys.ts'
import { createChallenge, isChallenge, type ChallengeUse } from './passkey-challenges.ts'

const keysFrom = (secret: string) =>
  ({ derive: (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'foja', purpose, 32)) }) as ServerKeys
const keys = keysFrom('secreto')
const use: ChallengeUse = { purpose: 'sign in', holder: 'a browser' }
const now = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const challenge = createChallenge(keys, use, now)
const fits = (bytes: Uint8Array, when = now, how = use, by = keys) => isChallenge(by, how, text(bytes), when)

describe('a challenge for a passkey', () => {
  it('is random, and lasts five minutes', () => {
    expect(text(createChallenge(keys, use, now))).not.toBe(text(challenge))
    expect(challenge.subarray(0, 16).some((octet) => octet !== 0)).toBe(true)
    expect(fits(challenge)).toBe(true)
    expect(fits(challenge, later(299_999))).toBe(true)
    expect(fits(challenge, later(300_000))).toBe(false)
  })

  it('has a nonce of 128 random bits', () => {
    const drawn = Array.from({ length: 64 }, () => createChallenge(keys, use, now))
    const constant = [...challenge.keys()].filter((i) => drawn.every((one) => one[i] === challenge[i]))
    // Only the expiry is the same in all: 6 octets after the nonce.
    expect(constant).toEqual([16, 17, 18, 19, 20, 21])
  })

  it.each<[string, ChallengeUse]>([
    ['purpose', { ...use, purpose: 'prove' }],
    ['holder', { ...use, holder: 'another browser' }],
  ])('counts for no other %s', (_, other) => {
    expect(fits(challenge, now, other)).toBe(false)
  })

  it('counts only with the key that made it', () => {
    expect(fits(challenge, now, use, keysFrom('otro'))).toBe(false)
  })

  it.each(['nonce', 'expiry', 'digest'] as const)('counts no more with another %s', (part) => {
    const altered = Uint8Array.from(challenge)
    altered[{ nonce: 0, expiry: 21, digest: altered.length - 1 }[part]]! ^= 1
    expect(fits(altered)).toBe(false)
  })

  it('counts only in its length', () => {
    expect(fits(challenge.subarray(0, -1))).toBe(false)
    expect(fits(Uint8Array.from([...challenge, 0]))).toBe(false)
    expect(fits(new Uint8Array())).toBe(false)
  })
})
