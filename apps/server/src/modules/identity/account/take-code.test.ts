import { expect, it } from 'vitest'
import { isTotpCode, mayUseApp, plainCode } from './take-code.ts'

it.each([
  ['123456', true],
  ['123 456', true],
  ['123-456', true],
  ['12345', false],
  ['1234567', false],
  ['ABCDE-FGHJK', false],
  ['１２３４５６', false],
  ['', false],
])('%j is a code of the app: %s', (code, expected) => {
  expect(isTotpCode(plainCode(code))).toBe(expected)
})

it.each([
  ['who has set it up', { totp: true, required: false, passkeys: 0 }, true],
  [
    'who has it and a passkey, unless the company requires passkeys',
    { totp: true, required: false, passkeys: 1 },
    true,
  ],
  ['whose company requires passkeys, until they have one', { totp: true, required: true, passkeys: 0 }, true],
  ['whose company requires passkeys, once they have one', { totp: true, required: true, passkeys: 1 }, false],
  ['without a company', { totp: true, required: null, passkeys: 1 }, true],
  ['who has not set it up', { totp: false, required: false, passkeys: 1 }, false],
])('a user %s may use the app (%j): %s', (_, { totp, required, passkeys }, expected) => {
  const user = { totp_enabled_at: totp ? new Date(0) : null, exige_passkey: required, passkeys }
  expect(mayUseApp(user)).toBe(expected)
})
