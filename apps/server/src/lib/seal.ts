import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16
const gcm = { authTagLength: tagLength } as const

/** Encrypts with AES-256-GCM: nonce, text, tag. `context` is authenticated: copied elsewhere, it does not open. */
export function seal(key: Uint8Array, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, gcm).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts a value of `seal`. Throws when the key or context differs or a bit was changed. */
export function unseal(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), gcm)
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(sealed.length - tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, sealed.length - tagLength)), decipher.final()])
}

/** Re-encrypts a value with another key; null when `from` does not open it. */
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
