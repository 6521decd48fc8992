import type { EventAction } from '@foja/contracts/events'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Call } from './user-context.ts'

type UserEvent = Extract<EventAction, `user.${string}`>
type Person = { id: string; nombre: string; id_company: string | null }

/** Tells of a person in the trail of their company. */
export async function recordUser(
  trx: Transaction<Database>,
  { actor, ip }: Pick<Call, 'actor' | 'ip'>,
  person: Person,
  action: UserEvent,
  at: Date,
  data: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  await appendEvent(trx, {
    action,
    id_company: person.id_company,
    actor: actor.id,
    actor_label: actor.nombre,
    data: { id_user: person.id, nombre: person.nombre, ...data },
    ip,
    at,
  })
}
