import { expect, it } from 'vitest'
import { createDevices } from './devices.ts'

const devices = createDevices(Buffer.alloc(32, 7))
const cookie = devices.remember(undefined, 'Ana@Oficina.ec ')

it('knows who signed in in a browser, and nobody else', () => {
  const nonce = devices.known(cookie, 'ana@oficina.ec')
  expect(nonce).toMatch(/^[\w-]{22}$/)
  expect(devices.known(cookie, 'eva@oficina.ec')).toBeUndefined()
  const both = devices.remember(cookie, 'eva@oficina.ec')
  expect([devices.known(both, 'ana@oficina.ec'), devices.known(both, 'eva@oficina.ec')]).toEqual([nonce, nonce])
})

it('tells nobody who they are, and names each browser otherwise', () => {
  expect(cookie).not.toMatch(/ana|oficina/i)
  expect(devices.remember(undefined, 'ana@oficina.ec')).not.toBe(cookie)
  expect(devices.remember(cookie, 'ana@oficina.ec')).toBe(cookie)
})

it('believes no cookie that it did not make', () => {
  const [nonce = '', mark = ''] = cookie.split('.')
  const other = createDevices(Buffer.alloc(32, 8))
  const changed = mark.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
  for (const bad of [
    other.remember(undefined, 'ana@oficina.ec'),
    `${nonce}.${changed}`,
    `${'A'.repeat(22)}.${mark}`,
    `${nonce}.${'é'.repeat(43)}`,
    nonce,
    '',
    undefined,
  ]) {
    expect(devices.known(bad, 'ana@oficina.ec'), bad).toBeUndefined()
  }
})

it('remembers the last five people of a computer', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].reduce<string | undefined>(
    (before, name) => devices.remember(before, `${name}@oficina.ec`),
    undefined,
  )
  expect(devices.known(all, 'a@oficina.ec')).toBeUndefined()
  expect(['b', 'c', 'd', 'e', 'f'].every((name) => devices.known(all, `${name}@oficina.ec`) !== undefined)).toBe(true)
})
