import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../cms/der.ts'
import { tripleDesCbcDecrypt } from './triple-des.ts'

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

/** One block in ECB mode, with an IV that makes the padding valid: P = D(C) ⊕ IV. */
function decryptBlock(key: Uint8Array, block: Uint8Array, expected: Uint8Array): Uint8Array {
  const padded = hex('0808080808080808')
  const iv = expected.map((octet, i) => octet ^ (padded[i] ?? 0))
  return tripleDesCbcDecrypt(key, iv, block)
}

describe('triple DES', () => {
  // NBS Special Publication 500-20: single DES, as EDE with one key three times
  const single = [
    ['10316E028C8F3B4A', '0000000000000000', '82DCBAFBDEAB6602'],
    ['0101010101010101', '95F8A5E5DD31D900', '8000000000000000'],
    ['0101010101010101', '0000000000000001', '166B40B44ABA4BD6'],
    ['8001010101010101', '0000000000000000', '95A8D72813DAA94D'],
    ['7CA110454A1A6E57', '01A1D6D039776742', '690F5B0D9A26939B'],
    ['0131D9619DC1376E', '5CD54CA83DEF57DA', '7A389D10354BD271'],
    ['07A1133E4A0B2686', '0248D43806F67172', '868EBB51CAB4599A'],
    ['0123456789ABCDEF', '4E6F772069732074', '3FA40E8A984D4815'],
  ] as const

  it.each(single)('decrypts the vectors of single DES: key %s', (key, plain, encrypted) => {
    const once = hex(key)
    expect(decryptBlock(concatBytes([once, once, once]), hex(encrypted), hex(plain))).toEqual(new Uint8Array())
  })

  it('decrypts the example of NIST SP 800-67', () => {
    const key = hex('0123456789ABCDEF 23456789ABCDEF01 456789ABCDEF0123')
    const plain = Buffer.from('The qufck brown fox jump')
    const encrypted = hex('A826FD8CE53B855F CCE21C8112256FE6 68D5C05DD9B6B900')
    plain.forEach((_, at) => {
      if (at % 8 !== 0) return
      expect(decryptBlock(key, encrypted.subarray(at, at + 8), plain.subarray(at, at + 8))).toEqual(new Uint8Array())
    })
  })

  it('decrypts what OpenSSL encrypts, for any length', () => {
    for (let length = 0; length < 100; length++) {
      const [key, iv, plain] = [randomBytes(24), randomBytes(8), randomBytes(length)]
      const cipher = createCipheriv('des-ede3-cbc', key, iv)
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
      expect(tripleDesCbcDecrypt(key, iv, encrypted)).toEqual(Uint8Array.from(plain))
    }
  })

  it('refuses wrong lengths and wrong padding', () => {
    const [key, iv] = [new Uint8Array(24), new Uint8Array(8)]
    expect(() => tripleDesCbcDecrypt(key, iv, new Uint8Array(0))).toThrow(RangeError)
    expect(() => tripleDesCbcDecrypt(key, iv, new Uint8Array(12))).toThrow(RangeError)
    expect(() => tripleDesCbcDecrypt(key.subarray(8), iv, new Uint8Array(8))).toThrow(RangeError)
    const cipher = createCipheriv('des-ede3-cbc', key, iv).setAutoPadding(false)
    expect(() => tripleDesCbcDecrypt(key, iv, cipher.update(Buffer.alloc(8, 9)))).toThrow('bad padding')
  })
})
