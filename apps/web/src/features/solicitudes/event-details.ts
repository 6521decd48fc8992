import type { Event } from '@foja/contracts/events'
import type { PartyAnswer } from '@foja/contracts/request-states'
import type { MediationStatus } from '@foja/contracts/states'
import type { Format } from '../../lib/format/format.ts'
import type { domain } from '../../shared/texts/domain.ts'
import type { events } from '../../shared/texts/events.ts'

type Words = { events: typeof events; domain: typeof domain }

const textOf = (event: Event, name: string): string | undefined => {
  const value = event.data[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** One changed field of a request in words: its new value, or that it was removed. */
function fieldFact(event: Event, field: string, { events: { facts } }: Words, format: Format): string | undefined {
  const now = textOf(event, `to_${field}`)
  if (field === 'fecha_agendada') return now === undefined ? facts.noDate : facts.date(format.dateTime(now))
  if (field === 'lugar' && now === undefined) return facts.noPlace
  if (field === 'asignado_a') return now === undefined ? facts.unassigned : facts.assignee(now)
  const name = Object.entries(facts.fields).find(([known]) => known === field)?.[1]
  return now === undefined || name === undefined ? name : `${name}: ${now}`
}

/** Details that the sentence of an event leaves out, as short lines without codes. */
export function eventFacts(event: Event, words: Words, format: Format): string[] {
  const { facts } = words.events
  const fact = <T>(name: string, say: (value: string) => T) => {
    const value = textOf(event, name)
    return value === undefined ? [] : [say(value)]
  }
  const moment = (value: string) => format.dateTime(value)
  switch (event.action) {
    case 'solicitud.sent':
      return [...fact('fecha', (at) => facts.date(moment(at))), ...fact('asignado_a', facts.assignee)]
    case 'solicitud.reminded':
      return fact('fecha', (at) => facts.date(moment(at)))
    case 'convocation.sent':
      return [
        ...fact('fecha', (at) => facts.date(moment(at))),
        ...fact('names', facts.to),
        ...fact('sin_correo', facts.unmailed),
      ]
    case 'recipient.answered':
      return [
        ...fact('answer', (answer) => facts.answers[answer as PartyAnswer]),
        ...fact('fecha', (at) => facts.proposed(moment(at))),
      ]
    case 'solicitud.updated':
      return (textOf(event, 'fields') ?? '')
        .split(',')
        .map((field) => fieldFact(event, field, words, format))
        .filter((fact) => fact !== undefined)
    case 'mediation.changed':
      return fact('status', (status) => words.domain.mediation[status as MediationStatus])
    case 'document.filled':
      return fact('plantilla', facts.template)
    case 'document.signed':
      return [...fact('simple', () => facts.simple), ...fact('level', facts.level)]
    case 'recipient.signed':
      return fact('simple', () => facts.simple)
    case 'document.extended':
      return fact('level', facts.level)
    case 'email.failed':
      return [
        ...fact(textOf(event, 'missing') === undefined ? 'to' : 'missing', facts.to),
        ...fact('delivered', facts.reached),
      ]
    case 'email.queued':
    case 'email.sent':
    case 'email.retried':
    case 'email.released':
    case 'email.cancelled':
      return fact('to', facts.to)
    case 'user_shared.changed':
      return [...fact('added', facts.added), ...fact('removed', facts.removed)]
    case 'share.created':
      return fact('expires_at', (at) => facts.until(moment(at)))
    default:
      return []
  }
}

/** Free text of an event: a reason or a message. */
export const eventQuote = (event: Event): string | undefined => textOf(event, 'motivo') ?? textOf(event, 'mensaje')
