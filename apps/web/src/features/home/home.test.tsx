import { render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Summary } from './api/summary.ts'
import { stack, ticksOf, WeekChart, WeekTable } from './components/week-chart.tsx'
import { TodoCard } from './components/todo-card.tsx'
import { openKind, tabKinds } from './todo-kinds.ts'

describe('the scale of the activity chart', () => {
  it('has few round steps and exceeds the highest bar', () => {
    expect(ticksOf(0)).toEqual([0, 1])
    expect(ticksOf(1)).toEqual([0, 1])
    expect(ticksOf(14)).toEqual([0, 5, 10, 15])
    expect(ticksOf(39)).toEqual([0, 20, 40])
    expect(ticksOf(1000)).toEqual([0, 500, 1000])
    for (let most = 0; most < 400; most += 1) {
      expect(ticksOf(most).at(-1)).toBeGreaterThanOrEqual(most)
      expect(ticksOf(most).length).toBeLessThanOrEqual(5)
    }
  })

  it('stacks the parts of a bar', () => {
    const bar = stack([
      ['a', 2],
      ['b', 0],
      ['c', 3],
    ])
    expect(bar).toEqual([
      { key: 'a', from: 0, to: 2 },
      { key: 'c', from: 2, to: 5 },
    ])
  })
})

const weeks: Summary['weeks'] = [
  { start: '2026-11-09', creadas: 3, agendadas: 2, concluidas: 0 },
  { start: '2026-11-16', creadas: 1, agendadas: 1, concluidas: 5 },
]

describe('the activity chart', () => {
  it('labels the totals, and repeats each week in the table', () => {
    render(
      <>
        <WeekChart weeks={weeks} />
        <WeekTable weeks={weeks} />
      </>,
    )
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('4 creadas, 3 enviadas, 5 concluidas')
    const row = screen.getByRole('row', { name: /16 nov 2026/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['1', '1', '5'])
  })

  it('renders weeks without activity', () => {
    render(<WeekChart weeks={[]} />)
    expect(screen.getByRole('img')).toBeTruthy()
  })
})

const todo = (kind: Summary['todo'][number]['kind'], id: number): Summary['todo'][number] => ({
  kind,
  id_solicitud: `AAAA-BBBB-CCCC-000${id}`,
  id_solicitud_main: 'AAAA-BBBB-CCCC-DDDD',
  id_documento: kind === 'sign' ? `33333333-3333-4333-8333-00000000000${id}` : null,
  titulo: `Solicitud ${id}`,
  main_titulo: 'Arriendo',
  documento: kind === 'sign' ? `Acta ${id}` : null,
  partes: [],
  status: 'agendado',
  fecha_agendada: null,
  lugar: null,
  updated_at: '2026-11-01T10:00:00.000Z',
})

const counts: Summary['counts'] = { send: 0, schedule: 0, overdue: 0, sign: 2, today: 0, assign: 3 }
const summary = { counts, todo: [todo('sign', 1), todo('sign', 2), todo('assign', 3)] } as unknown as Summary

describe('the task card', () => {
  it('opens the first kind with tasks and links each task to its action', () => {
    render(<TodoCard summary={summary} kinds={tabKinds('gestor', counts)} wanted={undefined} onKind={vi.fn()} />)
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      expect.stringMatching(/^2 Por firmar Desde /),
      '0 Por agendar Todas tienen fecha',
      '0 Vencidas Al día',
      expect.stringMatching(/^3 Sin asignar Desde /),
    ])
    const first = screen.getByRole('link', { name: /Firmar:\s?Acta 1/ })
    expect(first.getAttribute('href')).toBe('/documentos/33333333-3333-4333-8333-000000000001?tab=firmar')
    expect(screen.getByRole('link', { name: 'Firmar varios' }).getAttribute('href')).toMatch(
      /^\/firma\/lote\?ids=33333333-.*1%2C33333333-.*2$/,
    )
  })

  it('says when more wait than are counted', () => {
    const many = { ...summary, counts: { ...counts, sign: 1000 } }
    render(<TodoCard summary={many} kinds={['sign']} wanted={undefined} onKind={vi.fn()} />)
    expect(screen.getByRole('tab').textContent).toMatch(/^999\+ Por firmar/)
  })

  it('lists overdue tasks first', () => {
    const late = { ...todo('sign', 3), fecha_agendada: '2020-03-06T15:00:00.000Z' }
    const more = { ...summary, todo: [todo('sign', 1), late] }
    render(<TodoCard summary={more} kinds={['sign']} wanted={undefined} onKind={vi.fn()} />)
    expect(screen.getAllByRole('link', { name: /Acta/ })[0]?.textContent).toContain('Acta 3')
  })

  it('opens the tab of the address', () => {
    render(<TodoCard summary={summary} kinds={tabKinds('gestor', counts)} wanted="assign" onKind={vi.fn()} />)
    expect(screen.getByRole('link', { name: /Asignar:\s?Solicitud 3/ }).getAttribute('href')).toBe(
      '/solicitudes/AAAA-BBBB-CCCC-0003',
    )
    expect(openKind(['send', 'sign'], counts, 'nothing')).toBe('sign')
    expect(tabKinds('usuario', counts).slice(0, 3)).toEqual(['send', 'sign', 'today'])
  })
})
