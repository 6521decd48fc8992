const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Makes an id such as `7KQ2-M9XD-4TNA-P83F` from the platform's CSPRNG. Bytes of 252 and above are discarded, so that
 * every character is equally likely (252 is the largest multiple of 36 in a byte).
 */
export function createId(): string {
  const characters: string[] = []
  while (characters.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < 252 && characters.length < 16) characters.push(alphabet.charAt(byte % 36))
    }
  }
  return [0, 4, 8, 12].map((start) => characters.slice(start, start + 4).join('')).join('-')
}
