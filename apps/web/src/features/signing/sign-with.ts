import type { KeyFiles, Level } from '@foja/contracts/signing'
import { completeSignature, prepareSignature, sendSigning, type SignReply } from './api/signing.ts'
import type { Look } from './sign-draft.ts'

type Target = { id_documento: string; sha256: string }

async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const named = (files: readonly File[], ending: RegExp) => files.find((file) => ending.test(file.name))

/** The files of a key as they travel with a request. The caller has seen that they are a .p12, or a .cer with its .key. */
export async function keyFilesOf(files: readonly File[]): Promise<KeyFiles> {
  const p12 = named(files, /\.(p12|pfx)$/i)
  if (p12 !== undefined) return { p12: await toBase64(p12) }
  const [cer, key] = [named(files, /\.(cer|crt|pem)$/i), named(files, /\.key$/i)]
  if (cer === undefined || key === undefined) throw new Error('a certificate needs its key')
  return { cer: await toBase64(cer), key: await toBase64(key) }
}

type Signed = Pick<SignReply, 'documents'>

/** Signs with the key that Foja keeps, or with one that travels along. */
export async function signAtServer(
  target: Target,
  look: Look,
  password: string,
  files: readonly File[] | null,
  idempotencyKey: string,
): Promise<Signed> {
  const key = files === null ? {} : { key: await keyFilesOf(files) }
  return await sendSigning({ ...target, ...look, ...key, password }, idempotencyKey)
}

/** A signature value that the server has not accepted yet: of a level that could not be reached. */
export type Unfinished = { id_preparacion: string; signature: string }

/**
 * Signs with a key that is opened in this browser: the file, the passphrase and the key stay in the page, and what
 * travels is the certificate and the signature of what the server prepared. `keep` is told the value, so that a
 * timestamp that failed can be tried again, or done without, and the key need not be asked for once more.
 */
export async function signInBrowser(
  target: Target,
  look: Look,
  password: string,
  files: readonly File[],
  idempotencyKey: string,
  keep: (unfinished: Unfinished) => void,
): Promise<Signed> {
  const { openBrowserKey } = await import('../../lib/browser-key.ts')
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

/** Hands the value in, at another level if it is named. */
export async function finish(unfinished: Unfinished, level?: Level): Promise<Signed> {
  const { document } = await completeSignature({ ...unfinished, ...(level === undefined ? {} : { level }) })
  return { documents: [document] }
}
