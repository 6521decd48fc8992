import type { KeyFiles } from '@foja/contracts/signing'
import { prepareSignature } from './api/signing.ts'
import type { Look } from './sign-draft.ts'
import { finish, type Signed, type Target, type Unfinished } from './sign-with.ts'

async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const named = (files: readonly File[], ending: RegExp) => files.find((file) => ending.test(file.name))

/**
 * The files of a key, encoded for the request. The caller has checked that they are a .p12, or a .cer with its .key.
 */
export async function keyFilesOf(files: readonly File[]): Promise<KeyFiles> {
  const p12 = named(files, /\.(p12|pfx)$/i)
  if (p12 !== undefined) return { p12: await toBase64(p12) }
  const [cer, key] = [named(files, /\.(cer|crt|pem|der)$/i), named(files, /\.key$/i)]
  if (cer === undefined || key === undefined) throw new Error('a certificate needs its key')
  return { cer: await toBase64(cer), key: await toBase64(key) }
}

/**
 * Signs with a key opened in this browser. File, passphrase and key stay in the page; only the certificate and the
 * signature value are sent. `keep` receives the value, so that a failed timestamp can be retried or skipped without
 * asking for the key again.
 */
export async function signInBrowser(
  target: Target,
  look: Look,
  password: string,
  files: readonly File[],
  idempotencyKey: string,
  keep: (unfinished: Unfinished) => void,
): Promise<Signed> {
  const { openBrowserKey } = await import('../../lib/files/browser-key.ts')
  const key = await openBrowserKey(files, password)
  try {
    const { certificate, chain } = key
    const prepared = await prepareSignature({ ...target, ...look, certificate, chain }, idempotencyKey)
    const signature = await key.sign(prepared.signed_attributes, prepared.hash)
    const unfinished = { id_preparacion: prepared.id_preparacion, signature }
    keep(unfinished)
    return await finish(unfinished)
  } finally {
    key.forget()
  }
}
