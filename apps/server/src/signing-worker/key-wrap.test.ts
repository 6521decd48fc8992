import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { unwrapKey, wrapKey } from './key-wrap.ts'

const pkcs8 = Buffer.from('a private key in DER, as far as the wrapping is concerned')
const serverKey = randomBytes(32)
const context = 'user-1:fingerprint-1'

describe('wrapping of stored keys', () => {
  it('opens with the passphrase in any Unicode composition', async () => {
    const wrapped = await wrapKey(pkcs8, 'contraseña ñandú', serverKey, context)
    expect(await unwrapKey(wrapped, 'contraseña ñandú'.normalize('NFD'), serverKey, context)).toEqual(pkcs8)
    expect(Buffer.from(wrapped.ciphertext).includes(pkcs8.subarray(0, 12))).toBe(false)
  })

  it('returns null for a wrong passphrase', async () => {
    const wrapped = await wrapKey(pkcs8, 'correcta', serverKey, context)
    expect(await unwrapKey(wrapped, 'incorrecta', serverKey, context)).toBeNull()
  })

  it('does not open with another server key, for another user, or after a bit has changed', async () => {
    const wrapped = await wrapKey(pkcs8, 'correcta', serverKey, context)
    await expect(unwrapKey(wrapped, 'correcta', randomBytes(32), context)).rejects.toThrow()
    await expect(unwrapKey(wrapped, 'correcta', serverKey, 'user-2:fingerprint-1')).rejects.toThrow()
    const ciphertext = Buffer.from(wrapped.ciphertext)
    ciphertext[20]! ^= 1
    await expect(unwrapKey({ ...wrapped, ciphertext }, 'correcta', serverKey, context)).rejects.toThrow()
  })

  it('wraps the same key differently each time', async () => {
    const [one, two] = [await wrapKey(pkcs8, 'x', serverKey, context), await wrapKey(pkcs8, 'x', serverKey, context)]
    expect(Buffer.from(one.ciphertext).equals(Buffer.from(two.ciphertext))).toBe(false)
    expect(one.params.salt).not.toBe(two.params.salt)
  })
})
