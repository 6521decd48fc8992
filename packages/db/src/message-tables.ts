import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt, NullableInstant } from './column-shapes.ts'

export interface Recipients {
  to: string[]
  cc: string[]
}

/** An address that the mail server did not take, and what it said. */
export interface RefusedAddress {
  address: string
  /** it would say the same again */
  permanent: boolean
  reply: string
}

/** What a message tells of: whoever may not see it by then is not sent it. */
export type About = { document: string } | { requests: string[] }

export interface EmailTable {
  /** also the local part of its Message-ID, so that a message sent twice is known as one */
  id: string
  /** null: of whoever belongs to no company */
  id_company: string | null
  kind: 'document' | 'notice' | 'invitation' | 'cancellation' | 'reminder' | 'account'
  status: 'queued' | 'held' | 'sent' | 'failed' | 'cancelled'
  locale: string
  recipients: JSONColumnType<Recipients>
  /** whoever of the office it is written to: it goes to the address that they have by then, if they may read it by then */
  id_reader: string | null
  /** what it tells that reader of; null: of nothing in particular */
  about: ColumnType<About | null, string | null | undefined, string | null>
  reply_to: string | null
  subject: string
  /** a share link stands as `{{enlace:<id of the message>}}`: its secret is put in when the message goes out */
  text: string
  html: string
  delivery: 'attachment' | 'link' | null
  id_documento: string | null
  /** version that travels */
  version: number | null
  id_share: string | null
  /** of `account`: the link that stands as `{{enlace:…}}` in the text */
  id_link: string | null
  id_solicitud: string | null
  /** iCalendar text */
  calendar: string | null
  calendar_method: 'REQUEST' | 'CANCEL' | null
  /** idempotency key; unique among all messages */
  key: string | null
  /** digest of what the call asked */
  request_sha256: string | null
  attempts: Generated<number>
  /** addresses that the mail server has taken already */
  delivered: ColumnType<string[], string | undefined, string>
  /** addresses that it has refused since a person last had the message sent, each once */
  refused: ColumnType<RefusedAddress[], string | undefined, string>
  /** code of what went wrong last */
  reason: string | null
  server_reply: string | null
  next_attempt_at: NullableInstant
  /** until then one worker is sending it, and nobody else touches it */
  lease_until: NullableInstant
  sent_at: NullableInstant
  /** since then `text`, `html` and `calendar` are not kept any more */
  emptied_at: NullableInstant
  created_by: string | null
  created_at: CreatedAt
}

export interface NotificationTable {
  id: Generated<number>
  id_user: string
  kind: string
  actor_label: string | null
  id_solicitud: string | null
  id_documento: string | null
  data: JSONColumnType<Record<string, unknown>>
  /** told once for each person and key */
  key: string | null
  created_at: CreatedAt
  read_at: NullableInstant
}
