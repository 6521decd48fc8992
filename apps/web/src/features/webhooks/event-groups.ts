import type { WebhookEvent } from '@foja/contracts/webhooks'

/** The events of webhooks as the dialog groups them. */
export const eventGroups = {
  cases: [
    'solicitud_main.created',
    'solicitud_main.deleted',
    'solicitud_main.restored',
    'solicitud.updated',
    'solicitud.sent',
    'solicitud.returned',
    'solicitud.concluded',
    'mediation.changed',
    'convocation.sent',
    'recipient.answered',
  ],
  documents: ['document.uploaded', 'document.filled', 'document.signed', 'document.deleted', 'document.restored'],
  signatures: [
    'signing_request.sent',
    'recipient.seen',
    'recipient.signed',
    'recipient.approved',
    'recipient.declined',
    'recipient.delegated',
    'signing_request.completed',
    'signing_request.cancelled',
    'signing_request.expired',
  ],
  deliveries: [
    'document_request.sent',
    'recipient.delivered',
    'requirement.accepted',
    'requirement.returned',
    'document_request.completed',
    'document_request.cancelled',
    'document_request.expired',
  ],
} as const satisfies Record<string, readonly WebhookEvent[]>

export type EventGroup = keyof typeof eventGroups
export const eventGroupNames = Object.keys(eventGroups) as EventGroup[]
