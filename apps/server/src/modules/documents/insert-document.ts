import type { VersionOrigin } from '@foja/db/document-tables'
import type { Database } from '@foja/db/schema'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ReceivedDocument } from './receive-document.ts'

export type NewDocument = {
  received: ReceivedDocument
  idSolicitud: string | null
  idCompany: string | null
  position: number
  createdBy: string
  at: Date
  /** The template that the document was filled from. */
  template?: { id: string; version: number }
}

type NewVersion = Pick<ReceivedDocument, 'blobKey' | 'size' | 'sha256' | 'paginas' | 'pageSizes' | 'activeContent'> & {
  idDocumento: string
  version: number
  origin: VersionOrigin
  createdBy: string
  /** The recipient of a signing request who signed. */
  recipient?: string | null
  at: Date
  template?: NewDocument['template'] | undefined
}

/** Adds an immutable version and returns its opaque handle. The caller updates the document's `version`. */
export async function insertVersion(trx: Transaction<Database>, input: NewVersion): Promise<string> {
  const pdfPath = randomBytes(24).toString('base64url')
  await trx
    .insertInto('document_version')
    .values({
      id: randomUUID(),
      id_documento: input.idDocumento,
      version: input.version,
      pdf_path: pdfPath,
      blob_key: input.blobKey,
      size: input.size,
      sha256: input.sha256,
      paginas: input.paginas,
      page_sizes: input.pageSizes === null ? null : JSON.stringify(input.pageSizes),
      active_content: input.activeContent === null ? null : JSON.stringify(input.activeContent),
      origin: input.origin,
      created_by: input.createdBy,
      id_recipient: input.recipient ?? null,
      created_at: input.at,
      id_template: input.template?.id ?? null,
      template_version: input.template?.version ?? null,
    })
    .execute()
  return pdfPath
}

/** Adds a document with its first version, whose bytes are already durable. Returns its id. */
export async function insertDocument(trx: Transaction<Database>, input: NewDocument): Promise<string> {
  const { received } = input
  const id = randomUUID()
  await trx
    .insertInto('document')
    .values({
      id_documento: id,
      id_solicitud: input.idSolicitud,
      id_company: input.idCompany,
      position: input.position,
      nombre: received.nombre,
      mime: received.mime,
      signature_count: received.signatures.count,
      signature_verdict: received.signatures.verdict,
      created_by: input.createdBy,
      created_at: input.at,
      updated_at: input.at,
    })
    .execute()
  const { blobKey, size, sha256, paginas, pageSizes, activeContent } = received
  const origin = input.template === undefined ? 'upload' : 'fill'
  const version = { idDocumento: id, version: 1, origin, createdBy: input.createdBy, at: input.at } as const
  const file = { blobKey, size, sha256, paginas, pageSizes, activeContent }
  await insertVersion(trx, { ...file, ...version, template: input.template })
  return id
}
