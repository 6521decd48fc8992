import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { sql, type Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import { announceChange } from '../live/live.public.ts'

export type EndSharing = {
  person: string
  /** only what is of this company; default: all */
  company?: string
  at: Date
}

/** Documents of which a link was revoked, with what their histories and open screens go by. */
async function revokeLinks(trx: Transaction<Database>, { person, company, at }: EndSharing) {
  let open = trx
    .updateTable('share')
    .from('document')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .whereRef('document.id_documento', '=', 'share.id_documento')
    .where('share.created_by', '=', person)
    .where('share.revoked_at', 'is', null)
    .set({ revoked_at: at })
  if (company !== undefined) open = open.where('document.id_company', '=', company)
  return await open
    .returning((eb) => [
      'document.id_documento',
      'document.nombre',
      'document.id_company',
      'main.id_solicitud_main',
      eb.fn.coalesce('main.created_by', 'document.created_by').as('created_by'),
    ])
    .execute()
}

/**
 * Closes every link that a person made, each with its line in the history, and shares nothing with them any more inside
 * the company.
 */
export async function endSharing(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'bus'>,
  { actor, ip }: { actor: SessionActor; ip: string },
  input: EndSharing,
): Promise<void> {
  const { person, company, at } = input
  const revoked = await revokeLinks(trx, input)
  const inCompany =
    company === undefined
      ? sql<boolean>`true`
      : sql<boolean>`id_documento in (select id_documento from document where id_company = ${company})`
  await trx.deleteFrom('user_shared').where('id_user', '=', person).where(inCompany).execute()
  for (const { nombre, ...document } of revoked.toSorted((a, b) => (a.id_documento < b.id_documento ? -1 : 1))) {
    await announceChange(trx, deps, document)
    await appendEvent(trx, {
      action: 'share.removed',
      id_solicitud_main: document.id_solicitud_main,
      id_company: document.id_company,
      id_documento: document.id_documento,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { nombre },
      ip,
      at,
    })
  }
}
