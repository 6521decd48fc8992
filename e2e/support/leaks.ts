import type { KeyObject } from 'node:crypto'

/** A secret, and the length from which a run of its bytes is no coincidence. */
export type Secret = { name: string; bytes: Uint8Array; run: number }

/** In base64 three bytes are four letters, at any offset. */
const evenRun = (run: number) => Math.max(3, run - (run % 3) - 3)

/** Encodings of bytes in a request. Each returns a run as it appears inside a longer text. */
const writings: { name: string; write: (run: Buffer) => string; length: (run: number) => number }[] = [
  { name: 'as it is', write: (run) => run.toString('latin1'), length: (run) => run },
  { name: 'hex', write: (run) => run.toString('hex'), length: (run) => run },
  { name: 'HEX', write: (run) => run.toString('hex').toUpperCase(), length: (run) => run },
  { name: 'base64', write: (run) => run.toString('base64'), length: evenRun },
  { name: 'base64url', write: (run) => run.toString('base64url'), length: evenRun },
  { name: 'numbers', write: (run) => `${[...run].join(',')},`, length: (run) => run },
]

/** A request unchanged, percent-decoded, and as UTF-8 of single bytes. */
function readings(sent: Buffer): string[] {
  const plain = sent.toString('latin1')
  const undone = plain
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return [...new Set([plain, undone, sent.toString('utf8')])]
}

/** The secrets of which a request contains a run, with the encoding. */
export function leaksOf(sent: Buffer, secrets: readonly Secret[]): string[] {
  const texts = readings(sent)
  return secrets.flatMap(({ name, bytes, run }) =>
    writings
      .filter(({ write, length }) => {
        const size = length(run)
        const runs = Array.from({ length: Math.max(1, bytes.length - size + 1) }, (_, at) =>
          write(Buffer.from(bytes.subarray(at, at + size))),
        )
        return texts.some((text) => runs.some((one) => text.includes(one)))
      })
      .map((writing) => `${name}, ${writing.name}`),
  )
}

/** The private part of a private key; the certificate contains the rest. */
function privateParts(key: KeyObject): Secret[] {
  const { d, p, q, dp, dq, qi } = key.export({ format: 'jwk' })
  return Object.entries({ d, p, q, dp, dq, qi }).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name: `private ${name}`, bytes: Buffer.from(value, 'base64url'), run: 16 }] : [],
  )
}

/** All secrets of a user's key: its file, its numbers, and the encodings of the passphrase. */
export function secretsOf(file: Uint8Array, key: KeyObject, passphrase: string): Secret[] {
  const wide = Buffer.from(passphrase, 'utf16le')
  return [
    { name: 'the file', bytes: file, run: 16 },
    ...privateParts(key),
    { name: 'the passphrase', bytes: Buffer.from(passphrase, 'utf8'), run: 9 },
    { name: 'the passphrase in UTF-16', bytes: wide, run: 18 },
    { name: 'the passphrase as PKCS#12 takes it', bytes: Buffer.from(wide).swap16(), run: 18 },
    { name: 'the passphrase in Latin-1', bytes: Buffer.from(passphrase, 'latin1'), run: 9 },
  ]
}
