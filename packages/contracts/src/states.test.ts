import { describe, expect, it } from 'vitest'
import {
  findTransition,
  mediationStatuses,
  mediationTransitions,
  solicitudStatuses,
  solicitudTransitions,
} from './states.ts'

const pairs = <S extends string>(table: readonly { from: S; to: S }[]) =>
  table.map(({ from, to }) => `${from} → ${to}`).sort()

describe('the state tables', () => {
  it('allow exactly four transitions of a request', () => {
    expect(solicitudStatuses).toEqual(['pendiente', 'agendado', 'concluido'])
    expect(pairs(solicitudTransitions)).toEqual([
      'agendado → concluido',
      'agendado → pendiente',
      'concluido → pendiente',
      'pendiente → agendado',
    ])
    expect(findTransition(solicitudTransitions, 'pendiente', 'concluido')).toBeUndefined()
  })

  it('require a reason to return to pendiente, and staff to conclude', () => {
    expect(findTransition(solicitudTransitions, 'concluido', 'pendiente')?.needsReason).toBe(true)
    expect(findTransition(solicitudTransitions, 'agendado', 'concluido')?.roles).not.toContain('usuario')
  })

  it('allow reopening every mediation outcome with a reason, and never skip «en_proceso»', () => {
    expect(mediationTransitions).toHaveLength(9)
    for (const status of mediationStatuses.filter((status) => status.startsWith('acuerdo'))) {
      expect(findTransition(mediationTransitions, status, 'en_proceso')?.needsReason).toBe(true)
      expect(findTransition(mediationTransitions, 'sin_iniciar', status)).toBeUndefined()
    }
  })
})
