import { listNotifications, readNotifications } from '@foja/contracts/notifications'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Api } from '../../../http/register.ts'
import { announceUnread } from '../live/announce.ts'
import { presentNotification } from './notifications.presenter.ts'
import { countUnread, findNotifications, markRead } from './notifications.queries.ts'

const pageSize = 30

/** Ids are positive integers, sent as strings because they may exceed the safe range of clients. */
function requireId(id: string, field: string): string {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new ProblemError('validation_failed', { field })
  return id
}

const unreadOf = async ({ db, actor }: Ctx) => (await countUnread(db, [actor.id])).get(actor.id) ?? 0

export function registerNotifications(api: Api): void {
  api.route(listNotifications, async ({ ctx, query }) => {
    const before = query.before === undefined ? undefined : requireId(query.before, 'before')
    const page = { before, unread: query.unread !== undefined, limit: pageSize + 1 }
    const rows = await findNotifications(ctx.db, ctx.actor.id, page)
    const results = rows.slice(0, pageSize)
    const next = rows.length > pageSize ? String(results.at(-1)!.id) : null
    const body = { unread: await unreadOf(ctx), results: results.flatMap(presentNotification), next }
    return { status: 200, body }
  })

  api.route(readNotifications, async ({ ctx, body }) => {
    const { db, clock, actor } = ctx
    if ('ids' in body) for (const id of body.ids) requireId(id, 'ids')
    else requireId(body.until, 'until')
    await inTransaction(db, async (trx) => {
      // Updates the other screens of the same user.
      if ((await markRead(trx, actor.id, body, clock())) > 0) await announceUnread(trx, ctx, [actor.id])
    })
    return { status: 200, body: { unread: await unreadOf(ctx) } }
  })
}
