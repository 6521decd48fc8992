import { randomInt } from 'node:crypto'

/** Ten random characters of an alphabet, in two groups, that can be read out on the telephone. */
export function readableCode(alphabet: string): string {
  const letters = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
