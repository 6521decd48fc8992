import type { EventAction } from '@foja/contracts/events'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'

type CompanyEvent = Extract<EventAction, `company.${string}`>

/** Records an event about a company in its own trail; `fields`: names of the changed fields. */
export async function recordCompany(
  trx: Transaction<Database>,
  { actor, ip }: Ctx,
  company: { id: string; nombre: string },
  action: CompanyEvent,
  at: Date,
  fields: readonly string[] = [],
): Promise<void> {
  await appendEvent(trx, {
    action,
    id_company: company.id,
    actor: actor.id,
    actor_label: actor.nombre,
    data: { nombre: company.nombre, ...(fields.length === 0 ? {} : { fields: fields.join(',') }) },
    ip,
    at,
  })
}
