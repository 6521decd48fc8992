import { describe, expect, it } from 'vitest'
import { createCsrf } from './csrf.ts'

const csrf = createCsrf(Buffer.alloc(32, 1))
const { token, cookie } = csrf.issue(undefined)
const [, digest = ''] = cookie.split('|')

describe('a CSRF token', () => {
  it('is new without a cookie, and the same with one', () => {
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(csrf.issue(undefined).token).not.toBe(token)
    expect(csrf.issue(cookie)).toEqual({ token, cookie })
  })

  it('matches its cookie', () => {
    expect(csrf.matches(cookie, token)).toBe(true)
  })

  it.each<[string, string | undefined, string | undefined]>([
    ['no cookie', undefined, token],
    ['no token', cookie, undefined],
    ['an empty token', cookie, ''],
    ['the token of another cookie', cookie, csrf.issue(undefined).token],
    ['a token that is no hexadecimal', cookie, 'x'.repeat(64)],
    ['a longer token', cookie, `${token}0`],
    ['a cookie without a digest', token, token],
    ['a cookie with a shorter digest', `${token}|${digest.slice(1)}`, token],
    ['a cookie with another digest', `${token}|${digest.replace(/^./, (c) => (c === '0' ? '1' : '0'))}`, token],
    ['a cookie without a token', `|${digest}`, ''],
    ['a cookie with a shorter token', `${token.slice(1)}|${digest}`, token.slice(1)],
    ['a cookie of another installation', createCsrf(Buffer.alloc(32, 2)).issue(undefined).cookie, token],
  ])('does not match with %s', (_, sent, form) => {
    expect(csrf.matches(sent, form)).toBe(false)
  })

  it('replaces a cookie of another installation', () => {
    const planted = createCsrf(Buffer.alloc(32, 2)).issue(undefined)
    expect(csrf.matches(planted.cookie, planted.token)).toBe(false)
    expect(csrf.issue(planted.cookie).token).not.toBe(planted.token)
  })
})
