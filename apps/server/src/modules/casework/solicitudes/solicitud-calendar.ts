import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import type { BinaryBody } from '../../../http/endpoint-types.ts'
import { ProblemError } from '../../../http/problem.ts'
import { calendarOf } from '../../delivery/public.ts'

/**
 * The appointment of a request as a calendar file; cancelled if the request was concluded before it.
 * @throws ProblemError not_found, also for a request without a date
 */
export async function solicitudCalendar(ctx: Ctx, id: string): Promise<BinaryBody> {
  const { db, actor, clock, locale } = ctx
  const row = await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('id_solicitud', '=', id)
    .selectAll('solicitud')
    .select(['main.titulo as main_titulo', 'main.created_by'])
    .executeTakeFirst()
  authorize('solicitud.read', actor, row)
  const { fecha_agendada: fecha, calendar_sequence: next, status } = row
  if (fecha === null) throw new ProblemError('not_found')
  // The sequence of the last message, so that calendars treat both as equally recent.
  const sequence = Math.max(0, next - 1)
  const concluded = status === 'concluido' && fecha > clock()
  const text = calendarOf(ctx, { ...row, fecha, sequence, concluded }, locale)
  const stream = Buffer.from(text, 'utf8')
  return { stream, type: 'text/calendar; charset=utf-8', length: stream.length, filename: `${id}.ics` }
}
