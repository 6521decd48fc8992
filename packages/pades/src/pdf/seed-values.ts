import type { SigningHash } from '../cms/oids.ts'
import { PadesError } from '../errors.ts'
import type { PdfField } from './fields.ts'
import type { PdfFile } from './file.ts'
import { PdfArray, integerOf, nameOf, textOf } from './objects.ts'
import type { PdfDict } from './objects.ts'

/** The planned signature, as far as a field may constrain it. */
export type SeededOptions = {
  hash?: SigningHash
  /** The key supports no other digest. */
  hashIsFixed?: boolean
  reason?: string
  /** Replaces /Reason, so that a field which requires one cannot be signed. */
  commitmentType?: string
  certify?: 1 | 2 | 3
  /** True if the signature will contain a timestamp. */
  timestamped?: boolean
  /** Locks every field and forbids further changes (FieldMDP with /P 1). */
  lockDocument?: boolean
}

/** Bits of /Ff (ISO 32000-2 table 237): the entry is required, not proposed. */
const required = {
  filter: 1,
  subFilter: 2,
  version: 4,
  reasons: 8,
  legalAttestation: 16,
  addRevInfo: 32,
  digestMethod: 64,
  lockDocument: 128,
  appearanceFilter: 256,
} as const

/** Version of the seed value dictionary: 3 is that of PDF 2.0. */
const knownVersion = 3

const hashes: ReadonlyMap<string, SigningHash> = new Map([
  ['SHA256', 'sha256'],
  ['SHA384', 'sha384'],
  ['SHA512', 'sha512'],
])

/** Drops unsupported proposals, and refuses unsupported requirements. */
function refuse(key: string): never {
  throw new PadesError('pdf_forbids_signing', { reason: 'seed_value', key })
}

function listOf(file: PdfFile, dict: PdfDict, key: string): string[] | null {
  const list = file.resolve(dict.get(key))
  if (!(list instanceof PdfArray)) return null
  return list.items.flatMap((item) => textOf(file.resolve(item)) ?? nameOf(file.resolve(item)) ?? [])
}

/**
 * Applies the seed values of an empty field (ISO 32000-2 §12.7.5.5, table 237) to the options: proposals fill in
 * defaults, requirements are enforced. Throws `pdf_forbids_signing` with reason `seed_value` and the `key` of an unmet
 * requirement.
 */
export function applySeedValues<T extends SeededOptions>(
  file: PdfFile,
  field: PdfField | null,
  options: T,
  isFirst: boolean,
): T {
  const seed = file.dict(field?.dict.get('SV') ?? null)
  if (!seed) return options
  const flags = integerOf(file.resolve(seed.get('Ff'))) ?? 0
  const must = (bit: keyof typeof required): boolean => (flags & required[bit]) !== 0
  checkHandler(file, seed, must)
  checkCertificate(file, seed)
  const result: T = { ...options }
  result.hash = digestOf(file, seed, options, must('digestMethod'))
  result.reason = reasonOf(file, seed, options, must('reasons'))
  result.certify = permissionOf(file, seed, options.certify, isFirst)
  if (nameOf(file.resolve(seed.get('LockDocument'))) === 'true' || file.resolve(seed.get('LockDocument')) === true)
    result.lockDocument = true
  checkTimestamp(file, seed, options.timestamped === true)
  return result
}

/** Signature handler, encoding, and what only other kinds of signatures have. */
function checkHandler(file: PdfFile, seed: PdfDict, must: (bit: keyof typeof required) => boolean): void {
  const filter = nameOf(file.resolve(seed.get('Filter')))
  if (must('filter') && filter !== null && filter !== 'Adobe.PPKLite') refuse('Filter')
  const encodings = listOf(file, seed, 'SubFilter')
  if (must('subFilter') && encodings && !encodings.includes('ETSI.CAdES.detached')) refuse('SubFilter')
  const version = file.resolve(seed.get('V'))
  if (must('version') && typeof version === 'number' && version > knownVersion) refuse('V')
  if (must('legalAttestation') && seed.get('LegalAttestation') !== null) refuse('LegalAttestation')
  // the attribute is one of adbe.pkcs7.detached; ETSI EN 319 142-1 §6.3 keeps revocation data in the DSS
  if (must('addRevInfo') && file.resolve(seed.get('AddRevInfo')) === true) refuse('AddRevInfo')
  if (must('appearanceFilter') && seed.get('AppearanceFilter') !== null) refuse('AppearanceFilter')
}

/**
 * Requirements on the certificate (table 238) are not evaluated: any of them reserves the field for a specific signer.
 */
function checkCertificate(file: PdfFile, seed: PdfDict): void {
  const conditions = file.dict(seed.get('Cert'))
  const flags = integerOf(file.resolve(conditions?.get('Ff') ?? null)) ?? 0
  if (flags !== 0) refuse('Cert')
}

/** The first listed digest that is supported, unless the chosen one is listed. */
function digestOf(
  file: PdfFile,
  seed: PdfDict,
  { hash: chosen, hashIsFixed }: SeededOptions,
  isCondition: boolean,
): SigningHash | undefined {
  const names = listOf(file, seed, 'DigestMethod')
  if (!names || names.length === 0) return chosen
  const listed = names.flatMap((name) => hashes.get(name.toUpperCase().replace('-', '')) ?? [])
  if (chosen !== undefined && (listed.includes(chosen) || !isCondition)) return chosen
  if ((listed.length === 0 || hashIsFixed) && isCondition) refuse('DigestMethod')
  return listed.includes('sha256') ? 'sha256' : (listed[0] ?? chosen)
}

/** As a requirement, a list without reasons or with a single full stop forbids a reason. */
function reasonOf(
  file: PdfFile,
  seed: PdfDict,
  { reason: given, commitmentType }: SeededOptions,
  isCondition: boolean,
): string | undefined {
  const listed = (listOf(file, seed, 'Reasons') ?? []).filter((reason) => reason !== '')
  const isNone = listed.length === 0 || (listed.length === 1 && listed[0] === '.')
  if (!isCondition) return given ?? (listed.length === 1 && !isNone ? listed[0] : undefined)
  if (isNone) return given === undefined || given === '' ? undefined : refuse('Reasons')
  if (commitmentType !== undefined) refuse('Reasons')
  if (given !== undefined && given !== '') return listed.includes(given) ? given : refuse('Reasons')
  return listed.length === 1 ? listed[0] : refuse('Reasons')
}

/** /MDP is always a requirement: 0 for a signature that does not certify, 1 to 3 for one with that certification. */
function permissionOf(
  file: PdfFile,
  seed: PdfDict,
  chosen: 1 | 2 | 3 | undefined,
  isFirst: boolean,
): 1 | 2 | 3 | undefined {
  const level = integerOf(file.resolve(file.dict(seed.get('MDP'))?.get('P') ?? null))
  if (level === null) return chosen
  if (level === 0) return chosen === undefined ? undefined : refuse('MDP')
  if (level !== 1 && level !== 2 && level !== 3) return refuse('MDP')
  if (!isFirst || (chosen !== undefined && chosen !== level)) return refuse('MDP')
  return level
}

/** A field may require a timestamp; its authority is a proposal. */
function checkTimestamp(file: PdfFile, seed: PdfDict, isTimestamped: boolean): void {
  const timestamp = file.dict(seed.get('TimeStamp'))
  const isCondition = integerOf(file.resolve(timestamp?.get('Ff') ?? null)) === 1
  if (isCondition && !isTimestamped) refuse('TimeStamp')
}
