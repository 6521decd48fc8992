import { inTransaction } from '@foja/db/transaction'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { appendEvent } from '@foja/db/events'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { lockAdmins, requireRemainingAdmin, dropSecondFactors, voidLinks, endSessions } from '../identity/public.ts'
import { lockPerson } from './lock-person.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import { endSharing } from '../documents/public.ts'
import { handOver } from '../casework/public.ts'
import { recordUser } from './record-user.ts'

/** Columns of a closed account: no credentials; the second factor is removed with them. */
const noWayIn = {
  activo: false,
  password_hash: null,
  oidc_subject: null,
}

/**
 * Closes an account for good: the user disappears from lists, and their address and OpenID Connect account can be used
 * again. The history keeps their name.
 */
export async function closeAccount(trx: Transaction<Database>, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ ...noWayIn, removed_at: at })
    .where('id', '=', id)
    .execute()
  await dropSecondFactors(trx, id)
}

const toldToPerson: ThrottleRule = { tries: 200, seconds: 3600 }

/**
 * Rate-limits how many taken addresses of other companies a gestor learns about. Creating users reveals them, an import
 * again at each correction; the limit keeps non-admins from probing lists of addresses.
 * @throws ProblemError paused
 */
export async function countInUse({ db, clock, actor }: Ctx, addresses: number): Promise<void> {
  if (actor.role === 'admin' || addresses === 0) return
  const throttle = createThrottle(db, clock)
  const { allowed, retryAfter } = await throttle.hit('addresses in use', actor.id, toldToPerson, addresses)
  if (!allowed) throw new ProblemError('paused', { retryAfter })
}

/** Counts a refused address against that limit; returns the problem. */
export async function countRefusal(ctx: Ctx, problem: unknown): Promise<unknown> {
  if (problem instanceof ProblemError && problem.code === 'email_in_use') await countInUse(ctx, 1)
  return problem
}

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

/** Removes a user within a transaction: see `removeUser`. */
export async function leaveForGood(
  trx: Transaction<Database>,
  ctx: Ctx,
  { id, successor }: { id: string; successor: string | undefined },
): Promise<{ handed_over: number }> {
  await lockAdmins(trx)
  const person = await lockPerson(trx, ctx, id)
  if (id === ctx.actor.id) throw new ProblemError('not_yourself')
  const at = ctx.clock()
  await closeAccount(trx, id, at)
  if (person.role === 'admin') await requireRemainingAdmin(trx)
  return await leaveOffice(trx, ctx, { person, successor, how: 'removed', at })
}

/**
 * Removes a user: they leave the office, disappear from lists, and their address can be used again. The history keeps
 * their name.
 * @throws ProblemError not_found, forbidden, not_yourself, last_admin, handover_required, assignee_unknown
 */
export async function removeUser(
  ctx: Ctx,
  { id, successor }: { id: string; successor: string | undefined },
): Promise<{ handed_over: number }> {
  return await inTransaction(ctx.db, async (trx) => await leaveForGood(trx, ctx, { id, successor }))
}
