import { describe, expect, it } from 'vitest'
import { rc2CbcDecrypt, rc2CbcEncrypt } from './rc2.ts'

// RFC 2268 §5: key, effective bits, plaintext, ciphertext of one block
const vectors: [string, number, string, string][] = [
  ['0000000000000000', 63, '0000000000000000', 'ebb773f993278eff'],
  ['ffffffffffffffff', 64, 'ffffffffffffffff', '278b27e42e2f0d49'],
  ['3000000000000000', 64, '1000000000000001', '30649edf9be7d2c2'],
  ['88', 64, '0000000000000000', '61a8a244adacccf0'],
  ['88bca90e90875a', 64, '0000000000000000', '6ccf4308974c267f'],
  ['88bca90e90875a7f0f79c384627bafb2', 64, '0000000000000000', '1a807d272bbe5db1'],
  ['88bca90e90875a7f0f79c384627bafb2', 128, '0000000000000000', '2269552ab0f85ca6'],
  ['88bca90e90875a7f0f79c384627bafb216f80a6f85920584c42fceb0be255daf1e', 129, '0000000000000000', '5b78d3a43dfff1f1'],
]

describe('RC2', () => {
  it.each(vectors)('matches the published ciphertext for key %s with %i bits', (key, effectiveBits, plain, cipher) => {
    // the first block of CBC with a zero IV is the bare block cipher
    const parameters = { key: Buffer.from(key, 'hex'), effectiveBits, iv: new Uint8Array(8) }
    const encrypted = rc2CbcEncrypt(parameters, Buffer.from(plain, 'hex'))
    expect(Buffer.from(encrypted.subarray(0, 8)).toString('hex')).toBe(cipher)
    expect(Buffer.from(rc2CbcDecrypt(parameters, encrypted)).toString('hex')).toBe(plain)
  })

  it('chains blocks and refuses a wrong length or padding', () => {
    const parameters = {
      key: Buffer.from('0102030405', 'hex'),
      effectiveBits: 40,
      iv: Buffer.from('1122334455667788', 'hex'),
    }
    for (let length = 0; length < 40; length++) {
      const data = Uint8Array.from({ length }, (_, i) => i * 7)
      expect(rc2CbcDecrypt(parameters, rc2CbcEncrypt(parameters, data))).toEqual(data)
    }
    expect(() => rc2CbcDecrypt(parameters, new Uint8Array(9))).toThrow(RangeError)
    expect(() => rc2CbcDecrypt(parameters, new Uint8Array(0))).toThrow(RangeError)
    expect(() => rc2CbcDecrypt(parameters, new Uint8Array(16))).toThrow('padding')
  })
})
