import { readImage } from '@foja/pades/appearance/image'
import type { SmallFile } from '../../../http/memory-sink.ts'
import { padesProblem } from '../../../http/pades-problem.ts'
import { ProblemError } from '../../../http/problem.ts'

export type KeyFiles = { kind: 'p12'; p12: SmallFile } | { kind: 'pair'; certificate: SmallFile; key: SmallFile }
export type SignerImage = { bytes: Uint8Array; mime: string }

/** The files of a signer: a key and optionally an image, or only an image. */
export type SignerFiles = { key: KeyFiles; image: SignerImage | null } | { key: null; image: SignerImage }

const endings = { p12: /\.(p12|pfx)$/i, certificate: /\.(cer|crt|pem)$/i, key: /\.key$/i, image: /\.(png|jpe?g)$/i }

function checkImage(file: SmallFile | undefined): SignerImage | null {
  if (file === undefined) return null
  try {
    readImage(file.bytes)
  } catch (error) {
    throw padesProblem(error, file.name)
  }
  return { bytes: file.bytes, mime: file.bytes[0] === 0x89 ? 'image/png' : 'image/jpeg' }
}

/**
 * Sorts the files by extension: .p12 or .pfx, or .cer with its .key, and optionally an image; or only an image.
 * @throws ProblemError file_type_not_allowed, file_missing, image_unsupported
 */
export function sortFiles(files: SmallFile[]): SignerFiles {
  const unknown = files.find(({ name }) => !Object.values(endings).some((ending) => ending.test(name)))
  if (unknown !== undefined) throw new ProblemError('file_type_not_allowed', { subject: unknown.name, field: 'files' })
  const find = (kind: keyof typeof endings) => files.find(({ name }) => endings[kind].test(name))
  const image = checkImage(find('image'))
  const p12 = find('p12')
  if (p12 !== undefined) return { key: { kind: 'p12', p12 }, image }
  const certificate = find('certificate')
  const key = find('key')
  if (certificate === undefined && key === undefined && image !== null) return { key: null, image }
  if (certificate === undefined || key === undefined) throw new ProblemError('file_missing', { field: 'files' })
  return { key: { kind: 'pair', certificate, key }, image }
}
