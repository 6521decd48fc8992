import type { EventAction } from '@foja/contracts/events'
import { appendEvent } from '@foja/db/events'
import type { EmailTable } from '@foja/db/message-tables'
import type { Database } from '@foja/db/schema'
import type { Selectable, Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { deletedCaseOf } from '../documents/public.ts'
import { announceChange, notify } from '../notify/public.ts'

export type StoredEmail = Selectable<EmailTable>

/** The case file and document whose history records a message, and the users concerned. */
export type EmailPlace = {
  id_solicitud_main: string | null
  documento: string | null
  /** Author of the case file, or of a document outside one. */
  author: string | null
  assignee: string | null
}

export async function placeOf(trx: Transaction<Database>, email: StoredEmail): Promise<EmailPlace> {
  const document =
    email.id_documento === null
      ? undefined
      : await trx
          .selectFrom('document')
          .where('id_documento', '=', email.id_documento)
          .select(['nombre', 'id_solicitud', 'created_by'])
          .executeTakeFirst()
  const solicitud = email.id_solicitud ?? document?.id_solicitud ?? null
  const main =
    solicitud === null
      ? undefined
      : await trx
          .selectFrom('solicitud')
          .innerJoin('solicitud_main', 'solicitud_main.id_solicitud_main', 'solicitud.id_solicitud_main')
          .where('solicitud.id_solicitud', '=', solicitud)
          .select(['solicitud_main.id_solicitud_main', 'solicitud_main.created_by', 'solicitud.asignado_a'])
          .executeTakeFirst()
  return {
    id_solicitud_main: main?.id_solicitud_main ?? (await deletedCaseOf(trx, solicitud)),
    documento: document?.nombre ?? null,
    author: main?.created_by ?? document?.created_by ?? null,
    assignee: main?.asignado_a ?? null,
  }
}

type Act = {
  action: Extract<EventAction, `email.${string}`>
  /** Null: the system. */
  actor: { id: string; nombre: string } | null
  ip: string | null
  at: Date
  more?: Record<string, string | number | null>
}

/**
 * Notifies open screens and records an event about a message, as the last step of its transaction. A notice leaves no
 * event: the history already has the event that it reports.
 */
export async function recordEmail(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'bus'>,
  email: StoredEmail,
  place: EmailPlace,
  { action, actor, ip, at, more }: Act,
): Promise<void> {
  const { id_documento, id_company, recipients, kind } = email
  const { id_solicitud_main } = place
  if (place.author !== null) {
    await announceChange(trx, deps, { id_company, created_by: place.author, id_solicitud_main, id_documento })
  }
  if (kind === 'notice') return
  const to = [...recipients.to, ...recipients.cc].join(', ')
  await appendEvent(trx, {
    action,
    id_solicitud_main,
    id_company,
    id_documento,
    actor: actor?.id ?? null,
    actor_label: actor?.nombre ?? 'Foja',
    data: { id_envio: email.id, kind, nombre: place.documento ?? email.subject, to, ...more },
    ip,
    at,
  })
}

/** Notifies the sender of a failed message; for system messages, the mediator, else the author. */
export async function notifyFailure(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'bus' | 'clock' | 'queue' | 'origin' | 'mail' | 'timeZone'>,
  email: StoredEmail,
  place: EmailPlace,
  missing: readonly string[],
): Promise<void> {
  const person = email.created_by ?? (email.kind === 'notice' ? null : (place.assignee ?? place.author))
  if (person === null) return
  await notify(trx, deps, {
    kind: 'email.failed',
    to: [person],
    actor: null,
    id_solicitud: email.id_solicitud,
    id_documento: email.id_documento,
    data: { nombre: place.documento ?? email.subject, to: missing.join(', '), id_envio: email.id },
    // Unique per failure, as each retry that fails is reported.
    key: `email.failed:${email.id}:${deps.clock().getTime()}`,
  })
}
