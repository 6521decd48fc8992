import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashRawSync } from '@node-rs/argon2'
import { unseal } from '../lib/seal.ts'
import { rewrapKey, unwrapKey, wrapKey } from './key-wrap.ts'

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

  it('derives with Argon2id at 64 MiB in three passes, as OWASP recommends, from a salt of 16 bytes', async () => {
    const { params, ciphertext } = await wrapKey(pkcs8, 'correcta', serverKey, context)
    expect(params).toMatchObject({ version: 1, memoryCost: 65_536, timeCost: 3, parallelism: 1 })
    const salt = Buffer.from(params.salt, 'base64')
    expect(salt).toHaveLength(16)
    const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32, salt }
    const inner = unseal(serverKey, Buffer.from(params.dataKey, 'base64'), context)
    const dataKey = unseal(hashRawSync('correcta', cost), inner, context)
    expect(dataKey).toHaveLength(32)
    expect(unseal(dataKey, ciphertext, context)).toEqual(pkcs8)
  })

  it('moves to another server key without the passphrase', async () => {
    const wrapped = await wrapKey(pkcs8, 'correcta', serverKey, context)
    const next = randomBytes(32)
    const params = rewrapKey(wrapped.params, serverKey, next, context)!
    expect(params).toMatchObject({ salt: wrapped.params.salt, memoryCost: wrapped.params.memoryCost })
    expect(await unwrapKey({ ...wrapped, params }, 'correcta', next, context)).toEqual(pkcs8)
    await expect(unwrapKey({ ...wrapped, params }, 'correcta', serverKey, context)).rejects.toThrow()
    expect(rewrapKey(wrapped.params, next, serverKey, context)).toBeNull()
    expect(rewrapKey(wrapped.params, serverKey, next, 'user-2:fingerprint-1')).toBeNull()
  })
})
