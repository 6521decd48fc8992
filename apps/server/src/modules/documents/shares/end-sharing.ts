import { can, type Actor } from '@foja/contracts/policies'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { announceChange } from '../../notify/public.ts'

export type EndSharing = {
  person: string
  /** Their new role and company; null: the user is removed. */
  after: Pick<Actor, 'role' | 'id_company'> | null
  at: Date
}

type Shared = { id_company: string | null; created_by: string | null }

/** True if the user loses the permission `policy`. */
const isLost = ({ person, after }: EndSharing, policy: 'document.share' | 'document.read', resource: Shared): boolean =>
  after === null || !can(policy, { id: person, ...after }, { ...resource, sharedWithActor: true })

/** Revokes links to documents that the user may no longer share, and returns these documents. */
async function revokeLinks(trx: Transaction<Database>, input: EndSharing) {
  const open = await trx
    .selectFrom('share')
    .innerJoin('document', 'document.id_documento', 'share.id_documento')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('share.created_by', '=', input.person)
    .where('share.revoked_at', 'is', null)
    .select((eb) => [
      'share.id',
      'document.id_documento',
      'document.nombre',
      'document.id_company',
      'main.id_solicitud_main',
      eb.fn.coalesce('main.created_by', 'document.created_by').as('created_by'),
    ])
    .execute()
  const lost = new Map(open.filter((one) => isLost(input, 'document.share', one)).map(({ id, ...rest }) => [id, rest]))
  if (lost.size === 0) return []
  const revoked = await trx
    .updateTable('share')
    .set({ revoked_at: input.at })
    .where('id', 'in', [...lost.keys()])
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => lost.get(id)!)
}

/** Removes the user from documents that they may no longer read. */
async function removeSharedWith(trx: Transaction<Database>, input: EndSharing): Promise<void> {
  const given = await trx
    .selectFrom('user_shared')
    .innerJoin('document', 'document.id_documento', 'user_shared.id_documento')
    .where('user_shared.id_user', '=', input.person)
    .select(['document.id_documento', 'document.id_company', 'document.created_by'])
    .execute()
  const lost = given.filter((one) => isLost(input, 'document.read', one)).map(({ id_documento }) => id_documento)
  if (lost.length === 0) return
  await trx.deleteFrom('user_shared').where('id_user', '=', input.person).where('id_documento', 'in', lost).execute()
}

/**
 * Ends sharing by and with a user whose role or company changed, or who is removed: revokes their links to documents
 * that they may no longer share, with an event each, and removes them from documents that they may no longer read.
 */
export async function endSharing(trx: Transaction<Database>, ctx: Ctx, input: EndSharing): Promise<void> {
  const { actor, ip } = ctx
  const revoked = await revokeLinks(trx, input)
  await removeSharedWith(trx, input)
  for (const { nombre, ...document } of revoked.toSorted((a, b) => a.id_documento.localeCompare(b.id_documento))) {
    await announceChange(trx, ctx, document)
    await appendEvent(trx, {
      action: 'share.removed',
      id_solicitud_main: document.id_solicitud_main,
      id_company: document.id_company,
      id_documento: document.id_documento,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { nombre },
      ip,
      at: input.at,
    })
  }
}
