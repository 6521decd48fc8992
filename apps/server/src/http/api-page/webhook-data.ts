import type { webhookEvents, webhookMessageSchema, webhookTest } from '@foja/contracts/webhooks'
import type * as z from 'zod/mini'

type Field = keyof z.infer<typeof webhookMessageSchema>['data']
type Type = (typeof webhookEvents)[number] | typeof webhookTest

/** What `data` has besides `id_company`, always and sometimes. A test compares it with messages. */
type Data = { always: readonly Field[]; sometimes?: readonly Field[] }

const file: Data = { always: ['id_solicitud_main'] }
const solicitud: Data = { always: ['id_solicitud_main', 'id_solicitud'] }
const document: Data = { always: ['id_documento'], sometimes: ['id_solicitud_main'] }
const signatures: Data = { always: ['id_pedido'], sometimes: ['id_solicitud_main', 'id_documento'] }
const documents: Data = { always: ['id_pedido', 'id_solicitud_main'] }
const byRecipient = (data: Data, ...more: Field[]): Data => ({
  ...data,
  always: [...data.always, 'id_recipient', ...more],
})

/** The members of `data` of each message, besides `id_company`. */
export const webhookData: Readonly<Record<Type, Data>> = {
  'solicitud_main.created': file,
  'solicitud_main.deleted': file,
  'solicitud_main.restored': file,
  'solicitud.updated': solicitud,
  'solicitud.sent': solicitud,
  'solicitud.returned': solicitud,
  'solicitud.concluded': solicitud,
  'mediation.changed': { always: ['id_solicitud_main', 'id_documento', 'status'] },
  'document.uploaded': document,
  'document.filled': document,
  'document.signed': { ...document, always: ['id_documento', 'version'] },
  'document.deleted': document,
  'document.restored': document,
  'signing_request.sent': signatures,
  'signing_request.completed': signatures,
  'signing_request.cancelled': signatures,
  'signing_request.expired': signatures,
  'document_request.sent': documents,
  'document_request.completed': documents,
  'document_request.cancelled': documents,
  'document_request.expired': documents,
  'convocation.sent': documents,
  // A recipient opens requests of any kind.
  'recipient.seen': byRecipient(signatures),
  'recipient.signed': byRecipient(signatures),
  'recipient.approved': byRecipient(signatures),
  'recipient.declined': byRecipient(signatures),
  'recipient.delegated': byRecipient(signatures),
  'recipient.delivered': byRecipient(documents, 'id_requirement'),
  'recipient.answered': byRecipient(documents, 'answer'),
  'requirement.accepted': byRecipient(documents, 'id_requirement'),
  'requirement.returned': byRecipient(documents, 'id_requirement'),
  'webhook.test': { always: [] },
}
