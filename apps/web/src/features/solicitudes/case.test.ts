import type { Document, DocumentDetails } from '@foja/contracts/documents'
import type { Solicitud, SolicitudDetails, SolicitudMain } from '@foja/contracts/solicitudes'
import { expect, it } from 'vitest'
import { leavesOf } from './case-leaves.ts'
import { nextStep } from './next-step.ts'
import { caseStatus, entryOf, nextHearings, partOf } from './summarise-case.ts'

const lucia = { id: '11111111-1111-4111-8111-111111111111', nombre: 'Lucía', email: 'lucia@condorandino.ec' }
const created_at = '2026-11-12T10:00:00.000Z'
const document = (nombre: string, paginas: number | null = 2): Document => ({
  id_documento: nombre,
  nombre,
  pdf_path: nombre,
  mime: paginas === null ? 'image/png' : 'application/pdf',
  size: 1000,
  sha256: '',
  paginas,
  status_mediacion: 'sin_iniciar',
  version: 1,
  signatures: { count: 0, verdict: null },
  created_by: lucia,
  created_at,
})
const request = (id: string, change: Partial<Solicitud> = {}): Solicitud => ({
  id_solicitud: id,
  id_solicitud_main: 'M',
  titulo: id,
  tipo: null,
  notas: null,
  status: 'agendado',
  fecha_agendada: null,
  lugar: null,
  partes: [],
  asignado_a: null,
  description: [document(id)],
  version: 1,
  created_at,
  updated_at: created_at,
  ...change,
})
const details = (id: string, change: Partial<SolicitudDetails> = {}): SolicitudDetails => ({
  ...request(id),
  solicitud_main: caseFile('M', []),
  history: [],
  history_intact: true,
  actions: [],
  ...change,
  description: change.description ?? [],
})
const caseFile = (titulo: string, solicitudes: Solicitud[]): SolicitudMain => ({
  id_solicitud_main: titulo,
  titulo,
  id_company: lucia.id,
  created_by: lucia,
  created_at,
  updated_at: created_at,
  solicitudes,
})

it('a case lists the documents of all its requests, its own first, with the allowed actions', () => {
  const own: DocumentDetails = {
    ...document('B'),
    id_solicitud: 'B',
    id_solicitud_main: 'M',
    titulo: null,
    solicitud_status: 'pendiente',
    versions: [],
    actions: ['sign', 'share', 'download'],
  }
  const group = caseFile('Arrendamiento', [
    request('A'),
    request('B'),
    request('C', { description: [document('C', null)] }),
  ])
  const solicitud: SolicitudDetails = {
    ...request('B'),
    description: [own],
    actions: [],
    solicitud_main: group,
    history: [],
    history_intact: true,
  }
  const leaves = leavesOf(solicitud)
  expect(leaves.map((leaf) => [leaf.document.nombre, leaf.own])).toEqual([
    ['B', true],
    ['A', false],
    ['C', false],
  ])
  expect(leaves[1]?.actions).toEqual(['sign', 'share', 'download'])
  expect(leaves[2]?.actions).toEqual(['share', 'download'])
})

it('the agenda lists each case file once, at its next hearing, soonest first', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  const on = (day: string) => ({ fecha_agendada: `2026-11-${day}T14:00:00.000Z` })
  const groups = [
    caseFile('Arrendamiento', [request('A', on('30')), request('B', on('25')), request('C', on('19'))]),
    caseFile('Pensión', [request('D', on('23'))]),
    caseFile('Terminado', [request('E', { ...on('24'), status: 'concluido' })]),
  ]
  expect(nextHearings(groups, now).map((one) => [one.group.titulo, one.request.id_solicitud])).toEqual([
    ['Pensión', 'D'],
    ['Arrendamiento', 'B'],
  ])
})

it('a row of the list links to the first request that is not concluded', () => {
  const concluded = { status: 'concluido' } as const
  const entry = (...requests: Solicitud[]) => entryOf(caseFile('M', requests))?.id_solicitud
  expect(entry(request('A', concluded), request('B'), request('C', { status: 'pendiente' }))).toBe('B')
  expect(entry(request('A'), request('B'))).toBe('A')
  expect(entry(request('A', concluded), request('B', concluded))).toBe('A')
  expect(entry()).toBe(undefined)
})

it('the status of a case is that of all its requests, or in between with how many have advanced', () => {
  const of = (...statuses: Solicitud['status'][]) => ({ solicitudes: statuses.map((status) => ({ status })) })
  const seen = (group: ReturnType<typeof of>) => [caseStatus(group), partOf(group)]
  expect(seen(of('pendiente', 'pendiente'))).toEqual(['pendiente', null])
  expect(seen(of('agendado', 'agendado', 'pendiente'))).toEqual(['agendado', { step: 'sent', done: 2, total: 3 }])
  expect(seen(of('concluido', 'pendiente'))).toEqual(['agendado', { step: 'sent', done: 1, total: 2 }])
  expect(seen(of('concluido', 'agendado'))).toEqual(['agendado', { step: 'concluded', done: 1, total: 2 }])
  expect(seen(of('concluido', 'concluido'))).toEqual(['concluido', null])
  expect(seen(of('agendado'))).toEqual(['agendado', null])
})

it('the next step of a request is to send, schedule, attend, register, sign, then conclude', () => {
  const pdf = (change: Partial<DocumentDetails>): DocumentDetails => ({
    ...document('A'),
    id_solicitud: 'A',
    id_solicitud_main: 'M',
    titulo: null,
    solicitud_status: 'agendado',
    versions: [],
    actions: ['sign', 'mediate'],
    ...change,
  })
  const step = (change: Partial<SolicitudDetails>, file: Partial<DocumentDetails> = {}) => {
    const found = nextStep(
      details('A', { description: [pdf(file)], ...change }),
      Date.parse('2026-12-01T14:00:00.000Z'),
    )
    return found && [found.kind, found.mine]
  }
  const fecha_agendada = '2026-12-01T14:00:00.000Z'
  const ahead = { fecha_agendada: '2026-12-01T14:00:01.000Z' }
  expect(step({ status: 'pendiente', actions: ['send'] })).toEqual(['send', true])
  expect(step({ status: 'pendiente' })).toEqual(['send', false])
  expect(step({ actions: ['schedule'] })).toEqual(['schedule', true])
  expect(step(ahead)).toEqual(['attend', true])
  expect(step(ahead, { actions: ['sign'] })).toEqual(['attend', false])
  const results = [pdf({ status_mediacion: 'acuerdo_total' }), pdf({})]
  expect(step({ ...ahead, description: results })).toEqual(['register', true])
  expect(step({ fecha_agendada })).toEqual(['register', true])
  expect(step({ fecha_agendada }, { actions: ['sign'] })).toEqual(['register', false])
  const status_mediacion = 'acuerdo_total'
  expect(step({}, { status_mediacion })).toEqual(['sign', true])
  expect(step({ actions: ['conclude'] }, { status_mediacion, actions: [] })).toEqual(['conclude', true])
  const signed = { status_mediacion, signatures: { count: 1, verdict: null } } as const
  expect(step({}, signed)).toEqual(['conclude', false])
  expect(step({ status: 'concluido' })).toBeNull()
})
