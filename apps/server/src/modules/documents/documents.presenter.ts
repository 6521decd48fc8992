import { activeContents } from '@foja/contracts/active-content'
import { recycleDays } from '@foja/contracts/constants'
import type {
  DeletedDocument,
  Document,
  DocumentAction,
  DocumentDetails,
  DocumentVersion,
} from '@foja/contracts/documents'
import { allowedDocumentActions } from '@foja/contracts/actions'
import { can, type Actor, type Resource } from '@foja/contracts/policies'
import { verdicts, type Verdict } from '@foja/contracts/verification'
import type { Change } from '../notify/public.ts'
import type { DeletedRow, DocumentRow, VersionRow } from './documents.queries.ts'

function presentVerdict(verdict: string | null): Verdict | null {
  return verdicts.find((known) => known === verdict) ?? null
}

/** Absent when there is nothing to warn of. */
export function presentActiveContent(kinds: string[] | null): Pick<Document, 'active_content'> {
  const active_content = activeContents.filter((kind) => kinds?.includes(kind))
  return active_content.length === 0 ? {} : { active_content }
}

export function presentDocument(row: DocumentRow): Document {
  return {
    id_documento: row.id_documento,
    nombre: row.nombre,
    pdf_path: row.pdf_path,
    mime: row.mime,
    size: row.size,
    sha256: row.sha256,
    paginas: row.paginas,
    status_mediacion: row.status_mediacion,
    version: row.version,
    signatures: {
      count: row.signature_count,
      verdict: presentVerdict(row.signature_verdict),
      ...(row.simple_count === 0 ? {} : { simple: row.simple_count }),
    },
    ...presentActiveContent(row.active_content),
    ...(row.signed_by.length === 0 ? {} : { signed_by: row.signed_by }),
    created_by: { id: row.created_by, nombre: row.author_nombre, email: row.author_email },
    created_at: row.created_at.toISOString(),
  }
}

function presentVersion(row: VersionRow): DocumentVersion {
  return {
    version: row.version,
    pdf_path: row.pdf_path,
    size: row.size,
    sha256: row.sha256,
    origin: row.origin,
    created_by: { id: row.created_by, nombre: row.author_nombre, email: row.author_email },
    created_at: row.created_at.toISOString(),
  }
}

/** A document as a policy resource. The creator of the case file owns its documents. */
export function asResource(row: DocumentRow, sharedWithActor = false): Resource {
  return {
    id_company: row.id_company,
    created_by: row.main_created_by ?? row.created_by,
    sharedWithActor,
    signed: row.signature_count > 0,
  }
}

/** The change notice for open screens of users who may read the document. */
export function changeOf(row: DocumentRow): Change {
  const { id_company, id_solicitud_main, id_documento } = row
  return { id_company, created_by: row.main_created_by ?? row.created_by, id_solicitud_main, id_documento }
}

/** What the actor, who may read the document, may do with it now. */
export function allowedActions(row: DocumentRow, actor: Actor): DocumentAction[] {
  return allowedDocumentActions(actor, asResource(row, true), {
    solicitud: row.solicitud_status,
    mediacion: row.status_mediacion,
    isPdf: row.mime === 'application/pdf',
  })
}

/**
 * The actor must be allowed to read `row`. `isLast`: its request has no other document and keeps it. Users with whom
 * only the document is shared see nothing of its case file.
 */
export function presentDocumentDetails(
  row: DocumentRow,
  versions: VersionRow[],
  actor: Actor,
  isLast: boolean,
): DocumentDetails {
  const seesCase = can('solicitud.read', actor, asResource(row))
  return {
    ...presentDocument(row),
    id_solicitud: seesCase ? row.id_solicitud : null,
    id_solicitud_main: seesCase ? row.id_solicitud_main : null,
    titulo: seesCase ? row.titulo : null,
    solicitud_status: seesCase ? row.solicitud_status : null,
    versions: versions.filter((version) => version.id_documento === row.id_documento).map(presentVersion),
    actions: allowedActions(row, actor).filter((action) => action !== 'delete' || !isLast),
  }
}

const dayMs = 24 * 3_600_000

/** Documents deleted at or before this time are past the recycle bin's retention. */
export const purgedBefore = (now: Date) => new Date(now.getTime() - recycleDays * dayMs)

/** A document in the recycle bin, for users who may restore it. */
export function presentDeleted(row: DeletedRow): DeletedDocument {
  const deleted = row.deleted_at ?? new Date(0)
  const remover = { id: row.deleted_by, nombre: row.remover_nombre, email: row.remover_email }
  const known = remover.id !== null && remover.nombre !== null && remover.email !== null
  return {
    ...presentDocument(row),
    id_solicitud: row.id_solicitud,
    titulo: row.titulo,
    deleted_at: deleted.toISOString(),
    deleted_by: known ? (remover as { id: string; nombre: string; email: string }) : null,
    purge_at: new Date(deleted.getTime() + recycleDays * dayMs).toISOString(),
  }
}
