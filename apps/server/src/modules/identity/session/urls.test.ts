import { expect, it } from 'vitest'
import { originOf, sameSite } from './urls.ts'

const origin = 'https://foja.example'

it.each(['/solicitudes?q=acta', `${origin}/agenda`, 'agenda'])('sameSite accepts %s', (value) => {
  expect(sameSite(value, origin)).toBe(new URL(value, origin).href)
})

it.each([
  `blob:${origin}/0b7c`,
  `filesystem:${origin}/temporary/x`,
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '\\\\evil.example',
  'https://foja.example.evil.example/',
  'http://foja.example/',
  'https://foja.example:8443/',
  'x'.repeat(2001),
  undefined,
])('sameSite replaces %s with the root', (value) => {
  expect(sameSite(value, origin)).toBe(`${origin}/`)
})

it.each([
  ['https://example.com/foja/agenda?dia=1', 'https://example.com/foja/agenda?dia=1'],
  ['/foja/agenda', 'https://example.com/foja/agenda'],
  ['/agenda', 'https://example.com/foja/'],
  ['https://example.com/foja', 'https://example.com/foja/'],
  ['https://example.com/fojas/', 'https://example.com/foja/'],
  ['https://example.com/foja/../correo', 'https://example.com/foja/'],
  ['https://example.com/foja/%2e%2e/correo', 'https://example.com/foja/'],
])('sameSite below a path leads %s to %s', (value, to) => {
  expect(sameSite(value, 'https://example.com/foja')).toBe(to)
})

const requestTo = (host: string) => ({ protocol: 'http' as const, host, socket: { localPort: 3000 } })

it.each(['127.0.0.1:3000', 'localhost:8080', '[::1]:3000'])('originOf returns the local name %s', (host) => {
  expect(originOf(requestTo(host), undefined)).toBe(`http://${host}`)
})

it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '10.0.0.7:3000', 'a b', ''])(
  'originOf ignores the forged Host header "%s"',
  (host) => {
    expect(originOf(requestTo(host), undefined)).toBe('http://127.0.0.1:3000')
    expect(originOf(requestTo(host), origin)).toBe(origin)
  },
)
