import type { AnswerCounts } from '@foja/contracts/convocations'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'
import { selectRequests, type RecipientRow, type RequestRow } from '../requests.queries.ts'

/** The appointment of a request, with its case file; undefined for an unknown one, or one in the recycle bin. */
export async function findAppointment(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('solicitud.id_solicitud', '=', id)
    .select(['solicitud.id_solicitud', 'solicitud.titulo', 'solicitud.status', 'fecha_agendada', 'time_zone', 'lugar'])
    .select(['partes', 'calendar_sequence', 'main.titulo as main_titulo', 'main.id_company', 'main.created_by'])
    .executeTakeFirst()
}
export type AppointmentRow = NonNullable<Awaited<ReturnType<typeof findAppointment>>>

/** The convocations of a request, the last one first. */
export async function findConvocations(db: Kysely<Database>, id: string): Promise<RequestRow[]> {
  return await selectRequests(db)
    .where('request.id_solicitud', '=', id)
    .where('request.kind', '=', 'convocatoria')
    .orderBy('request.sent_at', 'desc')
    .orderBy('request.id')
    .execute()
}

/** The running convocation of the same person that took the place of an earlier one. */
export async function findSuccessor(
  db: Kysely<Database>,
  { recipient, request }: { recipient: RecipientRow; request: RequestRow },
): Promise<RequestRow | undefined> {
  if (request.kind !== 'convocatoria' || request.status !== 'anulada') return undefined
  return await selectRequests(db)
    .where('request.id_solicitud', '=', request.id_solicitud)
    .where('request.kind', '=', 'convocatoria')
    .where('request.status', '=', 'enviada')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('recipient as one')
          .whereRef('one.id_request', '=', 'request.id')
          .where('one.nombre', '=', recipient.nombre)
          .where('one.email', '=', recipient.email)
          .select('one.id'),
      ),
    )
    .executeTakeFirst()
}

type Appointment = {
  id_solicitud: string
  id_solicitud_main: string
  status: 'pendiente' | 'agendado' | 'concluido'
  fecha_agendada: Date | null
}

const selectOf = (trx: Transaction<Database>, { id_solicitud, id_solicitud_main }: Appointment) =>
  trx
    .updateTable('request')
    .where('kind', '=', 'convocatoria')
    .where('id_solicitud_main', '=', id_solicitud_main)
    .where('id_solicitud', '=', id_solicitud)

/**
 * Ends the convocations of a locked request that are about another date, and stops the answers once it is concluded.
 * `all`: those about the same date too, because another one takes their place.
 */
export async function endConvocations(
  trx: Transaction<Database>,
  solicitud: Appointment,
  at: Date,
  all = false,
): Promise<void> {
  let past = selectOf(trx, solicitud)
    .set({ status: 'anulada', ended_at: at })
    .where('status', 'in', ['enviada', 'vencida'])
  if (!all) past = past.where('fecha', 'is distinct from', solicitud.fecha_agendada)
  await past.execute()
  if (solicitud.status !== 'concluido') return
  const set = { status: 'vencida', ended_at: at } as const
  await selectOf(trx, solicitud).set(set).where('status', '=', 'enviada').execute()
}

/** Column of a query of `solicitud`: the answers to the convocation to its appointment; null without one. */
export const selectAnswers = () =>
  sql<AnswerCounts | null>`(select jsonb_build_object('total', count(*),
      'confirma', count(*) filter (where one.answer = 'confirma'),
      'otra_fecha', count(*) filter (where one.answer = 'otra_fecha'),
      'no_asiste', count(*) filter (where one.answer = 'no_asiste'))
    from request join recipient one on one.id_request = request.id
    where request.id_solicitud_main = solicitud.id_solicitud_main and request.id_solicitud = solicitud.id_solicitud
      and request.kind = 'convocatoria' and request.status in ('enviada', 'vencida')
    having count(*) > 0)`.as('answers')
