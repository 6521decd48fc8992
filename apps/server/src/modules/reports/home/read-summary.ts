import type { summary } from '@foja/contracts/home'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { addDays, localTime, mondayOf, startOfDay } from '../../../lib/zoned-days.ts'
import { countWaiting, ownMailbox } from '../../delivery/public.ts'
import { presentEvent } from '../../documents/public.ts'
import { scopeOf } from '../../casework/public.ts'
import { countWeeks, findRecent, type RecentRow } from './home.queries.ts'
import { findTodo } from './todo.queries.ts'

export type Summary = z.output<(typeof summary)['replies'][200]>

function presentRecent({ id_solicitud, titulo, ...event }: RecentRow): Summary['recent'] {
  const { id_solicitud_main } = event
  return presentEvent(event).map((shown) => ({ ...shown, id_solicitud, id_solicitud_main, titulo }))
}

/** Returns what the caller has to do and the figures of their office, in days and weeks of their time zone. */
export async function readSummary(ctx: Ctx, { weeks: count }: { weeks: number }): Promise<Summary> {
  const { db, actor, mail } = ctx
  const now = ctx.clock()
  const timeZone = ctx.browserZone ?? 'UTC'
  const scope = scopeOf(actor)
  const { day } = localTime(now, timeZone)
  const first = addDays(mondayOf(day), -7 * (count - 1))
  const starts = Array.from({ length: count }, (_, week) => addDays(first, week * 7))
  const { failed, held } = await countWaiting(db, ownMailbox(actor))
  const emails = { failed, held, configured: mail !== null }
  const nothing = { creadas: 0, agendadas: 0, concluidas: 0 }
  if (scope === null) {
    const counts = { send: 0, schedule: 0, overdue: 0, sign: 0, today: 0, assign: 0 }
    const weeks = starts.map((start) => ({ start, ...nothing }))
    return { counts, todo: [], emails, weeks, mean_seconds_to_conclude: null, recent: [] }
  }
  const midnight = (of: string) => startOfDay(of, timeZone)
  const today = { now, start: midnight(day), end: midnight(addDays(day, 1)) }
  const counted = await countWeeks(db, scope, [...starts, addDays(first, count * 7)].map(midnight))
  const sum = (kind: 'concluidas' | 'segundos') => counted.reduce((total, week) => total + week[kind], 0)
  return {
    ...(await findTodo(db, actor, scope, today)),
    emails,
    weeks: counted.map(({ segundos: _segundos, ...week }, n) => ({ start: starts[n] ?? first, ...week })),
    mean_seconds_to_conclude: sum('concluidas') === 0 ? null : sum('segundos') / sum('concluidas'),
    recent: (await findRecent(db, scope)).flatMap(presentRecent),
  }
}
