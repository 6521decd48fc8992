import type { Event, CaseAction } from '@foja/contracts/events'
import { describe, expect, it } from 'vitest'
import * as en from '../../test/en.ts'
import * as es from '../../test/es.ts'
import { createFormat } from '../../lib/format/format.ts'
import { eventFacts, eventQuote } from './event-details.ts'

const make = (action: CaseAction, data: Event['data']): Event => ({
  action,
  data,
  actor: null,
  id_documento: null,
  at: '2026-11-20T10:00:00.000Z',
  hash: '',
})
const date = '2026-11-30T09:30:00.000Z'
const format = createFormat('es')
const when = format.dateTime(date)
const facts = (action: CaseAction, data: Event['data']) => eventFacts(make(action, data), es, format)

describe('details of an event in the history', () => {
  it.each<[CaseAction, Event['data'], string[]]>([
    ['solicitud.sent', { fecha: date, asignado_a: 'Marta', mensaje: null }, [`Cita: ${when}`, 'A cargo de Marta']],
    ['solicitud.sent', { fecha: null }, []],
    ['solicitud.reminded', { fecha: date }, [`Cita: ${when}`]],
    ['document.filled', { plantilla: 'Acta' }, ['Plantilla «Acta»']],
    [
      'solicitud.updated',
      { fields: 'titulo,notas,partes', from_titulo: 'Antes', to_titulo: 'Después' },
      ['Título: Después', 'Notas', 'Personas'],
    ],
    [
      'solicitud.updated',
      {
        fields: 'fecha_agendada,lugar,asignado_a',
        to_fecha_agendada: date,
        to_lugar: 'Sala 1',
        to_asignado_a: 'Marta',
      },
      [`Cita: ${when}`, 'Lugar: Sala 1', 'A cargo de Marta'],
    ],
    [
      'solicitud.updated',
      { fields: 'fecha_agendada,lugar,asignado_a', to_fecha_agendada: null, to_lugar: null, to_asignado_a: null },
      ['Sin cita', 'Sin lugar', 'Sin nadie a cargo'],
    ],
    ['solicitud.updated', { fields: 'calendar_sequence' }, []],
    ['mediation.changed', { status: 'acuerdo_total' }, ['Acuerdo total']],
    ['document.signed', { level: 'B-T' }, ['Nivel B-T']],
    ['document.signed', { level: 'B-T', simple: 'Ana' }, ['Firma simple', 'Nivel B-T']],
    ['recipient.signed', { simple: 'image' }, ['Firma simple']],
    ['email.queued', { to: 'a@x.ec, b@x.ec' }, ['A a@x.ec, b@x.ec']],
    ['email.failed', { to: 'a@x.ec, b@x.ec', missing: 'b@x.ec' }, ['A b@x.ec']],
    ['email.failed', { to: 'a@x.ec, b@x.ec', missing: 'b@x.ec', delivered: '' }, ['A b@x.ec']],
    [
      'email.failed',
      { to: 'a@x.ec, b@x.ec', missing: 'b@x.ec', delivered: 'a@x.ec' },
      ['A b@x.ec', 'Se envió a a@x.ec'],
    ],
    ['user_shared.changed', { added: 'Rosa', removed: '' }, ['Ahora también ve: Rosa']],
    ['user_shared.changed', { added: '', removed: 'Rosa, Luis' }, ['Ya no ve: Rosa, Luis']],
    ['share.created', { expires_at: date }, [`Hasta ${when}`]],
    ['document.uploaded', { nombre: 'a.pdf', sha256: 'ff' }, []],
  ])('%s %o', (action, data, expected) => {
    expect(facts(action, data)).toEqual(expected)
  })

  it('exist in English too', () => {
    const english = createFormat('en')
    expect(eventFacts(make('solicitud.updated', { fields: 'asignado_a,tipo', to_tipo: 'Acta' }), en, english)).toEqual([
      'No one in charge',
      'Type: Acta',
    ])
  })

  it('are listed beside free text such as a reason', () => {
    expect(eventQuote(make('solicitud.returned', { motivo: 'Falta la cédula' }))).toBe('Falta la cédula')
    expect(eventQuote(make('solicitud.sent', { mensaje: 'Por favor' }))).toBe('Por favor')
    expect(eventQuote(make('solicitud.sent', { mensaje: null }))).toBe(undefined)
  })
})
