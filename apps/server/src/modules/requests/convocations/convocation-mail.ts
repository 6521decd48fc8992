import type { Database } from '@foja/db/schema'
import { convocationLetter, type ConvocationLetter } from '@foja/mail/convocation-letter'
import type { RenderedLetter } from '@foja/mail/letter'
import { tellTime, tellZone } from '@foja/mail/times'
import type { Transaction } from 'kysely'
import { messageZone, type MailDeps } from '../../outbox/public.ts'
import type { RequestRow } from '../requests.queries.ts'
import { findAppointment, findConvocations } from './appointment.queries.ts'

type About = Pick<ConvocationLetter, 'locale' | 'nombre' | 'sender' | 'company' | 'titulo' | 'message' | 'url'>

/** A letter to a convened party, with the appointment in the time zone in which it was chosen. */
export async function writeConvocation(
  trx: Transaction<Database>,
  deps: MailDeps,
  { request, kind }: { request: RequestRow; kind: string },
  about: About,
): Promise<RenderedLetter> {
  const appointment = await findAppointment(trx, request.id_solicitud!)
  const [, before] = await findConvocations(trx, request.id_solicitud!)
  const fecha = request.fecha!
  const zone = messageZone(deps.timeZone, appointment?.time_zone ?? null)
  const isMoved = before !== undefined && before.fecha?.getTime() !== fecha.getTime()
  return convocationLetter({
    ...about,
    kind: kind === 'remind' ? 'remind' : isMoved ? 'moved' : 'ask',
    when: tellTime(fecha, about.locale, zone),
    zone: tellZone(fecha, about.locale, zone),
    lugar: appointment?.lugar ?? null,
  })
}
