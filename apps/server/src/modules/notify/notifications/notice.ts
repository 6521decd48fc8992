import type { NotificationKind } from '@foja/contracts/notifications'
import type { NotificationBatch } from '../../outbox/public.ts'

/** A notification, shown in the product and with `email` also sent by email. */
export type Notice = {
  kind: NotificationKind
  /** Users to notify; the actor, deactivated users and users who may not see the subject are skipped. */
  to: readonly string[]
  /** null: the system. */
  actor: { id: string | null; nombre: string } | null
  id_solicitud?: string | null
  id_documento?: string | null
  /** Names and figures for the sentence; never secrets. */
  data: Record<string, string | number | boolean | null>
  /** Zone (IANA name) in which the dates of `data` were chosen, if known. */
  timeZone?: string | null
  /** Notified once per user and key. */
  key?: string
  /** Also by email; default false. */
  email?: boolean
  /** The batch it belongs to: each user gets one email for all of it. */
  batch?: NotificationBatch | undefined
}
