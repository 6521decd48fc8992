import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

/** Encrypts with AES-256-GCM: nonce, text, tag. `context` is authenticated: what is put in another's place does not open. */
export function seal(key: Uint8Array, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Opens what `seal` sealed. Throws when the key or the context is another one, or a bit was changed. */
export function unseal(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength)).setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, sealed.length - tagLength)), decipher.final()])
}

/** The same under another key; null for what the first does not open: it was changed, or put in another's place. */
export function reseal(from: Uint8Array, to: Uint8Array, sealed: Uint8Array, context: string): Buffer | null {
  let plain: Buffer
  try {
    plain = unseal(from, sealed, context)
  } catch {
    return null
  }
  try {
    return seal(to, plain, context)
  } finally {
    plain.fill(0)
  }
}
