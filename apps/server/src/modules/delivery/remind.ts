import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { appointmentLetter } from '@foja/mail/appointment-letter'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { announceChange, notify } from '../notify/public.ts'
import { companyNameOf, participantsOf } from './appointment-people.ts'
import { messageZone, queueEmail } from '../outbox/public.ts'

const dayMs = 24 * 3_600_000
const perRun = 200

async function findNear(db: Kysely<Database>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('solicitud')
    .innerJoin('company', 'company.id', 'solicitud.id_company')
    .where('company.activa', '=', true)
    .where('status', '=', 'agendado')
    .where('fecha_agendada', '>', now)
    .where('fecha_agendada', '<=', new Date(now.getTime() + dayMs))
    .where(sql<boolean>`reminded_for is distinct from fecha_agendada`)
    .orderBy('fecha_agendada')
    .limit(perRun)
    .select('id_solicitud')
    .execute()
  return rows.map((row) => row.id_solicitud)
}

/** Marks a request as reminded of its date; undefined if another worker did so or the request changed. */
async function take(trx: Transaction<Database>, id: string, now: Date) {
  return await trx
    .updateTable('solicitud')
    .set((eb) => ({ reminded_for: eb.ref('fecha_agendada') }))
    .where('id_solicitud', '=', id)
    .where('status', '=', 'agendado')
    .where('fecha_agendada', '>', now)
    .where('fecha_agendada', '<=', new Date(now.getTime() + dayMs))
    .where(sql<boolean>`reminded_for is distinct from fecha_agendada`)
    .returning([
      'id_solicitud',
      'id_solicitud_main',
      'id_company',
      'titulo',
      'fecha_agendada',
      'time_zone',
      'lugar',
      'partes',
      'asignado_a',
    ])
    .executeTakeFirst()
}

async function remind(trx: Transaction<Database>, deps: AppDeps, id: string): Promise<boolean> {
  const at = deps.clock()
  const solicitud = await take(trx, id, at)
  const fecha = solicitud?.fecha_agendada
  if (solicitud === undefined || fecha === null || fecha === undefined) return false
  const { id_solicitud, id_solicitud_main, id_company, titulo, lugar, partes, asignado_a, time_zone } = solicitud
  const main = await trx
    .selectFrom('solicitud_main')
    .where('id_solicitud_main', '=', id_solicitud_main)
    .select(['titulo', 'created_by'])
    .executeTakeFirstOrThrow()
  const company = await companyNameOf(trx, id_company)
  const people = await participantsOf(trx, { id_company, partes, assignee: asignado_a, author: main.created_by })
  for (const { nombre, address, locale, user } of people) {
    const letter = appointmentLetter({
      kind: 'reminder',
      locale,
      nombre,
      titulo,
      main_titulo: main.titulo,
      company,
      fecha,
      timeZone: messageZone(deps.timeZone, time_zone),
      lugar,
      mensaje: null,
      url: user === null ? null : `${deps.origin()}/solicitudes/${id_solicitud}`,
      changed: false,
    })
    const reader = user === null ? {} : { reader: { id: user, about: { requests: [id_solicitud] } } }
    const to = { locale, to: [address], ...reader }
    await queueEmail(trx, deps, { kind: 'reminder', id_company, ...to, ...letter, id_solicitud })
  }
  const date = fecha.toISOString()
  await notify(trx, deps, {
    kind: 'solicitud.reminder',
    to: [main.created_by, ...(asignado_a === null ? [] : [asignado_a])],
    actor: null,
    id_solicitud,
    data: { titulo, fecha: date, lugar },
    key: `solicitud.reminder:${id_solicitud}:${date}`,
  })
  const change = { id_company, created_by: main.created_by, id_solicitud_main, id_documento: null }
  await announceChange(trx, deps, change)
  await appendEvent(trx, {
    action: 'solicitud.reminded',
    id_solicitud_main,
    id_company,
    actor_label: 'Foja',
    data: { titulo, id_solicitud, fecha: date },
    at,
  })
  return true
}

/**
 * Sends reminders to the parties, the mediator and the author of each appointment in the next 24 hours, once per date
 * across all workers. Late starts still remind of future appointments. Inactive companies are skipped. Returns the
 * number of appointments.
 */
export async function remindOfAppointments(deps: AppDeps): Promise<number> {
  let reminded = 0
  const failures: unknown[] = []
  for (const id of await findNear(deps.db, deps.clock())) {
    try {
      if (await inTransaction(deps.db, async (trx) => await remind(trx, deps, id))) reminded += 1
    } catch (error) {
      // One failure does not stop the others.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} appointments without a reminder`)
  return reminded
}
