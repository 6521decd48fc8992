import type { EventAction } from '@foja/contracts/events'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'

type SessionEvent = Extract<EventAction, `session.${string}`>

/** Writes into the company's history what happened to a session of `user`. */
export async function recordSession(
  trx: Transaction<Database>,
  action: SessionEvent,
  user: { id: string; nombre: string; id_company: string | null },
  { at, ip }: { at: Date; ip: string },
): Promise<void> {
  await appendEvent(trx, { action, actor: user.id, actor_label: user.nombre, id_company: user.id_company, ip, at })
}
