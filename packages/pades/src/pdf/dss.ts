import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PadesError } from '../errors.ts'
import type { PdfFile } from './file.ts'
import { PdfArray, PdfDict, PdfRef, PdfStream, nameOf } from './objects.ts'
import type { PdfValue } from './objects.ts'
import type { RevisionWriter } from './revision-writer.ts'
import { follow } from './revision-writer.ts'
import { name, reference, rewriteDict } from './writer.ts'

/** Validation data as stored in a file (ETSI EN 319 142-1 §5.4.2): DER of certificates, OCSPResponses and CRLs. */
export type DssData = {
  certificates: readonly Uint8Array[]
  ocsps: readonly Uint8Array[]
  crls: readonly Uint8Array[]
}

/** Validation data of one signature; `key` is that of `vriKey`. */
export type VriData = DssData & { key: string }

const kinds = [
  { field: 'certificates', list: 'Certs', vri: 'Cert' },
  { field: 'ocsps', list: 'OCSPs', vri: 'OCSP' },
  { field: 'crls', list: 'CRLs', vri: 'CRL' },
] as const

/** More streams only keep a reader busy. */
const maxStreams = 4096

/** Key of a signature in /VRI: SHA-1 of the decoded /Contents, padding included, in uppercase (EN 319 142-1 §5.4.2.3). */
export const vriKey = (contents: Uint8Array): string => createHash('sha1').update(contents).digest('hex').toUpperCase()

/** Total bytes that they may decode to; further ones are written again instead of compared. */
const maxDecoded = 256 << 20

type Entry = { ref: PdfRef; key: string | null }
type Entries = Record<string, Entry[]>

/** The streams of the /DSS by list, with the digest of their contents; null for unreadable streams. */
function entriesOf(file: PdfFile, dss: PdfDict | null): Entries {
  let left = maxDecoded
  const meter = (bytes: number): void => {
    left -= bytes
    if (left < 0) throw new PadesError('pdf_damaged', { reason: 'validation data is too large' })
  }
  return Object.fromEntries(kinds.map(({ field, list }) => [field, entriesOfList(file, dss?.get(list) ?? null, meter)]))
}

function entriesOfList(file: PdfFile, list: PdfValue, meter: (bytes: number) => void): Entry[] {
  const array = file.resolve(list)
  if (!(array instanceof PdfArray)) return []
  return array.items.slice(0, maxStreams).flatMap((ref) => {
    if (!(ref instanceof PdfRef)) return []
    const stream = file.resolve(ref)
    return stream instanceof PdfStream ? [{ ref, key: keyOfStream(file, stream, meter) }] : []
  })
}

function keyOfStream(file: PdfFile, stream: PdfStream, meter: (bytes: number) => void): string | null {
  try {
    // checked before decoding: beyond the limit nothing more is decoded
    meter(file.streamLength(stream))
    return keyOf(file.streamData(stream, meter))
  } catch (error) {
    if (error instanceof PadesError) return null
    throw error
  }
}

/** Writes each stream once, for any number of signatures, reusing those in the file. */
class Store {
  readonly writer: RevisionWriter
  readonly lists: Record<string, { refs: string[]; known: Map<string, string>; grew: boolean }> = {}

  constructor(writer: RevisionWriter, entriesInFile: Entries) {
    this.writer = writer
    for (const { field } of kinds) {
      const entries = entriesInFile[field]!
      const known = new Map<string, string>()
      for (const { ref, key } of entries) if (key) known.set(key, reference(ref.number, ref.generation))
      const refs = entries.map(({ ref }) => reference(ref.number, ref.generation))
      this.lists[field] = { refs, known, grew: false }
    }
  }

  put(field: string, data: Uint8Array): string {
    const list = this.lists[field]!
    const key = keyOf(data)
    const found = list.known.get(key)
    if (found) return found
    const packed = deflateSync(data)
    const isWorth = packed.length < data.length * 0.9
    const added = reference(this.writer.addStream(isWorth ? '/Filter /FlateDecode' : '', isWorth ? packed : data))
    list.known.set(key, added)
    list.refs.push(added)
    list.grew = true
    return added
  }
}

const keyOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** The entry of one signature (table 262). Replaces an older one with the same key, whose data stay in the lists. */
function writeVri(store: Store, data: VriData): string {
  const entries = kinds.flatMap(({ field, vri }) => {
    const refs = data[field].map((bytes) => store.put(field, bytes))
    return refs.length > 0 ? [`/${vri} [ ${[...new Set(refs)].join(' ')} ]`] : []
  })
  return reference(store.writer.add(`<< /Type /VRI\n${entries.join('\n')} >>`))
}

/** DSS and document timestamps belong to PDF 2.0; older files declare an extension (EN 319 142-1 §5.6). */
const extension = '<< /BaseVersion /1.7 /ExtensionLevel 5 >>'

function isPdf2(file: PdfFile): boolean {
  const header = Buffer.from(file.bytes.subarray(0, 1024)).toString('latin1')
  const declared = [/%PDF-(\d)\.\d/.exec(header)?.[1], nameOf(file.resolve(file.catalog.get('Version')))?.split('.')[0]]
  return declared.some((major) => Number(major) >= 2)
}

/** Declares the extension in the catalog unless the file is PDF 2.0 or already declares it. */
export function declareExtension(writer: RevisionWriter): void {
  const { file } = writer
  const declared = file.dict(file.catalog.get('Extensions'))
  if (!isPdf2(file) && !declared?.entries.has('ESIC')) writer.editCatalog('Extensions', { ESIC: extension })
}

/**
 * Adds validation data to the file's /DSS (ISO 32000-2 §12.8.4.3), creating it if missing. Existing data are kept and
 * not repeated.
 *
 * @returns false when nothing was new and nothing was written.
 */
export function writeDss(writer: RevisionWriter, addition: readonly VriData[]): boolean {
  const { file } = writer
  const { ref, value } = follow(file, file.catalog.get('DSS'))
  const dss = file.dict(value)
  const inFile = entriesOf(file, dss)
  if (dss && addition.every((data) => isCovered(file, dss, inFile, data))) return false
  const store = new Store(writer, inFile)
  const entries: Record<string, string> = {}
  for (const data of addition) entries[data.key] = writeVri(store, data)
  const changes: Record<string, string> = { Type: '/DSS', ...editVri(writer, dss, entries) }
  for (const { field, list } of kinds) {
    const { refs, grew } = store.lists[field]!
    if (grew) changes[list] = `[ ${refs.join(' ')} ]`
  }
  const body = dss ? rewriteDict(dss, changes) : written(changes)
  if (dss && ref) writer.replace(ref, body)
  else editRoot(writer, reference(writer.add(body)))
  declareExtension(writer)
  return true
}

const written = (entries: Record<string, string>): string =>
  `<< ${Object.entries(entries)
    .map(([key, value]) => `${name(key)} ${value}`)
    .join('\n')} >>`

/** Adds the new entries to /VRI in place; returns the changes of the /DSS itself. */
function editVri(writer: RevisionWriter, dss: PdfDict | null, entries: Record<string, string>): Record<string, string> {
  const { ref, value } = follow(writer.file, dss?.get('VRI') ?? null)
  if (!(value instanceof PdfDict)) return { VRI: written(entries) }
  if (!ref) return { VRI: rewriteDict(value, entries) }
  writer.replace(ref, rewriteDict(value, entries))
  return {}
}

function editRoot(writer: RevisionWriter, dss: string): void {
  const { file } = writer
  const root = follow(file, file.trailer.get('Root')).ref ?? file.damaged('catalog is not an indirect object')
  writer.edit(root, file.catalog, { DSS: dss })
}

/** True if the /DSS has an entry for a signature with all its data. */
function isCovered(file: PdfFile, dss: PdfDict, inFile: Entries, data: VriData): boolean {
  if (!file.dict(dss.get('VRI'))?.entries.has(data.key)) return false
  return kinds.every(({ field }) => {
    const known = new Set(inFile[field]!.map(({ key }) => key))
    return data[field].every((bytes) => known.has(keyOf(bytes)))
  })
}
