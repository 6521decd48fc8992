import { randomBytes } from 'node:crypto'

/** Crockford's base32: no letter that is mistaken for a digit or another letter. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen characters out of 80 random bits: nobody guesses one. */
export function createCode(): string {
  let bits = BigInt(`0x${randomBytes(10).toString('hex')}`)
  let code = ''
  for (let n = 0; n < 16; n += 1, bits >>= 5n) code = alphabet.charAt(Number(bits & 31n)) + code
  return code
}

/** As it is printed: four groups of four. */
export function printedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** What a stamp says and its QR leads to. */
export function verificationOf(code: string, origin: string): { code: string; url: string } {
  const printed = printedCode(code)
  return { code: printed, url: `${origin}/verificar?codigo=${printed}` }
}
