import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { endRequest } from './advance-request.ts'
import { queueRecipientMail } from './recipient-mail.ts'
import { recordRequestEvent } from './record-event.ts'
import { findRecipient, lockRequest } from './requests.queries.ts'

const perRun = 200

async function expire(trx: Transaction<Database>, deps: AppDeps, id: string): Promise<void> {
  const at = deps.clock()
  const request = await lockRequest(trx, id)
  if (request?.status !== 'enviada' || request.expires_at > at) return
  await endRequest(trx, deps, request, { status: 'vencida', motivo: null, actor: null })
  // The appointment has taken place.
  if (request.kind === 'convocatoria') return
  await recordRequestEvent(trx, deps, request, {
    action: request.kind === 'firmas' ? 'signing_request.expired' : 'document_request.expired',
    actor: null,
    actor_label: 'Foja',
    data: {},
    at,
  })
}

/** True if the recipient has not acted for as many days as the sender chose. */
const isDue = (now: Date) => sql<boolean>`request.status = 'enviada' and request.expires_at > ${now}
  and one.status in ('enviado', 'visto') and request.remind_every_days is not null
  and coalesce(one.reminded_at, one.sent_at) + request.remind_every_days * interval '1 day' <= ${now}`

async function remind(trx: Transaction<Database>, deps: AppDeps, id: string, idRequest: string): Promise<void> {
  const at = deps.clock()
  const request = await lockRequest(trx, idRequest)
  const due = await trx
    .selectFrom('recipient as one')
    .innerJoin('request', 'request.id', 'one.id_request')
    .where('one.id', '=', id)
    .where(isDue(at))
    .select('one.id')
    .executeTakeFirst()
  const recipient = due && (await findRecipient(trx, id))
  if (request === undefined || recipient === undefined) return
  await trx.updateTable('recipient').set({ reminded_at: at }).where('id', '=', id).execute()
  await queueRecipientMail(trx, deps, recipient, { request, kind: 'remind' })
  await recordRequestEvent(trx, deps, request, {
    action: 'recipient.reminded',
    actor: null,
    actor_label: 'Foja',
    data: { nombre: recipient.nombre },
    at,
  })
}

/**
 * Ends requests whose term is over and reminds recipients who have not acted, each once across all workers. Inactive
 * companies are skipped. One failure does not stop the others.
 */
export async function followRequests(deps: AppDeps): Promise<void> {
  const { db, clock } = deps
  const failures: unknown[] = []
  const attempt = async (work: (trx: Transaction<Database>) => Promise<void>) => {
    try {
      await inTransaction(db, work)
    } catch (error) {
      failures.push(error)
    }
  }
  const ended = await db
    .selectFrom('request')
    .where('status', '=', 'enviada')
    .where('expires_at', '<=', clock())
    .orderBy('expires_at')
    .limit(perRun)
    .select('id')
    .execute()
  for (const { id } of ended) await attempt(async (trx) => await expire(trx, deps, id))
  const due = await db
    .selectFrom('recipient as one')
    .innerJoin('request', 'request.id', 'one.id_request')
    .innerJoin('company', 'company.id', 'request.id_company')
    .where('company.activa', '=', true)
    .where(isDue(clock()))
    .limit(perRun)
    .select(['one.id', 'one.id_request'])
    .execute()
  for (const { id, id_request } of due) await attempt(async (trx) => await remind(trx, deps, id, id_request))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} requests not followed`)
}
