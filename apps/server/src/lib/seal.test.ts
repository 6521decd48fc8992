import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { reseal, seal, unseal } from './seal.ts'

const [key, other] = [randomBytes(32), randomBytes(32)]
const plain = Buffer.from('clave ñandú')

describe('sealed values', () => {
  it('open with their key and context only', () => {
    const sealed = seal(key, plain, 'user 1')
    expect(unseal(key, sealed, 'user 1')).toEqual(plain)
    expect(() => unseal(other, sealed, 'user 1')).toThrow()
    expect(() => unseal(key, sealed, 'user 2')).toThrow()
  })

  it('have a nonce of 12 bytes, the text, and a tag of 16', () => {
    const sealed = seal(key, plain, '')
    expect(sealed.length).toBe(12 + plain.length + 16)
    expect(seal(key, plain, '').subarray(0, 12)).not.toEqual(sealed.subarray(0, 12))
  })

  it('do not open with one changed bit, wherever it is, or with a shorter tag', () => {
    const sealed = seal(key, plain, '')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => unseal(key, changed, '')).toThrow()
    }
    for (let cut = 1; cut <= 16; cut += 1) expect(() => unseal(key, sealed.subarray(0, -cut), '')).toThrow()
  })

  it('move to another key; null where the old one does not open them', () => {
    const moved = reseal(key, other, seal(key, plain, 'x'), 'x')!
    expect(unseal(other, moved, 'x')).toEqual(plain)
    expect(() => unseal(key, moved, 'x')).toThrow()
    expect(reseal(other, key, seal(key, plain, 'x'), 'x')).toBeNull()
    expect(reseal(key, other, seal(key, plain, 'x'), 'y')).toBeNull()
  })
})
