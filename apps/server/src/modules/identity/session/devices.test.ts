import { expect, it } from 'vitest'
import { createDevices } from './devices.ts'

const devices = createDevices(Buffer.alloc(32, 7))
const [ana, eva] = ['7f0c9a52-ana', '51b6d0e4-eva']
const cookie = devices.remember(undefined, ana)

it('device cookies know the users who signed in, and no others', () => {
  const nonce = devices.known(cookie, ana)
  expect(nonce).toMatch(/^[\w-]{22}$/)
  expect(devices.known(cookie, eva)).toBeUndefined()
  const both = devices.remember(cookie, eva)
  expect([devices.known(both, ana), devices.known(both, eva)]).toEqual([nonce, nonce])
})

it('device cookies do not reveal their users and differ per browser', () => {
  expect(cookie).not.toMatch(/ana|7f0c/i)
  expect(devices.remember(undefined, ana)).not.toBe(cookie)
  expect(devices.remember(cookie, ana)).toBe(cookie)
})

it('device cookies that were forged are ignored', () => {
  const [nonce = '', mark = ''] = cookie.split('.')
  const other = createDevices(Buffer.alloc(32, 8))
  const changed = mark.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
  for (const bad of [
    other.remember(undefined, ana),
    `${nonce}.${changed}`,
    `${'A'.repeat(22)}.${mark}`,
    `${nonce}.${'é'.repeat(43)}`,
    nonce,
    '',
    undefined,
  ]) {
    expect(devices.known(bad, ana), bad).toBeUndefined()
  }
})

it('device cookies keep the last five users of a computer', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].reduce<string | undefined>(
    (before, name) => devices.remember(before, `id of ${name}`),
    undefined,
  )
  expect(devices.known(all, 'id of a')).toBeUndefined()
  expect(['b', 'c', 'd', 'e', 'f'].every((name) => devices.known(all, `id of ${name}`) !== undefined)).toBe(true)
})
