import { invitationSchema, type ListedUser } from '@foja/contracts/users'
import * as z from 'zod/mini'
import { authorize } from '../../http/authorize.ts'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { countOpenCases } from '../casework/public.ts'
import { presentListedUser } from './users.presenter.ts'
import { findUser, findUsers, type UserQuery } from './users.queries.ts'

/** Returns one page of the users whom the actor manages, and the total count. */
export async function readUsers(
  { db, actor, clock }: Ctx,
  query: UserQuery,
): Promise<{ results: ListedUser[]; count: number }> {
  const { rows, count } = await findUsers(db, actor, query, clock())
  const ids = rows.map(({ id }) => id)
  const open = await countOpenCases(db, ids)
  return { results: rows.map((row) => presentListedUser(row, open.get(row.id) ?? 0, actor)), count }
}

/** Returns one user as the actor, who manages them, sees them. Throws `not_found` if they were removed meanwhile. */
export async function readUser({ db, actor, clock }: Ctx, id: string): Promise<ListedUser> {
  const row = await findUser(db, id, clock())
  if (row === undefined) throw new ProblemError('not_found')
  const open = await countOpenCases(db, [id])
  return presentListedUser(row, open.get(id) ?? 0, actor)
}

/**
 * A user whom the caller manages, as calls return them. Replies that sent an invitation contain it: the one of `sent`
 * counts as unchanged while it is the last.
 * @throws ProblemError not_found, forbidden
 */
export async function readReturned(ctx: Ctx, id: string, { invitation: sent }: Record<string, unknown>) {
  const row = await findUser(ctx.db, id, ctx.clock())
  authorize('user.manage', ctx.actor, row === undefined ? null : { ...row, created_by: null })
  const user = await readUser(ctx, id)
  const known = z.safeParse(invitationSchema, sent).data
  const isLast = known !== undefined && known.expires_at === user.invitation_expires_at
  return { ...user, invitation: isLast ? known : null }
}
