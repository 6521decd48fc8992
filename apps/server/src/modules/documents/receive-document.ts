import type { Verdict } from '@foja/contracts/verification'
import { PadesError } from '@foja/pades/errors'
import { PdfError, type PdfSource } from '@foja/pdf/renderer'
import type { ObjectStore } from '@foja/storage/object-store'
import type { AppDeps } from '../../deps.ts'
import type { FileSink, IncomingFile } from '../../http/multipart.ts'
import { ProblemError } from '../../http/problem.ts'
import { uploadLimits } from '@foja/contracts/constants'
import { assessSignatures } from '../verification-core/public.ts'
import { detectFileType, type FileType } from './file-type.ts'
import { pdfProblem } from './pdf-problem.ts'
import type { ReadBytes } from './zip-type.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { requireClean } from '../../lib/require-clean.ts'

/** A file that is stored durably and inspected, but not yet referenced by a row. */
export type ReceivedDocument = {
  nombre: string
  mime: string
  blobKey: string
  size: number
  sha256: string
  paginas: number | null
  pageSizes: { width: number; height: number }[] | null
  signatures: { count: number; verdict: Verdict | null }
  /** Null: not a PDF, or not known. */
  activeContent: readonly string[] | null
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'antivirus' | 'renderer' | 'engine'>

/** Reads parts of a stored file. */
function readerOf(store: ObjectStore, key: string): ReadBytes {
  return async (start, length) => {
    const chunks: Buffer[] = []
    if (length === 0) return Buffer.alloc(0)
    const range = { start, end: start + length - 1 }
    for await (const chunk of await store.get(key, range)) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks)
  }
}

/** The error for a file of unknown type. */
function refusal({ index, name }: IncomingFile): ProblemError {
  const code = /\.pdf$/i.test(name) ? 'pdf_not_a_pdf' : 'file_type_not_allowed'
  return new ProblemError(code, { subject: name, field: `files.${index}` })
}

/** The name of a stored file: its extension matches its type, so that no download poses as something else. */
function nameFor(name: string, { extension }: FileType): string {
  const fits = extension === 'jpg' ? /\.jpe?g$/i : new RegExp(`\\.${extension}$`, 'i')
  return fits.test(name) ? name : `${name}.${extension}`
}

/** The active content of a PDF; null when examining it takes too long. */
export async function findActiveContent({ engine }: Pick<AppDeps, 'engine'>, source: PdfSource) {
  try {
    return await engine.activeContent(source)
  } catch (error) {
    if (error instanceof PadesError) return null
    throw error
  }
}

async function inspectPdf(deps: Deps, idCompany: string | null, file: IncomingFile, source: PdfSource) {
  try {
    const { pages, sizes } = await deps.renderer.inspect(source)
    const pageSizes = sizes.map(({ width, height }) => ({ width, height }))
    const signatures = await assessSignatures(deps, source, idCompany)
    return { paginas: pages, pageSizes, signatures, activeContent: await findActiveContent(deps, source) }
  } catch (error) {
    throw pdfProblem(error, { subject: file.name, field: `files.${file.index}` })
  }
}

/** Decodes a picture, so that a file that only begins like one is refused. */
async function requirePicture(deps: Deps, file: IncomingFile, source: PdfSource): Promise<void> {
  const about = { subject: file.name, field: `files.${file.index}` }
  try {
    await deps.renderer.decodePicture(source)
  } catch (error) {
    const isTooMuch = error instanceof PdfError && ['render_timeout', 'render_memory'].includes(error.code)
    throw isTooMuch ? new ProblemError('image_unsupported', { ...about, cause: error }) : pdfProblem(error, about)
  }
}

/** Stores one uploaded file durably and inspects it. Throws `ProblemError` for files that Foja does not accept. */
async function receive(deps: Deps, idCompany: string | null, file: IncomingFile): Promise<ReceivedDocument> {
  const stored = await deps.store.put(file.stream, { maxBytes: uploadLimits.bytesPerFile })
  try {
    const about = { subject: file.name, field: `files.${file.index}` }
    await requireClean(deps, async () => await deps.store.get(stored.key), about)
    const type = await detectFileType(readerOf(deps.store, stored.key), stored.size)
    if (type === null) throw refusal(file)
    const { key: blobKey, size, sha256 } = stored
    const base = { nombre: nameFor(file.name, type), mime: type.mime, blobKey, size, sha256 }
    if (type.mime.startsWith('image/')) await requirePicture(deps, file, await pdfSource(deps.store, blobKey))
    if (type.extension !== 'pdf') {
      return { ...base, paginas: null, pageSizes: null, signatures: { count: 0, verdict: null }, activeContent: null }
    }
    return { ...base, ...(await inspectPdf(deps, idCompany, file, await pdfSource(deps.store, blobKey))) }
  } catch (error) {
    await deps.store.delete(stored.key)
    throw error
  }
}

/** Receives the files of a multipart request as documents of a company. */
export function documentSink(deps: Deps, idCompany: string | null): FileSink<ReceivedDocument> {
  return {
    receive: (file) => receive(deps, idCompany, file),
    discard: async (received) => deps.store.delete(received.blobKey),
  }
}
