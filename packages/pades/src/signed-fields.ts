import type { Certificate } from './certificate.ts'
import { parseCertificate } from './certificate.ts'
import { CmsError, parseCms } from './cms/parse.ts'
import { PadesError } from './errors.ts'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import type { PdfFile } from './pdf/file.ts'
import type { PdfDict } from './pdf/objects.ts'
import { nameOf } from './pdf/objects.ts'
import { parseTimestampToken, timestampProblems } from './tsp/token.ts'
import type { TimestampToken } from './tsp/token.ts'
import { checkSignedRange, coveredBytes } from './verify/byte-range.ts'
import type { SignedRange } from './verify/byte-range.ts'
import { findSigner } from './verify/identity.ts'

/** A signature or document timestamp of a file, with the facts for its validation data. */
export type SignedField = {
  name: string
  kind: 'signature' | 'timestamp'
  /** Decoded /Contents with its padding. */
  contents: Uint8Array
  /** End of the signed bytes. */
  end: number
  /** The signer's certificate; null for a document timestamp. */
  signer: Certificate | null
  certificates: readonly Certificate[]
  /** The document timestamp itself, or the one inside the signature; null when missing or wrong. */
  token: TimestampToken | null
  /** Time of the first later document timestamp that covers it. */
  provenBy: Date | null
}

const timestampFilter = 'ETSI.RFC3161'
const signatureFilters = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached'])

function rightToken(der: Uint8Array, stamped: readonly Uint8Array[]): TimestampToken | null {
  try {
    const token = parseTimestampToken(der)
    return timestampProblems(token, { stamped }).length === 0 ? token : null
  } catch (error) {
    if (error instanceof PadesError) return null
    throw error
  }
}

function readSignature(contents: Uint8Array): Pick<SignedField, 'signer' | 'certificates' | 'token'> | null {
  try {
    const cms = parseCms(contents)
    const certificates = cms.certificates.map(parseCertificate)
    const token = cms.timestampToken ? rightToken(cms.timestampToken, [cms.signature]) : null
    return { signer: findSigner(cms, certificates), certificates, token }
  } catch (error) {
    if (error instanceof CmsError || error instanceof PadesError) return null
    throw error
  }
}

function readField(file: PdfFile, name: string, dict: PdfDict): SignedField | null {
  const range = checkSignedRange(file, dict)
  const filter = nameOf(file.resolve(dict.get('SubFilter'))) ?? ''
  if (typeof range === 'string') return null
  const common = { name, contents: range.contents, end: range.end, provenBy: null }
  if (filter === timestampFilter) return readDocumentTimestamp(file, range, common)
  const signature = signatureFilters.has(filter) ? readSignature(range.contents) : null
  return signature?.signer ? { ...common, kind: 'signature', ...signature } : null
}

function readDocumentTimestamp(
  file: PdfFile,
  range: SignedRange,
  common: Pick<SignedField, 'name' | 'contents' | 'end' | 'provenBy'>,
): SignedField | null {
  const token = rightToken(range.contents, coveredBytes(file.bytes, range.range))
  return token && { ...common, kind: 'timestamp', signer: null, certificates: token.certificates, token }
}

/**
 * The signatures and document timestamps of a file, oldest first. Unreadable ones and those with a wrong timestamp are
 * omitted: no addition could improve them.
 */
export function readSigned(pdf: Uint8Array): SignedField[] {
  const file = readPdf(pdf)
  const found = fieldsOf(file).flatMap(({ name, type, value }) => {
    const dict = type === 'Sig' ? file.dict(value) : null
    return (dict && readField(file, name, dict)) ?? []
  })
  found.sort((a, b) => a.end - b.end)
  return found.map((field) => ({ ...field, provenBy: coveringTime(found, field) }))
}

const coveringTime = (fields: readonly SignedField[], { end }: SignedField): Date | null =>
  fields.find((later) => later.kind === 'timestamp' && later.end > end)?.token?.genTime ?? null

/** Proven time of each: its own timestamp, else a later one over it; null when unproven. */
export function provenTimes(fields: readonly SignedField[]): { field: SignedField; time: Date | null }[] {
  return fields.map((field) => ({ field, time: field.token?.genTime ?? field.provenBy }))
}
