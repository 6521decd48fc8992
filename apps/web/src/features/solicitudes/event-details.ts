import type { Event } from '@foja/contracts/events'
import type { MediationStatus } from '@foja/contracts/states'
import type { Format } from '../../i18n/format.ts'
import type { Texts } from '../../i18n/es.ts'

type Words = Pick<Texts, 'events' | 'domain'>

const textOf = (event: Event, name: string): string | undefined => {
  const value = event.data[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What a change of a request says of one field: what it is from then on, or that there is none. */
function fieldFact(event: Event, field: string, { events: { facts } }: Words, format: Format): string | undefined {
  const now = textOf(event, `to_${field}`)
  if (field === 'fecha_agendada') return now === undefined ? facts.noDate : facts.date(format.dateTime(now))
  if (field === 'lugar' && now === undefined) return facts.noPlace
  if (field === 'asignado_a') return now === undefined ? facts.nobody : facts.assignee(now)
  const name = Object.entries(facts.fields).find(([known]) => known === field)?.[1]
  return now === undefined || name === undefined ? name : `${name}: ${now}`
}

/** Facts of an event that its sentence leaves out, each a short line; in words, never as codes. */
export function eventFacts(event: Event, words: Words, format: Format): string[] {
  const { facts } = words.events
  const told = <T>(name: string, say: (value: string) => T) => {
    const value = textOf(event, name)
    return value === undefined ? [] : [say(value)]
  }
  const moment = (value: string) => format.dateTime(value)
  switch (event.action) {
    case 'solicitud.sent':
      return [...told('fecha', (at) => facts.date(moment(at))), ...told('asignado_a', facts.assignee)]
    case 'solicitud.reminded':
      return told('fecha', (at) => facts.date(moment(at)))
    case 'solicitud.updated':
      return (textOf(event, 'fields') ?? '')
        .split(',')
        .map((field) => fieldFact(event, field, words, format))
        .filter((fact) => fact !== undefined)
    case 'mediation.changed':
      return told('status', (status) => words.domain.mediation[status as MediationStatus])
    case 'document.filled':
      return told('plantilla', facts.template)
    case 'document.signed':
    case 'document.extended':
      return told('level', facts.level)
    case 'email.failed':
      return [
        ...told(textOf(event, 'missing') === undefined ? 'to' : 'missing', facts.to),
        ...told('delivered', facts.reached),
      ]
    case 'email.queued':
    case 'email.sent':
    case 'email.retried':
    case 'email.released':
    case 'email.cancelled':
      return told('to', facts.to)
    case 'user_shared.changed':
      return [...told('added', facts.added), ...told('removed', facts.removed)]
    case 'share.created':
      return told('expires_at', (at) => facts.until(moment(at)))
    default:
      return []
  }
}

/** What somebody wrote: a reason, or a message to those concerned. */
export const eventQuote = (event: Event): string | undefined => textOf(event, 'motivo') ?? textOf(event, 'mensaje')
