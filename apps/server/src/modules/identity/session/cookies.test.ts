import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createCookies } from './cookies.ts'

/** The cookies that a reply sets and clears, with their options. */
function written(publicUrl: string | undefined) {
  const cookies = createCookies({ publicUrl })
  const set: [string, string | null, object][] = []
  const reply = {
    setCookie: (name: string, value: string, options: object) => void set.push([name, value, options]),
    clearCookie: (name: string, options: object) => void set.push([name, null, options]),
  } as unknown as FastifyReply
  cookies.csrf.write(reply, 'c')
  cookies.refresh.write(reply, { token: 'long', hash: '', persistent: true })
  cookies.refresh.write(reply, { token: 'short', hash: '', persistent: false })
  cookies.refresh.clear(reply)
  cookies.device.write(reply, 'd')
  cookies.provider.write(reply, 'o')
  cookies.provider.clear(reply)
  return { cookies, set }
}

describe('the cookies of the session', () => {
  it.each([
    ['https://foja.ejemplo.ec', '__Host-', true],
    ['http://foja.ejemplo.ec', '', false],
    [undefined, '', false],
  ])('of %s are not readable by scripts, and bound to the site', (publicUrl, prefix, secure) => {
    const { set } = written(publicUrl)
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure }
    expect(set).toEqual([
      [`${prefix}next-auth.csrf-token`, 'c', options],
      [`${prefix}foja.session`, 'long', { ...options, maxAge: 30 * 24 * 3600 }],
      [`${prefix}foja.session`, 'short', { ...options, maxAge: undefined }],
      [`${prefix}foja.session`, null, options],
      [`${prefix}foja.device`, 'd', { ...options, maxAge: 365 * 24 * 3600 }],
      [`${prefix}foja.oidc`, 'o', { ...options, maxAge: 600 }],
      [`${prefix}foja.oidc`, null, options],
    ])
  })

  it.each(['csrf', 'refresh', 'device', 'provider'] as const)('%s is read by its own name only', (which) => {
    const { cookies, set } = written('https://foja.ejemplo.ec')
    const names = { csrf: 0, refresh: 1, device: 4, provider: 5 }
    const name = set[names[which]]![0]
    const request = { cookies: { [name]: 'x', [name.replace('__Host-', '')]: 'planted' } } as unknown as FastifyRequest
    expect(cookies[which].read(request)).toBe('x')
    expect(cookies[which].read({ cookies: { [name.replace('__Host-', '')]: 'planted' } } as never)).toBeUndefined()
  })
})
