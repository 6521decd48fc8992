import { constants, inflateSync } from 'node:zlib'
import { ascii } from '@foja/pdf-core/syntax'
import { PadesError } from './errors.ts'
import { openEncryption } from './pdf/encryption.ts'
import type { Encryption } from './pdf/encryption.ts'
import { decodeStream, maxDecoded } from './pdf/filters.ts'
import { readPdf } from './pdf/file.ts'
import type { PdfFile } from './pdf/file.ts'
import { PdfArray, PdfDict, PdfRef, PdfStream, PdfString, integerOf, isSignature, nameOf } from './pdf/objects.ts'
import type { PdfValue } from './pdf/objects.ts'
import { pagesOf } from './pdf/pages.ts'
import { Parser } from './pdf/parser.ts'
import { objectSteps, scan, spendReading, typeOf } from './pdf/scan.ts'
import type { LooseObject, Scan } from './pdf/scan.ts'
import { rawValue, reference, rewriteDict, sealStrings } from './pdf/writer.ts'
import { type WorkBudget, WorkBudgetError, newWorkBudget } from './work-budget.ts'

/** An object for the new file: its bytes between `obj` and `endobj`. */
type Kept = { number: number; generation: number; parts: Uint8Array[] } & Facts

/** Facts kept about an object's value: the value itself takes many times its bytes. */
type Facts = { isDict: boolean; hasPages: boolean; isCatalog: boolean }

/**
 * Work budget of a file: a step is about 50 bytes of memory, and 16 characters of objects or 32 bytes of object streams
 * read. A file of 1.5 MB may take 300 MB and about a second, the largest three times that; 150,000 objects of a file of
 * 20 MB stay below it.
 */
export const repairSteps = (fileLength: number): number => Math.min(4_000_000 + fileLength / 4, 12_000_000)
const bytesPerStep = 32
/** Deflate compresses to a thousandth at best, so a failed attempt costs no more than that. */
const maxDeflateRatio = 1032

const damaged = (reason: string): never => {
  throw new PadesError('pdf_damaged', { reason })
}

/**
 * Rewrites a broken file: finds its objects by their headers, takes the last one of each number, and lists them in a
 * new cross-reference table. Values are copied byte for byte, object streams are unpacked, wrong stream lengths
 * corrected, and an encrypted file stays encrypted. The result is another file: the user must be informed of the
 * repair.
 *
 * No visible part may be lost: a file that lost an object of a page is refused. A file with any trace of a signature is
 * refused too, because its bytes were signed.
 *
 * Work is bounded by counted steps.
 *
 * @throws PadesError `pdf_not_a_pdf`, `pdf_damaged` (cannot be repaired; reason `too much work` when the steps are used
 * up), `pdf_signed_and_damaged`, `pdf_encrypted`
 */
export function repairPdf(pdf: Uint8Array, budget: WorkBudget = newWorkBudget(repairSteps(pdf.length))): Uint8Array {
  try {
    return rewrite(pdf, budget)
  } catch (error) {
    if (error instanceof WorkBudgetError) return damaged('too much work')
    throw error
  }
}

function rewrite(pdf: Uint8Array, budget: WorkBudget): Uint8Array {
  refuseSigned(pdf)
  const version = headerVersion(pdf)
  const found = scan(pdf, budget)
  const newest = new Map<number, LooseObject>()
  for (const object of found.objects) if (!object.cut) newest.set(object.number, object)
  const trailers = trailersOf(found)
  const encryption = encryptionOf(trailers, newest)
  const kept = keep(pdf, found, encryption, budget)
  const root = rootOf(trailers, kept)
  const out = write(version, kept, trailerEntries(trailers, kept, root))
  assertWhole(out, budget)
  return out
}

const traces = ['/ByteRange', 'adbe.pkcs7', 'adbe.x509', 'ETSI.CAdES', 'ETSI.RFC3161']

/** Signed bytes must not change, and an unreadable signature counts as one. */
function refuseSigned(bytes: Uint8Array): void {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const trace = traces.find((word) => all.includes(word, 0, 'latin1'))
  if (trace) throw new PadesError('pdf_signed_and_damaged', { reason: trace })
}

function headerVersion(pdf: Uint8Array): string {
  const all = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length)
  const at = all.indexOf('%PDF-', 0, 'latin1')
  if (at < 0) throw new PadesError('pdf_not_a_pdf')
  return /^\d\.\d/.exec(all.toString('latin1', at + 5, at + 8))?.[0] ?? '1.7'
}

/** Trailers and the dictionaries of cross-reference streams, newest first by position. */
function trailersOf({ objects, trailers }: Scan): PdfDict[] {
  const streams = objects.flatMap((object) =>
    typeOf(object) === 'XRef' && object.value instanceof PdfDict
      ? [{ dict: object.value, position: object.position }]
      : [],
  )
  return [...trailers, ...streams].toSorted((a, b) => b.position - a.position).map(({ dict }) => dict)
}

function encryptionOf(trailers: readonly PdfDict[], newest: ReadonlyMap<number, LooseObject>): Encryption | null {
  const stated = trailers.find((trailer) => trailer.get('Encrypt') !== null)
  // a file without a trailer may still be encrypted: its encryption dictionary reveals it
  if (!stated) return [...newest.values()].some(isEncryptDictionary) ? damaged('encrypted without a trailer') : null
  const resolve = (value: PdfValue): PdfValue =>
    value instanceof PdfRef ? (newest.get(value.number)?.value ?? null) : value
  const dict = resolve(stated.get('Encrypt'))
  if (!(dict instanceof PdfDict)) return damaged('encryption dictionary is missing')
  const id = resolve(stated.get('ID'))
  const first = id instanceof PdfArray ? resolve(id.items[0] ?? null) : null
  return openEncryption(dict, first instanceof PdfString ? first.bytes : new Uint8Array(0), resolve)
}

function isEncryptDictionary({ value }: LooseObject): boolean {
  return value instanceof PdfDict && nameOf(value.get('Filter')) === 'Standard' && value.get('O') instanceof PdfString
}

/** The last object of each number in file order; a truncated one never replaces an older one. */
function keep(
  pdf: Uint8Array,
  { objects }: Scan,
  encryption: Encryption | null,
  budget: WorkBudget,
): Map<number, Kept> {
  const kept = new Map<number, Kept>()
  for (const object of objects) {
    if (object.cut) continue
    const type = typeOf(object)
    if (type === 'ObjStm' && object.data) {
      for (const member of unpack(pdf, object, encryption, budget)) kept.set(member.number, member)
    } else if (type !== 'XRef' && !isLinearization(object)) kept.set(object.number, copyOf(pdf, object))
  }
  return kept
}

/** Its offsets describe the old file (annex F.3.3). */
const isLinearization = ({ value }: LooseObject): boolean =>
  value instanceof PdfDict && value.get('Linearized') !== null

function factsOf(value: PdfValue | undefined): Facts {
  const isDict = value instanceof PdfDict
  const hasPages = isDict && value.get('Pages') instanceof PdfRef
  return { isDict, hasPages, isCatalog: hasPages && nameOf(value.get('Type')) === 'Catalog' }
}

function copyOf(pdf: Uint8Array, object: LooseObject): Kept {
  const { number, generation, value, body, data } = object
  if (value instanceof PdfDict && (isSignature(value) || isSignedField(value))) {
    throw new PadesError('pdf_signed_and_damaged', { object: number })
  }
  const text = pdf.subarray(body.start, body.end)
  if (!data || !(value instanceof PdfDict)) return { number, generation, ...factsOf(value), parts: [text] }
  const length = String(data.end - data.start)
  const dict = data.declared ? text : ascii(rewriteDict(value, { Length: length }))
  const stream = [dict, ascii('\nstream\n'), pdf.subarray(data.start, data.end), ascii('\nendstream')]
  return { number, generation, ...factsOf(value), parts: stream }
}

const isSignedField = (dict: PdfDict): boolean => nameOf(dict.get('FT')) === 'Sig' && dict.get('V') !== null

/** Extracts the members of an object stream (§7.5.7), except truncated or damaged ones. */
function unpack(
  pdf: Uint8Array,
  { number: self, generation: selfGeneration, value, data: extent }: LooseObject,
  encryption: Encryption | null,
  budget: WorkBudget,
): Kept[] {
  if (!(value instanceof PdfDict) || !extent) return []
  const stored = pdf.subarray(extent.start, extent.end)
  const raw = encryption?.forObject(self, selfGeneration).openStream(value, stored) ?? stored
  const data = decodeWhatIsThere(raw, value, budget)
  refuseSigned(data)
  const members: Kept[] = []
  let room = data.length * 2
  for (const { number, offset } of memberPlaces(data, value, budget)) {
    const parser = new Parser(data, offset, null, budget)
    try {
      const member = parser.parseValue()
      const text = Buffer.from(data.subarray(offset, parser.position)).toString('latin1')
      const body = encryption ? sealStrings(text, encryption.forObject(number, 0)) : text
      if (member instanceof PdfDict && isSignedField(member)) refuseMember(number)
      members.push({ number, generation: 0, ...factsOf(member), parts: [ascii(body)] })
    } catch (error) {
      if (!(error instanceof PadesError) || error.code !== 'pdf_damaged') throw error
      spendReading(budget, parser.position - offset, true)
    }
    spendReading(budget, parser.position - offset, false)
    // real members never overlap, and each becomes a separate copy
    room -= parser.position - offset
    if (room < 0) damaged('object streams are too large')
  }
  return members
}

const refuseMember = (object: number): never => {
  throw new PadesError('pdf_signed_and_damaged', { object })
}

/** Like `decodeStream`, but truncated compressed data gives what precedes the cut. */
function decodeWhatIsThere(raw: Uint8Array, dict: PdfDict, budget: WorkBudget): Uint8Array {
  const spend = (bytes: number): void => budget.spend(bytes / bytesPerStep)
  try {
    return decodeStream(raw, dict, (value) => value, spend)
  } catch (error) {
    if (error instanceof WorkBudgetError) throw error
    const isPlainFlate = nameOf(dict.get('Filter')) === 'FlateDecode' && dict.get('DecodeParms') === null
    if (!(error instanceof PadesError) || !isPlainFlate) return new Uint8Array(0)
  }
  // charged before the amount is known
  spend(Math.min(raw.length * maxDeflateRatio, maxDecoded))
  try {
    return inflateSync(raw, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxDecoded })
  } catch {
    return new Uint8Array(0)
  }
}

function memberPlaces(data: Uint8Array, dict: PdfDict, budget: WorkBudget): { number: number; offset: number }[] {
  const first = integerOf(dict.get('First')) ?? data.length
  const count = integerOf(dict.get('N')) ?? 0
  const parser = new Parser(data)
  const places: { number: number; offset: number }[] = []
  for (let i = 0; i < count; i++) {
    budget.spend(objectSteps)
    parser.skipSpace()
    const number = parser.takeUnsigned()
    parser.skipSpace()
    const offset = number === null ? null : parser.takeUnsigned()
    if (number === null || offset === null || parser.position > first) break
    if (first + offset < data.length) places.push({ number, offset: first + offset })
  }
  return places
}

/** The catalog named by the newest usable trailer, or the last one in the file. */
function rootOf(trailers: readonly PdfDict[], kept: ReadonlyMap<number, Kept>): PdfRef {
  for (const trailer of trailers) {
    const root = trailer.get('Root')
    if (root instanceof PdfRef && kept.get(root.number)?.hasPages) return root
  }
  const last = [...kept.values()].findLast(({ isCatalog }) => isCatalog) ?? damaged('catalog is missing')
  return new PdfRef(last.number, last.generation)
}

function trailerEntries(trailers: readonly PdfDict[], kept: ReadonlyMap<number, Kept>, root: PdfRef): string {
  const entries = [`/Root ${reference(root.number, root.generation)}`]
  const isDict = (value: PdfValue): boolean =>
    value instanceof PdfRef ? (kept.get(value.number)?.isDict ?? false) : value instanceof PdfDict
  const info = trailers.map((trailer) => trailer.get('Info')).find(isDict)
  if (info instanceof PdfRef) entries.push(`/Info ${reference(info.number, info.generation)}`)
  // the key of an encrypted file depends on the /ID of the trailer that declares the encryption
  const stated = trailers.find((trailer) => trailer.get('Encrypt') !== null)
  const id = stated ?? trailers.find((trailer) => trailer.get('ID') !== null)
  for (const key of ['ID', 'Encrypt']) {
    const value = id ? rawValue(id, key) : null
    if (value !== null) entries.push(`/${key} ${value}`)
  }
  return entries.join(' ')
}

function write(version: string, kept: ReadonlyMap<number, Kept>, entries: string): Buffer {
  const parts: Uint8Array[] = [ascii(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`)]
  let position = parts[0]!.length
  const push = (part: Uint8Array): void => {
    parts.push(part)
    position += part.length
  }
  const rows: string[] = []
  let previous = -1
  let run: string[] = []
  const endRun = (): void => {
    if (run.length > 0) rows.push(`${previous - run.length + 1} ${run.length}\n${run.join('')}`)
    run = []
  }
  run.push('0000000000 65535 f \n')
  previous = 0
  for (const { number, generation, parts: body } of [...kept.values()].toSorted((a, b) => a.number - b.number)) {
    if (number === 0) continue
    if (number !== previous + 1) endRun()
    run.push(`${String(position).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`)
    previous = number
    push(ascii(`${number} ${generation} obj\n`))
    for (const part of body) push(part)
    push(ascii('\nendobj\n'))
  }
  endRun()
  const start = position
  push(ascii(`xref\n${rows.join('')}trailer\n<< /Size ${previous + 1} ${entries} >>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

/** Keys that lead to other pages or out of the document, or draw nothing. */
const leadingAway = new Set('Parent P Dest A AA Popup IRT B Prev Next StructParent Metadata PieceInfo Thumb'.split(' '))

/** Opens the new file and follows everything visible on its pages: each object must exist and be readable. */
function assertWhole(out: Uint8Array, budget: WorkBudget): void {
  const file = readPdf(out)
  const seen = new Set<number>()
  const nodes = new Set<PdfDict>()
  let pages = 0
  for (const { ref, dict, ancestors } of pagesOf(file)) {
    pages++
    seen.add(ref.number)
    for (const node of ancestors) {
      if (nodes.has(node)) break
      nodes.add(node)
      const kids = file.resolve(node.get('Kids'))
      for (const kid of kids instanceof PdfArray ? kids.items : []) if (!file.dict(kid)) damaged('a page is lost')
    }
    follow(file, [dict, ...ancestors.map((ancestor) => ancestor.get('Resources'))], seen, budget)
  }
  if (pages === 0) damaged('no page is left')
}

function follow(file: PdfFile, pending: PdfValue[], seen: Set<number>, budget: WorkBudget): void {
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    budget.spend(1)
    if (next instanceof PdfRef) {
      if (seen.has(next.number)) continue
      seen.add(next.number)
      const object = file.load(next.number) ?? damaged('an object of a page is lost')
      pending.push(object.value)
    } else if (next instanceof PdfArray) for (const item of next.items) pending.push(item)
    if (next instanceof PdfStream) file.streamLength(next)
    const dict = next instanceof PdfStream ? next.dict : next
    if (!(dict instanceof PdfDict)) continue
    for (const [key, value] of dict.entries) if (!leadingAway.has(key)) pending.push(value)
  }
}
