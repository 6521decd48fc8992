import type { EventAction } from '@foja/contracts/events'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

type SessionEvent = Extract<EventAction, `session.${string}`>

/** Records an event about a session of `user` in the company's history. */
export async function recordSession(
  trx: Transaction<Database>,
  action: SessionEvent,
  user: { id: string; nombre: string; id_company: string | null },
  { at, ip, data }: { at: Date; ip: string; data?: Record<string, string> },
): Promise<void> {
  const { id, nombre, id_company } = user
  await appendEvent(trx, { action, actor: id, actor_label: nombre, id_company, data, ip, at })
}
