import type { NotificationKind } from '@foja/contracts/notifications'
import type { NotificationBatch } from '../../outbox/notification-batch.ts'

/** What somebody is told of, in the product and where `email` says so by email too. */
export type Notice = {
  kind: NotificationKind
  /** users to tell; left out are whoever acts, whoever was deactivated and whoever may not see what it is about */
  to: readonly string[]
  /** null: the system */
  actor: { id: string | null; nombre: string } | null
  id_solicitud?: string | null
  id_documento?: string | null
  /** names and figures for the sentence; never secrets */
  data: Record<string, string | number | boolean | null>
  /** zone (IANA name) in which the dates of `data` were chosen, where that is known */
  timeZone?: string | null
  /** told once for each person and key */
  key?: string
  /** also by email; default false */
  email?: boolean
  /** what this is part of: each person gets one letter of all of it */
  act?: NotificationBatch | undefined
}
