import { expect, it } from 'vitest'
import { createRefreshToken, grace, lifetimes, readRefreshToken, rotateAfter } from './refresh-token.ts'

it.each([true, false])('a refresh token says in its first letter whether it is persistent: %s', (persistent) => {
  const created = createRefreshToken(persistent)
  expect(created.token).toMatch(persistent ? /^p[\w-]{43}$/ : /^s[\w-]{43}$/)
  expect(readRefreshToken(created.token)).toEqual(created)
  const { token } = created
  const other = readRefreshToken(`${persistent ? 's' : 'p'}${token.slice(1)}`)
  expect(other?.persistent).toBe(!persistent)
  // another letter is another token
  expect(other?.hash).not.toBe(created.hash)
  expect(created.hash).not.toContain(token)
  expect(createRefreshToken(persistent).token).not.toBe(token)
})

it.each([undefined, '', 'p', 'x'.repeat(44), `s${'A'.repeat(42)}`, `s${'A'.repeat(44)}`, `s${'A'.repeat(42)}!`])(
  '%j is no refresh token',
  (value) => {
    expect(readRefreshToken(value)).toBeUndefined()
  },
)

it('sessions end after these times (OWASP ASVS 5.0, 7.3)', () => {
  const hours = (ms: number) => ms / 3_600_000
  expect([lifetimes.persistent.idle, lifetimes.persistent.total].map(hours)).toEqual([14 * 24, 30 * 24])
  expect([lifetimes.browser.idle, lifetimes.browser.total].map(hours)).toEqual([12, 24])
  expect([grace, rotateAfter]).toEqual([30_000, 60_000])
})
