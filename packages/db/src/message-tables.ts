import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt, Instant, NullableBytes, NullableInstant } from './column-shapes.ts'

export interface Recipients {
  to: string[]
  cc: string[]
}

/** An address refused by the mail server, with its reply. */
export interface RefusedAddress {
  address: string
  /** a permanent refusal */
  permanent: boolean
  reply: string
}

/** The objects that a message mentions: recipients without access to them do not get it. */
export type About = { document: string } | { requests: string[] }

export interface EmailTable {
  /** also the local part of its Message-ID, so that mail programs recognise a repeated message */
  id: string
  /** null: of users without a company */
  id_company: string | null
  kind: 'document' | 'notice' | 'invitation' | 'cancellation' | 'reminder' | 'account' | 'request'
  status: 'queued' | 'held' | 'sent' | 'failed' | 'cancelled'
  locale: string
  recipients: JSONColumnType<Recipients>
  /** the recipient, if a user: the message goes to their current address, and only if they may still read it */
  id_reader: string | null
  /** the objects that it mentions; null: none */
  about: ColumnType<About | null, string | null | undefined, string | null>
  reply_to: string | null
  subject: string
  /** a share link is written as `{{enlace:<id of the message>}}` and replaced when the message is sent */
  text: string
  html: string
  delivery: 'attachment' | 'link' | null
  id_documento: string | null
  /** attached version */
  version: number | null
  id_share: string | null
  /** for `account`: the link written as `{{enlace:…}}` in the text */
  id_link: string | null
  /** for `request`: the recipient of a signing request, whose link is written as `{{enlace:…}}` */
  id_recipient: string | null
  id_solicitud: string | null
  /** iCalendar text */
  calendar: string | null
  calendar_method: 'REQUEST' | 'CANCEL' | null
  /** idempotency key; unique among all messages */
  key: string | null
  attempts: Generated<number>
  /** addresses that the mail server has accepted */
  delivered: ColumnType<string[], string | undefined, string>
  /** addresses refused since the last manual retry, each once */
  refused: ColumnType<RefusedAddress[], string | undefined, string>
  /** code of the last failure */
  reason: string | null
  server_reply: string | null
  next_attempt_at: NullableInstant
  /** leased by one worker until then */
  lease_until: NullableInstant
  sent_at: NullableInstant
  /** when `text`, `html` and `calendar` were deleted */
  emptied_at: NullableInstant
  /** id of the request that caused it, as in the log; null: a job without a request */
  request_id: string | null
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
  /** each user gets one per key */
  key: string | null
  created_at: CreatedAt
  read_at: NullableInstant
}

/** The mail server of the installation: at most one row. */
export interface MailSettingsTable {
  only_row: Generated<boolean>
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  username: string | null
  /** sealed with the server's key; null exactly if there is no user name */
  password: NullableBytes
  from_name: string
  from_address: string
  updated_by: string
  updated_at: Instant
}
