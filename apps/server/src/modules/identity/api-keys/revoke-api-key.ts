import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { notifyPerson } from '../account/queue-account-mail.ts'
import { selectPeople } from '../session/people.queries.ts'
import { lockActor } from '../session/same-actor.ts'
import { selectManagedKeys, type ManagedKey } from './api-keys.queries.ts'

/**
 * Notifies the owner of a revoked key; of a service account, the user who made it, while they manage such keys. A
 * gestor's change sends nothing to an admin, whose mail belongs to no company.
 */
async function notifyOwner(trx: Transaction<Database>, ctx: Ctx, key: ManagedKey): Promise<void> {
  const owner = key.service ? key.created_by : key.id_user
  if (owner === null) return
  const person = await selectPeople(trx)
    .where('app_user.id', '=', owner)
    .where('app_user.activo', '=', true)
    .executeTakeFirst()
  if (person === undefined) return
  const { actor, ip, userAgent } = ctx
  const isManager =
    person.role === 'admin' ? actor.role === 'admin' : person.role === 'gestor' && person.id_company === key.id_company
  if (key.service && !isManager) return
  const by = owner === actor.id ? null : actor
  // The address and browser of a colleague tell the owner nothing.
  const origin = by === null ? { origin: { ip, userAgent } } : {}
  await notifyPerson(trx, ctx, person, { kind: 'api_key_revoked', key: key.nombre, by, ...origin })
}

/**
 * Revokes a key of the caller, or of a service account that they manage. Each request reads the row, so that the key
 * fails at once on every node. The account stays, so that its links and open requests keep working. A revoked key stays
 * as it is.
 * @throws ProblemError not_found
 */
export async function revokeApiKey(ctx: Ctx, id: string): Promise<void> {
  const { db, clock, actor, ip } = ctx
  await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, clock())
    const key = await selectManagedKeys(trx, actor).where('api_key.id', '=', id).executeTakeFirst()
    if (key === undefined) throw new ProblemError('not_found')
    const at = clock()
    const { numUpdatedRows } = await trx
      .updateTable('api_key')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await notifyOwner(trx, ctx, key)
    await appendEvent(trx, {
      action: 'api_key.revoked',
      actor: actor.id,
      actor_label: actor.nombre,
      id_company: key.id_company,
      ip,
      data: { clave: key.nombre, prefijo: key.prefix, servicio: key.service },
      at,
    })
  })
}
