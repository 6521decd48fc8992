import type * as z from 'zod/mini'
import type { agenda as agendaCall, AgendaItem } from '@foja/contracts/casework'
import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { presentSolicitud } from './solicitudes.presenter.ts'
import { authorize } from '../../../http/authorize.ts'
import type { BinaryBody } from '../../../http/endpoint-types.ts'
import { calendarOf } from '../../delivery/public.ts'
import { selectAnswers } from '../../requests/public.ts'

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

export type AgendaQuery = z.output<typeof agendaCall.query>

const mostDays = 92
const mostItems = 500
const dayMs = 86_400_000

/** The requested period; throws `validation_failed` when it is empty or too long. */
function periodOf({ desde, hasta }: AgendaQuery): { from: Date; until: Date } {
  const [from, until] = [new Date(desde), new Date(hasta)]
  const refuse = (es: string, en: string) =>
    new ProblemError('validation_failed', { errors: [{ field: 'hasta', code: 'too_big', message: { es, en } }] })
  if (until <= from) throw refuse('Debe ser después del comienzo.', 'It must be after the start.')
  if (until.getTime() - from.getTime() > mostDays * dayMs) {
    throw refuse(`Pide ${mostDays} días como máximo.`, `Ask for ${mostDays} days at most.`)
  }
  return { from, until }
}

/** Selects the appointments of a period with their mediators and numbers of documents. */
function selectAppointments(db: Kysely<Database>, actor: Actor, query: AgendaQuery) {
  const { from, until } = periodOf(query)
  const all = db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .leftJoin('app_user', 'app_user.id', 'solicitud.asignado_a')
    .where('fecha_agendada', '>=', from)
    .where('fecha_agendada', '<', until)
    .$if(query.asignado_a !== undefined, (select) => select.where('asignado_a', '=', query.asignado_a!))
    // The permission `solicitud.read` as SQL.
    .$if(actor.role !== 'admin', (select) => select.where('solicitud.id_company', '=', actor.id_company!))
    .$if(actor.role === 'usuario', (select) => select.where('main.created_by', '=', actor.id))
  return all
    .selectAll('solicitud')
    .select(['app_user.nombre as assignee_nombre', 'main.titulo as main_titulo'])
    .select((eb) =>
      eb
        .selectFrom('document')
        .whereRef('document.id_solicitud', '=', 'solicitud.id_solicitud')
        .where('document.deleted_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('documents'),
    )
    .select(selectAnswers)
    .orderBy('fecha_agendada')
    .orderBy('solicitud.id_solicitud')
    .limit(mostItems + 1)
}

/** The appointments of a period that the caller may read, in order. `more`: the limit was exceeded. */
export async function agenda({ db, actor }: Ctx, query: AgendaQuery): Promise<{ items: AgendaItem[]; more: boolean }> {
  if (actor.role !== 'admin' && actor.id_company === null) return { items: [], more: false }
  const rows = await selectAppointments(db, actor, query).execute()
  const items = rows.slice(0, mostItems).map(({ main_titulo, documents, answers, ...row }) => {
    const { description: _documents, ...solicitud } = presentSolicitud(row, [])
    return { ...solicitud, main_titulo, documents: documents ?? 0, answers }
  })
  return { items, more: rows.length > mostItems }
}
