import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { voidLinks, endSessions } from '../identity/public.ts'
import { endSharing } from '../documents/public.ts'
import { handOver } from '../casework/public.ts'
import { recordUser } from './record-user.ts'

export type Leaving = {
  person: { id: string; nombre: string; id_company: string | null }
  /** The user who takes over their open requests; undefined if none was named. */
  successor: string | undefined
  how: 'deactivated' | 'removed'
  at: Date
}

/** Deletes the stored key of a user, and what they had prepared to sign with another key. */
async function forgetKey(trx: Transaction<Database>, { actor, ip }: Ctx, { person, at }: Leaving): Promise<void> {
  await trx.deleteFrom('prepared_signing').where('id_user', '=', person.id).execute()
  const removed = await trx
    .deleteFrom('signer')
    .where('id_user', '=', person.id)
    .returning('fingerprint')
    .executeTakeFirst()
  if (removed === undefined) return
  const data = { id_user: person.id, nombre: person.nombre, fingerprint: removed.fingerprint }
  const who = { id_company: person.id_company, actor: actor.id, actor_label: actor.nombre, ip, at }
  await appendEvent(trx, { ...who, action: 'signer.removed', data })
}

/**
 * Ends what belongs to a user who leaves: sessions, one-time links, the stored key and shares in both directions. Their
 * open requests go to the successor; the rest stays as history. The caller has already closed or deactivated the
 * account.
 * @throws ProblemError handover_required, assignee_unknown
 */
export async function leaveOffice(
  trx: Transaction<Database>,
  ctx: Ctx,
  leaving: Leaving,
): Promise<{ handed_over: number }> {
  const { person, successor, how, at } = leaving
  const handed_over = await handOver(trx, ctx, { person, after: null, successor, at })
  await endSessions(trx, { user: person.id, reason: how, at })
  await voidLinks(trx, person.id, at)
  await endSharing(trx, ctx, { person: person.id, after: null, at })
  await forgetKey(trx, ctx, leaving)
  await recordUser(trx, ctx, person, `user.${how}`, at, { handed_over })
  return { handed_over }
}
