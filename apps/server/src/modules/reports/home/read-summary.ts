import type { summary } from '@foja/contracts/home'
import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import { addDays, localTime, mondayOf, startOfDay } from '../../../lib/zoned-days.ts'
import { countWaiting, ownMailbox } from '../../delivery/public.ts'
import { presentEvent } from '../../documents/public.ts'
import { scopeOf } from '../../casework/public.ts'
import { countWeeks, findRecent, type RecentRow } from './home.queries.ts'
import { findTodo } from './todo.queries.ts'

export type Summary = z.output<(typeof summary)['replies'][200]>

export type SummaryInput = { weeks: number; timeZone: string; now: Date; mailConfigured: boolean }

function presentRecent({ id_solicitud, titulo, ...event }: RecentRow): Summary['recent'] {
  const { id_solicitud_main } = event
  return presentEvent(event).map((shown) => ({ ...shown, id_solicitud, id_solicitud_main, titulo }))
}

/** Returns what `actor` has to do and the figures of their office, in days and weeks of their time zone. */
export async function readSummary(db: Kysely<Database>, actor: Actor, input: SummaryInput): Promise<Summary> {
  const scope = scopeOf(actor)
  const { day } = localTime(input.now, input.timeZone)
  const first = addDays(mondayOf(day), -7 * (input.weeks - 1))
  const starts = Array.from({ length: input.weeks }, (_, week) => addDays(first, week * 7))
  const { failed, held } = await countWaiting(db, ownMailbox(actor))
  const emails = { failed, held, configured: input.mailConfigured }
  const nothing = { creadas: 0, agendadas: 0, concluidas: 0 }
  if (scope === null) {
    const counts = { send: 0, schedule: 0, overdue: 0, sign: 0, today: 0, assign: 0 }
    const weeks = starts.map((start) => ({ start, ...nothing }))
    return { counts, todo: [], emails, weeks, mean_seconds_to_conclude: null, recent: [] }
  }
  const midnight = (of: string) => startOfDay(of, input.timeZone)
  const today = { now: input.now, start: midnight(day), end: midnight(addDays(day, 1)) }
  const counted = await countWeeks(db, scope, [...starts, addDays(first, input.weeks * 7)].map(midnight))
  const sum = (kind: 'concluidas' | 'segundos') => counted.reduce((total, week) => total + week[kind], 0)
  return {
    ...(await findTodo(db, actor, scope, today)),
    emails,
    weeks: counted.map(({ segundos: _segundos, ...week }, n) => ({ start: starts[n] ?? first, ...week })),
    mean_seconds_to_conclude: sum('concluidas') === 0 ? null : sum('segundos') / sum('concluidas'),
    recent: (await findRecent(db, scope)).flatMap(presentRecent),
  }
}
