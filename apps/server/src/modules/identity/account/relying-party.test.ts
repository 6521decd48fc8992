import { expect, it } from 'vitest'
import { relyingParty, requireRelyingParty } from './relying-party.ts'

const at = (origin: string) => ({ origin: () => origin })

it.each([
  ['https://foja.ejemplo.ec', { id: 'foja.ejemplo.ec', origin: 'https://foja.ejemplo.ec' }],
  ['https://foja.ejemplo.ec:8443', { id: 'foja.ejemplo.ec', origin: 'https://foja.ejemplo.ec:8443' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://localhost', { id: 'localhost', origin: 'http://localhost' }],
  ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['https://[::1]:3000', { id: 'localhost', origin: 'https://localhost:3000' }],
])('passkeys of %s are made for its host', (origin, party) => {
  expect(relyingParty(at(origin))).toEqual(party)
  expect(requireRelyingParty(at(origin))).toEqual(party)
})

it.each([
  'http://foja.ejemplo.ec',
  'https://192.168.1.10',
  'https://[2001:db8::1]',
  'http://192.168.1.10:3000',
  'http://localhost.ejemplo.ec',
])('%s has no passkeys', (origin) => {
  expect(relyingParty(at(origin))).toBeNull()
  expect(() => requireRelyingParty(at(origin))).toThrow('passkey_unavailable')
})
