import { randomBytes } from 'node:crypto'

/** Crockford's base32: without letters that are mistaken for digits or other letters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates a code of sixteen characters from 80 random bits. */
export function createCode(): string {
  let bits = BigInt(`0x${randomBytes(10).toString('hex')}`)
  let code = ''
  for (let n = 0; n < 16; n += 1, bits >>= 5n) code = alphabet.charAt(Number(bits & 31n)) + code
  return code
}

/** The printed form: four groups of four. */
export function printedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** The code on a stamp, and the address in its QR code. */
export function verificationOf(code: string, origin: string): { code: string; url: string } {
  const printed = printedCode(code)
  return { code: printed, url: `${origin}/verificar?codigo=${printed}` }
}
