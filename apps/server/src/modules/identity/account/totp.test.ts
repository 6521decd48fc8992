import { hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal } from '../../../lib/seal.ts'
import type { ServerKeys } from '../../../keys.ts'
import { createTotp, stepOfCode } from './totp.ts'

const keys = {
  derive: (purpose: string) => new Uint8Array(hkdfSync('sha256', 'secreto', 'foja', purpose, 32)),
} as ServerKeys
const user = 'c0ffee00-0000-4000-8000-000000000001'
const at = (seconds: number) => new Date(seconds * 1000)
const rfcSecret = seal(keys.derive('second factors'), Buffer.from('12345678901234567890'), user).toString('base64')
const step = (code: string, seconds: number) => stepOfCode(keys, user, rfcSecret, code, at(seconds))

describe('authenticator codes', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('match RFC 6238, appendix B, at %i', (seconds, code) => {
    expect(step(code, seconds)).toBe(Math.floor(seconds / 30))
  })

  it('are valid one step before and after, and no further', () => {
    const [code, of] = ['005924', Math.floor(1234567890 / 30)]
    for (const drift of [-30, 30]) expect(step(code, 1234567890 + drift)).toBe(of)
    for (const drift of [-60, 60]) expect(step(code, 1234567890 + drift)).toBeNull()
  })

  it('are refused for another user or an altered secret', () => {
    const changed = rfcSecret.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
    expect(stepOfCode(keys, `${user.slice(0, -1)}2`, rfcSecret, '287082', at(59))).toBeNull()
    expect(stepOfCode(keys, user, changed, '287082', at(59))).toBeNull()
  })

  it('come from a random secret of 160 bits', () => {
    const [first, second] = [
      createTotp(keys, { id: user, email: 'ana@foja.ec' }),
      createTotp(keys, { id: user, email: '' }),
    ]
    expect(first.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(first.secret).not.toBe(second.secret)
    const url = new URL(first.url)
    expect(decodeURIComponent(url.pathname)).toBe('/Foja:ana@foja.ec')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Foja',
      secret: first.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
