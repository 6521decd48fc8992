import { can, type Actor } from '@foja/contracts/policies'
import type { SigningRecipient, SigningRequest } from '@foja/contracts/signing-requests'
import {
  fieldsOfRecipient,
  signingRequestActions,
  signingRequestRules,
  type RecipientRole,
} from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { findMailStatuses } from '../outbox/public.ts'
import { findRecipients, findRequestDocuments, type RecipientRow, type RequestRow } from './requests.queries.ts'

/** The role in a signing request, which has no recipients that deliver. */
export const signingRole = ({ rol }: RecipientRow) => rol as RecipientRole

export const iso = (at: Date | null) => at?.toISOString() ?? null

export type MailStatuses = Awaited<ReturnType<typeof findMailStatuses>>

/** A recipient of any request: how they are reached, and what they have done. */
export const presentReached = (row: RecipientRow, mail: MailStatuses) => ({
  id: row.id,
  nombre: row.nombre,
  email: row.email,
  telefono: row.telefono,
  status: row.status,
  channel: row.channel,
  mail_status: mail.get(row.id) ?? null,
  sent_at: iso(row.sent_at),
  seen_at: iso(row.seen_at),
  acted_at: iso(row.acted_at),
  reminded_at: iso(row.reminded_at),
})

const presentRecipient = (row: RecipientRow, all: readonly RecipientRow[], mail: MailStatuses): SigningRecipient => ({
  ...presentReached(row, mail),
  identificacion: row.identificacion,
  must_match: row.must_match,
  rol: signingRole(row),
  turno: row.turno,
  places: row.places,
  code: row.code,
  code_at: iso(row.code_at),
  fields: fieldsOfRecipient(row),
  filled_at: iso(row.filled_at),
  motivo: row.motivo,
  delegated_from: all.find(({ id }) => id === row.delegated_from)?.nombre ?? null,
})

/** A request as a policy resource: of the author of its case file, else of who made it. */
export const requestResource = ({ id_company, owner }: RequestRow) => ({ id_company, created_by: owner })

/** Requests with their documents and recipients, and what the actor may do with each. */
export async function presentRequests(
  db: Kysely<Database>,
  actor: Actor,
  rows: readonly RequestRow[],
): Promise<SigningRequest[]> {
  const ids = rows.map(({ id }) => id)
  const everybody = await findRecipients(db, ids)
  const mail = await findMailStatuses(db, everybody)
  const recipients = Map.groupBy(everybody, ({ id_request }) => id_request)
  const documents = Map.groupBy(await findRequestDocuments(db, ids), ({ id_request }) => id_request)
  return rows.map((row) => {
    const own = recipients.get(row.id) ?? []
    const may = can('document.ask', actor, requestResource(row))
    return {
      id: row.id,
      titulo: row.titulo,
      mensaje: row.mensaje,
      status: row.status,
      id_solicitud: row.id_solicitud,
      expediente: row.expediente,
      documents: (documents.get(row.id) ?? []).map(({ id_documento, nombre }) => ({ id_documento, nombre })),
      recipients: own.map((one) => presentRecipient(one, own, mail)),
      allow_delegation: row.allow_delegation,
      remind_every_days: row.remind_every_days,
      expires_at: row.expires_at.toISOString(),
      created_by: { id: row.created_by, nombre: row.author_nombre, email: row.author_email },
      created_at: row.created_at.toISOString(),
      sent_at: iso(row.sent_at),
      completed_at: row.status === 'completada' ? iso(row.ended_at) : null,
      motivo: row.motivo,
      actions: may ? signingRequestActions.filter((action) => signingRequestRules[action].includes(row.status)) : [],
    }
  })
}
