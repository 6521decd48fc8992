import { eventActions } from '@foja/contracts/events'
import type { EventRow } from '@foja/db/events'
import { expect, it } from 'vitest'
import { eventSentence } from './event-sentences.ts'
import { formatCount, formatMoment } from './evidence-texts.ts'

const event = (action: string, more: Partial<EventRow> = {}): EventRow => ({
  id: 1,
  chain: 'c',
  seq: 1,
  id_solicitud_main: null,
  id_company: null,
  id_documento: null,
  actor: null,
  actor_label: 'Ana',
  action,
  data: {},
  ip: null,
  at: new Date(0),
  prev_hash: '',
  hash: '',
  ...more,
})

it.each(['es', 'en'] as const)('describes every action in %s, and an unknown one by its code', (locale) => {
  for (const action of eventActions) expect(eventSentence(event(action), 'x.pdf', locale)).toMatch(/^\p{Lu}.*\.$/u)
  expect(eventSentence(event('something.new'), undefined, locale)).toBe('Ana: something.new.')
})

it('names the actor and the document of an event if known', () => {
  const signed = event('document.signed', { data: { level: 'B-LTA', nombre: 'acta.pdf' } })
  expect(eventSentence(signed, undefined, 'es')).toBe('Ana firmó «acta.pdf» (nivel: B-LTA).')
  expect(eventSentence(event('document.signed', { actor_label: '' }), undefined, 'en')).toBe(
    'Someone without an account signed a document.',
  )
})

it('formats states and times in an event’s sentence', () => {
  const mediated = event('mediation.changed', { data: { nombre: 'acta.pdf', status: 'acuerdo_total', motivo: null } })
  expect(eventSentence(mediated, undefined, 'es')).toBe(
    'Ana cambió el estado de mediación de «acta.pdf» (estado: Acuerdo total).',
  )
  expect(eventSentence(mediated, undefined, 'en')).toContain('(status: Full agreement)')
  const sent = event('solicitud.sent', {
    data: { titulo: 'Demanda', fecha: '2026-11-30T14:30:00.000Z', mensaje: null },
  })
  expect(eventSentence(sent, undefined, 'es')).toBe(
    'Ana envió la solicitud (título: Demanda) (cita: 2026-11-30 14:30 UTC).',
  )
})

it('lists who received a partly delivered message', () => {
  const data = { nombre: 'acta.pdf', to: 'a@x.ec, b@x.ec', missing: 'b@x.ec', delivered: 'a@x.ec' }
  const words = (locale: 'es' | 'en', more = {}) =>
    eventSentence(event('email.failed', { data: { ...data, ...more } }), undefined, locale)
  expect(words('es')).toBe('El correo con «acta.pdf» no salió a todos (sí a: a@x.ec) (no a: b@x.ec).')
  expect(words('en')).toBe('The message with «acta.pdf» did not go out to all (to: a@x.ec) (not to: b@x.ec).')
  expect(words('es', { delivered: '' })).toBe('No salió el correo con «acta.pdf» (a: a@x.ec, b@x.ec).')
})

it('formats times with their offset and counts with thousands separators', () => {
  const at = new Date('2026-11-20T03:04:05.999Z')
  expect(formatMoment(at, -300, 'es')).toBe('19 nov 2026, 22:04:05 (UTC−05:00)')
  expect(formatMoment(at, 330, 'en')).toBe('20 Nov 2026, 08:34:05 (UTC+05:30)')
  expect(formatMoment(at, 0, 'es')).toBe('20 nov 2026, 03:04:05 (UTC)')
  expect([formatCount(1234, 'es'), formatCount(1_234_567, 'en')]).toEqual(['1.234', '1,234,567'])
})
