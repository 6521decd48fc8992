import { hashRaw, hashRawSync, type Options } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { queueKdf } from '../lib/kdf-queue.ts'
import { reseal, seal, unseal } from '../lib/seal.ts'

/** Argon2id cost for passphrases (OWASP: 64 MiB, 3 passes), stored beside the key so that it can be raised later. */
type WrapParams = {
  version: 1
  salt: string
  memoryCost: number
  timeCost: number
  parallelism: number
  dataKey: string
}

/** A private key at rest. `ciphertext` and the base64 fields of `params` are AES-256-GCM: nonce, text, tag. */
export type WrappedKey = { ciphertext: Uint8Array; params: WrapParams }

const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** Arguments for Argon2id. */
function argon2Args(
  passphrase: string,
  { salt, memoryCost, timeCost, parallelism }: Omit<WrapParams, 'version' | 'dataKey'>,
): [string, Options] {
  // NFC, as keyboards compose the same text differently.
  // Argon2id is the algorithm's default; its enum is declared `const` and cannot be imported here.
  const options = { salt: Buffer.from(salt, 'base64'), outputLen: 32, memoryCost, timeCost, parallelism }
  return [passphrase.normalize('NFC'), options]
}

/**
 * Wraps a private key (PKCS#8 DER). A random data key encrypts it; the data key is encrypted by a key derived from the
 * passphrase, then by the server's key. Neither the database and the passphrase, nor the database and the server's key,
 * are enough to open it. `context` (user and certificate) is authenticated: a row copied to another user does not open.
 * @throws ProblemError unavailable
 */
export async function wrapKey(
  pkcs8: Uint8Array,
  passphrase: string,
  serverKey: Uint8Array,
  context: string,
): Promise<WrappedKey> {
  const dataKey = randomBytes(32)
  const derivation = { salt: randomBytes(16).toString('base64'), ...cost }
  const derived = await queueKdf(context, () => hashRaw(...argon2Args(passphrase, derivation)))
  const inner = seal(derived, dataKey, context)
  const outer = seal(serverKey, inner, context)
  const ciphertext = seal(dataKey, pkcs8, context)
  dataKey.fill(0)
  return { ciphertext, params: { version: 1, ...derivation, dataKey: outer.toString('base64') } }
}

/**
 * Unwraps a key of `wrapKey`. Returns null when the passphrase is wrong; throws when the row was altered, moved to
 * another user, or wrapped with another server key. The caller wipes the result after use. It runs on an engine thread
 * and derives synchronously there, so that it takes none of the shared pool threads.
 */
export async function unwrapKey(
  wrapped: WrappedKey,
  passphrase: string,
  serverKey: Uint8Array,
  context: string,
): Promise<Buffer | null> {
  const inner = unseal(serverKey, Buffer.from(wrapped.params.dataKey, 'base64'), context)
  const derived = hashRawSync(...argon2Args(passphrase, wrapped.params))
  let dataKey: Buffer
  try {
    dataKey = unseal(derived, inner, context)
  } catch {
    return null
  }
  try {
    return unseal(dataKey, wrapped.ciphertext, context)
  } finally {
    dataKey.fill(0)
    derived.fill(0)
  }
}

/**
 * Wraps a key with another server key, without its passphrase. Returns null when the row was altered, moved to another
 * user, or wrapped with another server key.
 */
export function rewrapKey(
  params: WrappedKey['params'],
  from: Uint8Array,
  to: Uint8Array,
  context: string,
): WrappedKey['params'] | null {
  const outer = reseal(from, to, Buffer.from(params.dataKey, 'base64'), context)
  return outer === null ? null : { ...params, dataKey: outer.toString('base64') }
}
