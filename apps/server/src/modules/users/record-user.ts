import type { EventAction } from '@foja/contracts/events'
import { appendEvents } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'

type UserEvent = Extract<EventAction, `user.${string}`>
type Person = { id: string; nombre: string; id_company: string | null }

type Data = Record<string, string | number | boolean | null>

/** Records an event about a user in the trail of their company. */
export async function recordUser(
  trx: Transaction<Database>,
  ctx: Ctx,
  person: Person,
  action: UserEvent,
  at: Date,
  data: Data = {},
): Promise<void> {
  await recordUsers(trx, ctx, [{ person, data }], action, at)
}

/** Like `recordUser`, for several users of one company. */
export async function recordUsers(
  trx: Transaction<Database>,
  { actor, ip }: Ctx,
  people: readonly { person: Person; data: Data }[],
  action: UserEvent,
  at: Date,
): Promise<void> {
  const events = people.map(({ person, data }) => ({
    action,
    id_company: person.id_company,
    actor: actor.id,
    actor_label: actor.nombre,
    data: { id_user: person.id, nombre: person.nombre, ...data },
    ip,
    at,
  }))
  await appendEvents(trx, events)
}
