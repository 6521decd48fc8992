import { fromBase64, toLatin1 } from '../cms/bytes.ts'
import { DerError, Tag } from '../cms/der.ts'
import { children, expectTag, readNode, readOctets } from '../cms/read-der.ts'
import { PadesError } from '../errors.ts'
import type { Steps, Work } from './crypto-port.ts'
import type { P12Caps } from './work-budget.ts'
import { decryptAndRead } from './encryption.ts'
import type { Bags } from './safe-contents.ts'
import { acceptPrivateKey, decryptsAnyPart, readBags, readPfx, verifyMac } from './safe-contents.ts'

/** Describes the damage for logs, never with bytes of the file. */
export function damaged(error: unknown): PadesError {
  if (error instanceof PadesError) return error
  const known = error instanceof DerError || error instanceof RangeError
  return new PadesError('p12_damaged', { reason: known ? error.message : 'unreadable' })
}

/** Throws 'p12_too_large'. */
export function checkSize(bytes: Uint8Array, caps: P12Caps): void {
  if (bytes.length > caps.maxBytes)
    throw new PadesError('p12_too_large', { bytes: bytes.length, maxBytes: caps.maxBytes })
}

/**
 * Keys and certificates of a PKCS#12 file (RFC 7292), in any order. Throws 'p12_wrong_passphrase', 'p12_damaged',
 * 'p12_unsupported_algorithm', 'p12_too_slow', and DerError or RangeError, which `damaged` describes.
 */
export function* openBags(bytes: Uint8Array, passphrase: string, work: Work): Steps<Bags> {
  const pfx = readPfx(bytes)
  if (pfx.macData && !(yield* verifyMac(pfx, pfx.macData, passphrase, work))) {
    if (yield* decryptsAnyPart(pfx, passphrase, work)) throw new PadesError('p12_damaged', { part: 'MAC' })
    throw new PadesError('p12_wrong_passphrase')
  }
  return yield* readBags(pfx, passphrase, work, pfx.macData !== null)
}

/** DER of a key file that may be PEM, as a copy. */
function keyFileDer(bytes: Uint8Array): Uint8Array {
  const pem = /-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----([^-]*)-----END/.exec(toLatin1(bytes))
  return pem ? fromBase64(pem[1] ?? '') : Uint8Array.from(bytes)
}

/** PKCS#8 of a key file: DER or PEM, encrypted (RFC 5958 §3) or not. Throws like `openBags`. */
export function* openKeyFile(bytes: Uint8Array, passphrase: string, work: Work): Steps<Uint8Array> {
  const der = keyFileDer(bytes)
  const [first, second] = children(expectTag(readNode(der), Tag.sequence, 'private key'))
  // PrivateKeyInfo starts with its version, EncryptedPrivateKeyInfo with its algorithm
  if (first?.tag === Tag.integer) return acceptPrivateKey(der)
  const algorithm = expectTag(first, Tag.sequence, 'algorithm')
  const key = yield* decryptAndRead({ ...work, algorithm, data: readOctets(second), passphrase }, acceptPrivateKey)
  if (!key) throw new PadesError('p12_wrong_passphrase')
  return key
}
