import type { Verdict } from '@foja/contracts/verification'
import type { ObjectStore } from '@foja/storage/object-store'
import type { AppDeps } from '../../deps.ts'
import type { FileSink, IncomingFile } from '../../http/multipart.ts'
import { ProblemError } from '../../http/problem.ts'
import { uploadLimits } from '@foja/contracts/solicitudes'
import { assessSignatures } from '../verification/verification.public.ts'
import { detectFileType, headLength } from './file-type.ts'
import { pdfProblem } from './pdf-problem.ts'
import { pdfSource } from '../../engine/pdf-source.ts'

/** A file that is safe on disk and has been looked at, but that no row names yet. */
export type ReceivedDocument = {
  nombre: string
  mime: string
  blobKey: string
  size: number
  sha256: string
  paginas: number | null
  pageSizes: { width: number; height: number }[] | null
  signatures: { count: number; verdict: Verdict | null }
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'renderer' | 'engine'>

/** The first bytes of a stored file. */
async function readHead(store: ObjectStore, key: string): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of await store.get(key, { start: 0, end: headLength - 1 })) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function inspectPdf(deps: Deps, nombre: string, blobKey: string) {
  const source = await pdfSource(deps.store, blobKey)
  try {
    return await deps.renderer.inspect(source)
  } catch (error) {
    throw pdfProblem(error, nombre)
  }
}

/** Stores one uploaded file durably and looks into it. Throws `ProblemError` when Foja does not take such a file. */
async function receive(deps: Deps, idCompany: string | null, file: IncomingFile): Promise<ReceivedDocument> {
  const stored = await deps.store.put(file.stream, { maxBytes: uploadLimits.bytesPerFile + 1 })
  try {
    const nothing = { paginas: null, pageSizes: null, signatures: { count: 0, verdict: null } }
    const base = { nombre: file.name, blobKey: stored.key, size: stored.size, sha256: stored.sha256 }
    // Nothing to look into: whoever reads the parts says so.
    if (stored.size === 0) return { ...base, mime: 'application/octet-stream', ...nothing }
    const type = detectFileType(await readHead(deps.store, stored.key))
    if (type === null)
      throw new ProblemError('file_type_not_allowed', { subject: file.name, field: `files.${file.index}` })
    if (type.extension !== 'pdf') return { ...base, mime: type.mime, ...nothing }
    const { pages, sizes } = await inspectPdf(deps, file.name, stored.key)
    const signatures = await assessSignatures(deps, await pdfSource(deps.store, stored.key), idCompany)
    return {
      ...base,
      mime: type.mime,
      paginas: pages,
      pageSizes: sizes.map(({ width, height }) => ({ width, height })),
      signatures,
    }
  } catch (error) {
    await deps.store.delete(stored.key)
    throw error
  }
}

/** Where the parts of a multipart request go that are documents of a company. */
export function documentSink(deps: Deps, idCompany: string | null): FileSink<ReceivedDocument> {
  return {
    receive: (file) => receive(deps, idCompany, file),
    discard: async (received) => deps.store.delete(received.blobKey),
  }
}
