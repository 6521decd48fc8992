import type { Document, DocumentAction, DocumentDetails, DocumentVersion } from '@foja/contracts/documents'
import { can, type Actor, type Resource } from '@foja/contracts/policies'
import { verdicts, type Verdict } from '@foja/contracts/verification'
import type { DocumentRow, VersionRow } from './documents.queries.ts'

function presentVerdict(verdict: string | null): Verdict | null {
  return verdicts.find((known) => known === verdict) ?? null
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
    signatures: { count: row.signature_count, verdict: presentVerdict(row.signature_verdict) },
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

/** A document as the policies see it: whoever made the case file owns what is in it. */
export function asResource(row: DocumentRow, sharedWithActor = false): Resource {
  return { id_company: row.id_company, created_by: row.main_created_by ?? row.created_by, sharedWithActor }
}

function allowedActions(row: DocumentRow, actor: Actor): DocumentAction[] {
  const resource = asResource(row, true)
  const isPdf = row.mime === 'application/pdf'
  const actions: [DocumentAction, boolean][] = [
    ['sign', isPdf && can('document.sign', actor, resource)],
    ['share', can('document.share', actor, resource)],
    ['verify', isPdf && can('document.read', actor, resource)],
    ['download', can('document.read', actor, resource)],
  ]
  return actions.filter(([, allowed]) => allowed).map(([action]) => action)
}

/** `row` must be one that the actor may read: what else they may do follows from the policies and from its type. */
export function presentDocumentDetails(row: DocumentRow, versions: VersionRow[], actor: Actor): DocumentDetails {
  return {
    ...presentDocument(row),
    id_solicitud: row.id_solicitud,
    id_solicitud_main: row.id_solicitud_main,
    titulo: row.titulo,
    versions: versions.filter((version) => version.id_documento === row.id_documento).map(presentVersion),
    actions: allowedActions(row, actor),
  }
}
