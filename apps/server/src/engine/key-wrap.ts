import { hashRaw, hashRawSync, type Options } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { deriveInTurn } from './derive-in-turn.ts'
import { reseal, seal, unseal } from './seal.ts'

/** Cost of the passphrase's derivation (OWASP: Argon2id, 64 MiB, 3 passes), stored beside the key so that it can grow. */
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

/** What Argon2id is asked for, with the text that it is to work on. */
function askedOf(
  passphrase: string,
  { salt, memoryCost, timeCost, parallelism }: Omit<WrapParams, 'version' | 'dataKey'>,
): [string, Options] {
  // The same text typed on another keyboard may come composed otherwise (Unicode NFC).
  // Argon2id is the algorithm's default; the enum that would name it is declared `const` and cannot be imported here.
  const options = { salt: Buffer.from(salt, 'base64'), outputLen: 32, memoryCost, timeCost, parallelism }
  return [passphrase.normalize('NFC'), options]
}

/**
 * Wraps a private key (PKCS#8 DER): a random data key encrypts it; the data key is encrypted by a key derived from the
 * passphrase, and that once more by the server's key. Neither the database with the passphrase, nor the database with
 * the server's key, opens it. `context` (the user and the certificate) is authenticated: a row put in another's place
 * does not open.
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
  const derived = await deriveInTurn(context, () => hashRaw(...askedOf(passphrase, derivation)))
  const inner = seal(derived, dataKey, context)
  const outer = seal(serverKey, inner, context)
  const ciphertext = seal(dataKey, pkcs8, context)
  dataKey.fill(0)
  return { ciphertext, params: { version: 1, ...derivation, dataKey: outer.toString('base64') } }
}

/**
 * Unwraps what `wrapKey` wrapped. Answers null when the passphrase is wrong; throws when the row was altered, moved to
 * another user, or was wrapped with another server key. The caller wipes the answer after use. It is called on a thread
 * of the engine and does all its work there, so that it takes none of those that everybody shares.
 */
export async function unwrapKey(
  wrapped: WrappedKey,
  passphrase: string,
  serverKey: Uint8Array,
  context: string,
): Promise<Buffer | null> {
  const inner = unseal(serverKey, Buffer.from(wrapped.params.dataKey, 'base64'), context)
  const derived = hashRawSync(...askedOf(passphrase, wrapped.params))
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
 * Puts a wrapped key under another key of the server, without its passphrase; null when the row was altered, moved to
 * another user, or was wrapped with another server key.
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
