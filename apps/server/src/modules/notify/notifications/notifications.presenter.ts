import { notificationKinds, type Notification } from '@foja/contracts/notifications'
import type { NotificationRow } from './notifications.queries.ts'

type Plain = string | number | boolean | null

const isPlain = (value: unknown): value is Plain =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Wire shape of a notice; empty for a kind that this release does not know. */
export function presentNotification(row: NotificationRow): Notification[] {
  const kind = notificationKinds.find((known) => known === row.kind)
  if (kind === undefined) return []
  const data = Object.entries(row.data).filter((entry): entry is [string, Plain] => isPlain(entry[1]))
  return [
    {
      id: String(row.id),
      kind,
      actor: row.actor_label,
      id_solicitud: row.id_solicitud,
      id_documento: row.id_documento,
      data: Object.fromEntries(data),
      at: row.created_at.toISOString(),
      read: row.read_at !== null,
    },
  ]
}
