import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { SecretSearch, writingsOf } from './traces.ts'

const passphrase = 'Ñandú~7q+Xz/Wv&Km=26'
const token = randomBytes(32).toString('base64url')
const search = new SecretSearch(
  new Map([
    [passphrase, 'passphrase'],
    [token, 'token'],
  ]),
)
const amid = (text: Buffer) => Buffer.concat([randomBytes(5000), text, randomBytes(5000)])

it('SecretSearch finds a secret in each encoding', () => {
  for (const writing of writingsOf(passphrase)) {
    expect(search.in(amid(Buffer.from(writing, 'latin1'))), writing).toEqual(new Set(['passphrase']))
    expect(search.in(amid(Buffer.from(writing, 'utf8'))), writing).toEqual(new Set(['passphrase']))
  }
  expect(search.in(Buffer.from(`${token}\n${passphrase}`))).toEqual(new Set(['token', 'passphrase']))
})

it('SecretSearch finds nothing where there is no secret', () => {
  expect(search.in(amid(Buffer.from(passphrase.slice(0, -4))))).toEqual(new Set())
  expect(search.in(Buffer.alloc(0))).toEqual(new Set())
})
