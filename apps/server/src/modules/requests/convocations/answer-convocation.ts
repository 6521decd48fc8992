import type { ConveneView, recipientAnswer } from '@foja/contracts/convocations'
import { mayRecipient } from '@foja/contracts/recipient-rules'
import { inTransaction } from '@foja/db/transaction'
import { finishCalendar, writeCalendar } from '@foja/mail/calendar'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { notify } from '../../notify/public.ts'
import { messageZone } from '../../outbox/public.ts'
import { logoUrlOf } from '../office-logo.ts'
import { recordRecipientEvent } from '../record-event.ts'
import { isMoved, lockAsked, requireRecipient, stateOf, type Asked } from '../require-recipient.ts'
import { findAppointment, type AppointmentRow } from './appointment.queries.ts'
import { presentAnswer } from './convene-parties.ts'

/** Each answer sends a message to the user who convened. */
const answers: ThrottleRule = { tries: 10, seconds: 24 * 3600 }

type Input = z.output<typeof recipientAnswer.body>

/** The same event as in the office's invitation, so that a calendar has it once. */
function calendarOf({ clock, locale }: Ctx<null>, appointment: AppointmentRow, start: Date): string {
  const { id_solicitud, titulo, lugar, calendar_sequence: next } = appointment
  return finishCalendar(
    writeCalendar({
      uid: `${id_solicitud}@foja`,
      sequence: Math.max(0, next - 1),
      stamp: clock(),
      start,
      minutes: 60,
      summary: titulo,
      description: '',
      location: lugar,
      url: null,
      attendee: null,
      method: null,
      alarm: locale === 'en' ? `Tomorrow: ${titulo}` : `Mañana: ${titulo}`,
    }),
    null,
  )
}

/** What the page of a convened party shows. @throws ProblemError not_found */
export async function presentConvened(ctx: Ctx<null>, asked: Asked): Promise<ConveneView> {
  const { recipient, request } = asked
  const appointment = await findAppointment(ctx.db, request.id_solicitud!)
  // In the recycle bin.
  if (appointment === undefined) throw new ProblemError('not_found')
  const fecha = request.fecha!
  const moved = isMoved(asked)
  return {
    kind: 'convocatoria',
    id: request.id,
    company: request.company_nombre,
    logo: await logoUrlOf(ctx, request),
    asked_by: request.author_nombre,
    titulo: request.titulo,
    mensaje: request.mensaje,
    fecha: fecha.toISOString(),
    time_zone: messageZone(ctx.timeZone, appointment.time_zone),
    lugar: appointment.lugar,
    recipient: { nombre: recipient.nombre },
    ...(moved ? { answer: null, motivo: null, fecha_propuesta: null } : presentAnswer(recipient)),
    may_answer: !moved && mayRecipient('answer', stateOf(asked)) && fecha > ctx.clock(),
    moved,
    calendar: calendarOf(ctx, appointment, fecha),
  }
}

/** The answer as columns. @throws ProblemError date_in_past */
function columnsOf(input: Input, now: Date) {
  const { answer } = input
  const proposed = answer === 'otra_fecha' && input.fecha !== undefined ? new Date(input.fecha) : null
  if (proposed !== null && proposed <= now) throw new ProblemError('date_in_past', { field: 'fecha' })
  return {
    answer,
    motivo: answer === 'confirma' ? null : input.motivo,
    fecha_propuesta: proposed,
  }
}

/**
 * Records the answer of a party, who may change it until the appointment begins, and notifies the user who convened.
 * The same answer again changes nothing.
 * @throws ProblemError not_found, request_closed, date_in_past, too_many_attempts
 */
export async function answerConvocation(ctx: Ctx<null>, token: string, input: Input): Promise<ConveneView> {
  const asked = await requireRecipient(ctx, token, 'convocatoria')
  await inTransaction(ctx.db, async (trx) => {
    const locked = await lockAsked(trx, ctx, asked, 'answer')
    const { recipient, request } = locked
    const at = ctx.clock()
    if (request.fecha! <= at) throw new ProblemError('request_closed')
    const columns = columnsOf(input, at)
    const fecha = columns.fecha_propuesta?.toISOString() ?? null
    const data = { answer: columns.answer, motivo: columns.motivo, fecha }
    const before = presentAnswer(recipient)
    if (before.answer === data.answer && before.motivo === data.motivo && before.fecha_propuesta === fecha) return
    await slowDown({ db: trx, clock: ctx.clock }, 'convocation answers', recipient.id, answers)
    const set = { ...columns, status: 'respondido' as const, acted_at: at }
    await trx.updateTable('recipient').set(set).where('id', '=', recipient.id).execute()
    await notify(trx, ctx, {
      kind: 'convocation.answered',
      to: [request.created_by],
      actor: { id: null, nombre: recipient.nombre },
      id_solicitud: request.id_solicitud,
      id_documento: null,
      data: { titulo: request.titulo, motivo: columns.motivo, status: columns.answer, fecha },
      key: `convocation.answered:${recipient.id}:${at.toISOString()}`,
      email: true,
    })
    await recordRecipientEvent(trx, ctx, locked, {
      action: 'recipient.answered',
      data,
      published: { answer: columns.answer },
      at,
    })
  })
  return await presentConvened(ctx, await requireRecipient(ctx, token, 'convocatoria'))
}
