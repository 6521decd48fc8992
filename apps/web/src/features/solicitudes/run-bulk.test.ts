import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { describe, expect, it } from 'vitest'
import { choiceFor, pdfsOf } from './components/selection-bar.tsx'
import type { BulkBody, BulkResult } from './api/solicitudes.ts'
import { countOf, notDone, runBulk, type BulkOutcomes } from './run-bulk.ts'

const failed = (id_solicitud: string): BulkResult => ({
  id_solicitud,
  solicitud: null,
  code: 'transition_not_allowed',
  detail: 'Ya está concluida.',
})
const done = (id_solicitud: string) =>
  ({ id_solicitud, solicitud: {}, code: null, detail: null }) as unknown as BulkResult

describe('running a bulk action', () => {
  const ids = Array.from({ length: 250 }, (_, at) => String(at))

  it('sends a hundred requests per call, reports progress, and keeps the reason of each failure', async () => {
    const calls: BulkBody[] = []
    const progress: number[] = []
    const outcomes = await runBulk({
      ids,
      wish: { action: 'conclude' },
      send: async (body) => {
        calls.push(body)
        return { results: body.ids_solicitud.map((id) => (id === '7' ? failed(id) : done(id))) }
      },
      onProgress: (now) => void progress.push(countOf(now, 'done')),
    })
    expect(calls.map((call) => call.ids_solicitud.length)).toEqual([100, 100, 50])
    expect(progress).toEqual([0, 99, 199, 249])
    expect(outcomes.get('7')).toEqual({ state: 'failed', code: 'transition_not_allowed', detail: 'Ya está concluida.' })
    expect(notDone(outcomes)).toEqual(['7'])
  })

  it('keeps the outcomes that it received before a call failed', async () => {
    let last: BulkOutcomes = new Map()
    let calls = 0
    const run = runBulk({
      ids,
      wish: { action: 'return', motivo: 'Falta la cédula' },
      send: async (body) => {
        calls += 1
        if (calls === 2) throw new Error('no answer')
        return { results: body.ids_solicitud.map(done) }
      },
      onProgress: (now) => {
        last = now
      },
    })
    await expect(run).rejects.toThrow('no answer')
    expect([countOf(last, 'done'), notDone(last).length]).toEqual([100, 150])
  })
})

describe('which requests allow a bulk action', () => {
  const company = '22222222-2222-4222-8222-222222222222'
  const me = { id: '11111111-1111-4111-8111-111111111111', id_company: company }
  const group = (author: string, ...statuses: string[]) =>
    ({
      id_company: company,
      created_by: { id: author, nombre: 'A', email: 'a@b.ec' },
      solicitudes: statuses.map((status) => ({
        id_solicitud: status,
        status,
        description: [
          { id_documento: `${status}-pdf`, paginas: 2 },
          { id_documento: `${status}-png`, paginas: null },
        ],
      })),
    }) as unknown as SolicitudMain
  const groups = [group(me.id, 'pendiente', 'agendado'), group('otra', 'concluido')]
  const named = (action: 'assign' | 'send' | 'return' | 'conclude', role: 'gestor' | 'usuario') =>
    choiceFor(action, groups, { ...me, role }).map((one) => one.status)

  it('depends on the state table and the role', () => {
    expect(named('send', 'gestor')).toEqual(['pendiente'])
    expect(named('return', 'gestor')).toEqual(['agendado', 'concluido'])
    expect(named('conclude', 'gestor')).toEqual(['agendado'])
    expect(named('assign', 'gestor')).toEqual(['pendiente', 'agendado'])
    expect([named('send', 'usuario'), named('return', 'usuario'), named('assign', 'usuario')]).toEqual([
      ['pendiente'],
      [],
      [],
    ])
  })

  it('only PDFs can be signed', () =>
    expect(pdfsOf(groups)).toEqual(['pendiente-pdf', 'agendado-pdf', 'concluido-pdf']))
})
