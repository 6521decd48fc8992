import { describe, expect, it } from 'vitest'
import { readAgendaSearch } from './agenda-search.ts'
import { hoursOf, layoutDay, type Span } from './components/week-grid.tsx'
import { addDays, letterOf, mondayOf, readDay, startOf, weekOf } from './week.ts'

const span = (start: number, end = start + 60): Span => ({ start, end })
const places = (spans: Span[]) => layoutDay(spans, (one) => one).map(({ column, columns }) => [column, columns])

describe('layout of appointments in a day', () => {
  it('gives consecutive appointments the full width', () => {
    expect(places([span(540), span(600), span(660)])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
  })

  it('puts overlapping appointments side by side, also when they overlap through a third one', () => {
    expect(places([span(540), span(570), span(600)])).toEqual([
      [0, 2],
      [1, 2],
      [0, 2],
    ])
    expect(places([span(540), span(540), span(540)])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ])
  })

  it('sorts appointments by start', () => {
    expect(layoutDay([span(700), span(540)], (one) => one).map((one) => one.item.start)).toEqual([540, 700])
  })

  it('extends the visible hours to fit early and late appointments', () => {
    expect(hoursOf([])).toEqual({ from: 7, to: 20 })
    expect(hoursOf([span(330), span(1290)])).toEqual({ from: 5, to: 23 })
    expect(hoursOf([span(1410)])).toEqual({ from: 7, to: 24 })
  })
})

describe('weeks of the agenda', () => {
  it('have a distinct letter for each weekday in Spanish', () => {
    const letters = (locale: string) =>
      weekOf('2026-11-23')
        .map((day) => letterOf(day, locale))
        .join('')
    expect(letters('es-EC')).toBe('LMXJVSD')
    expect(letters('en-GB')).toBe('MTWTFSS')
  })

  it('begin on Monday, also for a Sunday and across a year boundary', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16')
    expect(mondayOf('2026-11-23')).toBe('2026-11-23')
    expect(mondayOf('2027-01-01')).toBe('2026-12-28')
    expect(weekOf('2026-12-28').at(-1)).toBe('2027-01-03')
  })

  it('have seven distinct days across clock changes', () => {
    // Europe changes on 2026-10-25, Chile on 2026-09-06, the United States on 2026-11-01.
    for (const monday of ['2026-10-19', '2026-08-31', '2026-10-26', '2026-03-23']) {
      const days = weekOf(monday)
      expect(new Set(days).size).toBe(7)
      expect(days.map((day) => startOf(day).getDay())).toEqual([1, 2, 3, 4, 5, 6, 0])
      expect(addDays(monday, 7)).toBe(addDays(days[6] ?? '', 1))
      for (const day of days) expect(startOf(day).getHours()).toBeLessThanOrEqual(1)
    }
  })

  it('reject invalid days and parameters in the URL', () => {
    expect(readDay('2026-02-29')).toBe(undefined)
    expect(readDay('2028-02-29')).toBe('2028-02-29')
    for (const odd of ['', '2026-13-01', '9999-01-01', 'x', 3, undefined]) expect(readDay(odd)).toBe(undefined)
    expect(readAgendaSearch({ semana: '2026-11-23', vista: 'mes', asignado: '1' })).toEqual({
      semana: '2026-11-23',
      vista: undefined,
      asignado: undefined,
    })
  })
})
