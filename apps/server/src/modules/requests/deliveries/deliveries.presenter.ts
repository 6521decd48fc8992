import { can } from '@foja/contracts/policies'
import type { DocumentRequest, Requirement } from '@foja/contracts/document-requests'
import {
  documentRequestActions,
  signingRequestRules,
  type DocumentRequestStatus,
  type SigningRequestStatus,
} from '@foja/contracts/request-states'
import type { Ctx } from '../../../context.ts'
import { linkTo, holderOf, type LinkHolder } from '../../documents/public.ts'
import { findMailStatuses } from '../../outbox/public.ts'
import { iso, presentReached, requestResource, type MailStatuses } from '../requests.presenter.ts'
import { findRecipients, findRequest, type RecipientRow, type RequestRow } from '../requests.queries.ts'
import { findFiles, findRequirements, type FileRow, type RequirementRow } from './requirements.queries.ts'

/** States on the wire, by those of all requests. */
const statuses = {
  borrador: 'abierta',
  enviada: 'abierta',
  completada: 'completa',
  rechazada: 'anulada',
  vencida: 'vencida',
  anulada: 'anulada',
} as const satisfies Record<SigningRequestStatus, DocumentRequestStatus>
export const deliveryStatus = (status: SigningRequestStatus): DocumentRequestStatus => statuses[status]

const stored = { abierta: 'enviada', completa: 'completada', vencida: 'vencida', anulada: 'anulada' } as const
export const storedStatus = (status: DocumentRequestStatus): SigningRequestStatus => stored[status]

/** A delivered file with its download link, which expires with the holder. */
export function presentFile(deps: Pick<Ctx, 'keys' | 'clock' | 'config'>, file: FileRow, holder: LinkHolder) {
  const content = { kind: 'delivered', id: file.id } as const
  return {
    id: file.id,
    nombre: file.nombre,
    mime: file.mime,
    size: file.size,
    sha256: file.sha256,
    paginas: file.inspected.paginas,
    delivered_at: file.delivered_at.toISOString(),
    download_url: linkTo(deps, 'file', { content, page: 0, small: false, holder }),
  }
}

/** What is asked, as it is on the wire for senders and recipients. */
export const presentAsked = (row: RequirementRow) => ({
  nombre: row.nombre,
  ayuda: row.ayuda,
  obligatorio: row.obligatorio,
  acepta: row.acepta,
  max_files: row.max_files,
})

export const presentState = (row: RequirementRow) => ({
  id: row.id,
  status: row.status,
  motivo: row.motivo,
  reviewed_at: iso(row.reviewed_at),
})

const presentRecipient = (row: RecipientRow, mail: MailStatuses) => ({
  ...presentReached(row, mail),
  code: row.code,
  code_at: iso(row.code_at),
})

/** Requests for documents with the state of each requirement and the files that count for it. */
export async function presentDocumentRequests(ctx: Ctx, rows: readonly RequestRow[]): Promise<DocumentRequest[]> {
  const { db, actor } = ctx
  const recipients = await findRecipients(
    db,
    rows.map(({ id }) => id),
  )
  const mail = await findMailStatuses(db, recipients)
  const requirements = await findRequirements(
    db,
    recipients.map(({ id }) => id),
  )
  const files = await findFiles(
    db,
    requirements.map(({ id }) => id),
  )
  const current = Map.groupBy(
    files.filter(({ returned_at }) => returned_at === null),
    ({ id_requirement }) => id_requirement,
  )
  const presentRequirement = (row: RequirementRow): Requirement => ({
    ...presentState(row),
    ...presentAsked(row),
    id_recipient: row.id_recipient,
    documents: (current.get(row.id) ?? []).map((file) => ({
      ...presentFile(ctx, file, holderOf(actor)),
      id_documento: file.id_documento,
    })),
  })
  return rows.map((row) => {
    const own = recipients.filter(({ id_request }) => id_request === row.id)
    const ids = new Set(own.map(({ id }) => id))
    const isOpen = can('document.ask', actor, requestResource(row)) && signingRequestRules.remind.includes(row.status)
    return {
      id: row.id,
      titulo: row.titulo,
      mensaje: row.mensaje,
      status: deliveryStatus(row.status),
      id_solicitud: row.id_solicitud!,
      expediente: row.expediente,
      recipients: own.map((one) => presentRecipient(one, mail)),
      requirements: requirements.filter(({ id_recipient }) => ids.has(id_recipient)).map(presentRequirement),
      remind_every_days: row.remind_every_days,
      expires_at: row.expires_at.toISOString(),
      created_by: { id: row.created_by, nombre: row.author_nombre, email: row.author_email },
      created_at: row.created_at.toISOString(),
      completed_at: row.status === 'completada' ? iso(row.ended_at) : null,
      motivo: row.motivo,
      actions: isOpen ? [...documentRequestActions] : [],
    }
  })
}

export async function presentDocumentRequest(ctx: Ctx, id: string): Promise<DocumentRequest> {
  return (await presentDocumentRequests(ctx, [(await findRequest(ctx.db, id))!]))[0]!
}
