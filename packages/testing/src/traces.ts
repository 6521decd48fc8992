/** Encodings of a text, in Latin-1 as bytes are read; base64 at each of its offsets. */
export function writingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const wide = Buffer.from(secret, 'utf16le')
  const base64 = [0, 1, 2].map((offset) => {
    const coded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    return coded.slice(offset === 0 ? 0 : 4, -2)
  })
  const hex = bytes.toString('hex')
  return [
    bytes.toString('latin1'),
    secret,
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    hex,
    hex.toUpperCase(),
    wide.toString('latin1'),
    Buffer.from(wide).swap16().toString('latin1'),
    wide.toString('hex'),
    encodeURIComponent(secret),
    new URLSearchParams({ x: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret.normalize('NFD')).toString('latin1'),
  ]
}

/** Shorter runs of bytes occur by chance. */
const shortest = 6

function needlesOf(secret: string): Buffer[] {
  const writings = writingsOf(secret).flatMap((writing) => [
    Buffer.from(writing, 'utf8'),
    ...(/^[\0-\xff]*$/.test(writing) ? [Buffer.from(writing, 'latin1')] : []),
  ])
  return writings.filter(({ length }) => length >= shortest)
}

/**
 * Finds which of many secrets occur in bytes, in any encoding; reads the bytes once, regardless of the number of
 * secrets.
 */
export class SecretSearch {
  /** Needles by their first four bytes. */
  readonly #needles = new Map<number, { name: string; bytes: Buffer }[]>()
  /** The first two bytes of each needle. */
  readonly #pairs = new Uint8Array(65_536)

  /** `secrets`: names by secret. */
  constructor(secrets: ReadonlyMap<string, string>) {
    for (const [secret, name] of secrets) for (const bytes of needlesOf(secret)) this.#add(name, bytes)
  }

  #add(name: string, bytes: Buffer): void {
    const key = bytes.readUInt32LE(0)
    const known = this.#needles.get(key)
    if (known === undefined) this.#needles.set(key, [{ name, bytes }])
    else if (!known.some((needle) => needle.name === name && needle.bytes.equals(bytes))) known.push({ name, bytes })
    this.#pairs[bytes.readUInt16LE(0)] = 1
  }

  /** Names of the secrets found in `bytes`. */
  in(bytes: Buffer): Set<string> {
    const found = new Set<string>()
    const pairs = this.#pairs
    for (let at = 0; at + shortest <= bytes.length; at += 1) {
      if (pairs[bytes[at]! | (bytes[at + 1]! << 8)] === 0) continue
      const needles = this.#needles.get(bytes.readUInt32LE(at))
      if (needles === undefined) continue
      for (const needle of needles) {
        if (bytes.subarray(at, at + needle.bytes.length).equals(needle.bytes)) found.add(needle.name)
      }
    }
    return found
  }
}
