import type { conveneParties as endpoint, Convocation, ConvenedParty } from '@foja/contracts/convocations'
import { can } from '@foja/contracts/policies'
import { convenedRole, convocationActions } from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requestKey, runOnce } from '../../../lib/idempotency.ts'
import { lockSolicitud, requireAllowed } from '../../case-locks/public.ts'
import { lockActor } from '../../identity/public.ts'
import { findMailStatuses, spendQuota } from '../../outbox/public.ts'
import { askNextTurn } from '../advance-request.ts'
import { recordRequestEvent } from '../record-event.ts'
import { newRecipient } from '../request-input.ts'
import { iso, presentReached } from '../requests.presenter.ts'
import { findRecipients, findRequest, type RecipientRow } from '../requests.queries.ts'
import { endConvocations, findAppointment, findConvocations } from './appointment.queries.ts'

type Input = z.output<typeof endpoint.body>

/** How long the page of a party opens after the appointment began: it has the place, and the link of a meeting. */
const openHours = 24

const namesOf = (people: readonly { nombre: string }[]) => people.map(({ nombre }) => nombre).join(', ')

/** Inserts the convocation and writes to the parties; an earlier one ends. */
async function insert(trx: Transaction<Database>, ctx: Ctx, { id_solicitud, mensaje }: Input): Promise<null> {
  const { actor, clock, ip } = ctx
  const at = clock()
  const locked = await lockSolicitud(trx, actor, 'solicitud.schedule', id_solicitud)
  requireAllowed(locked, actor, 'schedule')
  const { main, row } = locked
  const { fecha_agendada: fecha, partes } = row
  if (row.status !== 'agendado' || fecha === null || fecha <= at) throw new ProblemError('appointment_missing')
  if (partes.length === 0) throw new ProblemError('parties_missing')
  await spendQuota(trx, ctx, partes.filter(({ email }) => email).length)
  await endConvocations(trx, row, at, true)
  const id = randomUUID()
  await trx
    .insertInto('request')
    .values({
      id,
      kind: 'convocatoria',
      id_company: main.id_company,
      id_solicitud_main: main.id_solicitud_main,
      id_solicitud,
      titulo: row.titulo || main.titulo,
      mensaje: mensaje || null,
      status: 'enviada',
      allow_delegation: false,
      remind_every_days: null,
      expires_at: new Date(fecha.getTime() + openHours * 3_600_000),
      created_by: actor.id,
      created_at: at,
      sent_at: at,
      fecha,
    })
    .execute()
  const recipients = partes.map(({ nombre, email = '' }, position) => ({
    ...newRecipient(ctx, id, position, { nombre, email }),
    must_match: false,
    rol: convenedRole as typeof convenedRole,
    turno: 1,
    places: '[]',
    ...(email === '' ? { channel: 'enlace' as const } : {}),
  }))
  await trx.insertInto('recipient').values(recipients).execute()
  const request = (await findRequest(trx, id))!
  await askNextTurn(trx, ctx, request, { zone: row.time_zone })
  await recordRequestEvent(trx, ctx, request, {
    action: 'convocation.sent',
    actor: actor.id,
    actor_label: actor.nombre,
    data: {
      fecha: fecha.toISOString(),
      names: namesOf(partes.filter(({ email }) => email)),
      sin_correo: namesOf(partes.filter(({ email }) => !email)),
    },
    ip,
    at,
  })
  return null
}

/**
 * Convenes the parties of a request to its appointment: those with an address get a letter with their link.
 * @throws ProblemError not_found, forbidden, transition_not_allowed, solicitud_concluded, appointment_missing,
 * parties_missing, email_quota_exceeded, id_in_use
 */
export async function convene(ctx: Ctx, input: Input): Promise<Convocation> {
  const { key, ...content } = input
  const idempotency = requestKey(ctx.actor.id, 'convocation', key, content)
  const lock = async (trx: Transaction<Database>) => await lockActor(trx, ctx.actor, ctx.clock())
  await runOnce(ctx, idempotency, async (trx) => await insert(trx, ctx, input), lock)
  return await presentConvocation(ctx, input.id_solicitud)
}

async function presentParties(db: Kysely<Database>, convocation: string): Promise<ConvenedParty[]> {
  const rows = await findRecipients(db, [convocation])
  const mail = await findMailStatuses(db, rows)
  return rows.map((row) => ({ ...presentReached(row, mail), ...presentAnswer(row) }))
}

export const presentAnswer = ({ answer, motivo, fecha_propuesta }: RecipientRow) => ({
  answer,
  motivo,
  fecha_propuesta: iso(fecha_propuesta),
})

/**
 * The convocation to the appointment of a request, with the answers, and what the caller may do.
 * @throws ProblemError not_found, forbidden
 */
export async function presentConvocation({ db, actor, clock }: Ctx, id: string): Promise<Convocation> {
  const appointment = await findAppointment(db, id)
  authorize('solicitud.read', actor, appointment)
  const { fecha_agendada: fecha, status, partes } = appointment
  const [last] = await findConvocations(db, id)
  const current = last?.status === 'enviada' || last?.status === 'vencida' ? last : undefined
  const isComing = status === 'agendado' && fecha !== null && fecha > clock()
  const may = {
    convene: isComing && partes.length > 0 && can('solicitud.schedule', actor, appointment),
    ask: current?.status === 'enviada' && can('document.ask', actor, appointment),
  }
  return {
    id_solicitud: id,
    convocation:
      current === undefined
        ? null
        : {
            id: current.id,
            fecha: current.fecha!.toISOString(),
            mensaje: current.mensaje,
            created_by: { id: current.created_by, nombre: current.author_nombre, email: current.author_email },
            sent_at: current.sent_at!.toISOString(),
            recipients: await presentParties(db, current.id),
          },
    moved: current === undefined && last !== undefined && isComing,
    actions: convocationActions.filter((action) => (action === 'convene' ? may.convene : may.ask)),
  }
}
