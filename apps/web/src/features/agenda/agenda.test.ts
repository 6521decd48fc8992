import { describe, expect, it } from 'vitest'
import { readAgendaSearch } from './agenda-search.ts'
import { hoursOf, layoutDay, type Span } from './layout-day.ts'
import { addDays, letterOf, mondayOf, readDay, startOf, weekOf } from './week.ts'

const span = (start: number, end = start + 60): Span => ({ start, end })
const places = (spans: Span[]) => layoutDay(spans, (one) => one).map(({ column, columns }) => [column, columns])

describe('appointments of a day', () => {
  it('have the whole width when they follow each other', () => {
    expect(places([span(540), span(600), span(660)])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
  })

  it('stand side by side where they overlap, also through others', () => {
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

  it('come in order, whatever the order that they are given in', () => {
    expect(layoutDay([span(700), span(540)], (one) => one).map((one) => one.item.start)).toEqual([540, 700])
  })

  it('stretch the hours that are shown', () => {
    expect(hoursOf([])).toEqual({ from: 7, to: 20 })
    expect(hoursOf([span(330), span(1290)])).toEqual({ from: 5, to: 23 })
    expect(hoursOf([span(1410)])).toEqual({ from: 7, to: 24 })
  })
})

describe('a week', () => {
  it('has a letter of its own for each working day in Spanish', () => {
    const letters = (locale: string) =>
      weekOf('2026-11-23')
        .map((day) => letterOf(day, locale))
        .join('')
    expect(letters('es-EC')).toBe('LMXJVSD')
    expect(letters('en-GB')).toBe('MTWTFSS')
  })

  it('begins on Monday, also from a Sunday and over the end of a year', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16')
    expect(mondayOf('2026-11-23')).toBe('2026-11-23')
    expect(mondayOf('2027-01-01')).toBe('2026-12-28')
    expect(weekOf('2026-12-28').at(-1)).toBe('2027-01-03')
  })

  it('has seven days of its own where the clock changes, whatever the zone', () => {
    // Europe changes on 2026-10-25, Chile on 2026-09-06, the United States on 2026-11-01.
    for (const monday of ['2026-10-19', '2026-08-31', '2026-10-26', '2026-03-23']) {
      const days = weekOf(monday)
      expect(new Set(days).size).toBe(7)
      expect(days.map((day) => startOf(day).getDay())).toEqual([1, 2, 3, 4, 5, 6, 0])
      expect(addDays(monday, 7)).toBe(addDays(days[6] ?? '', 1))
      for (const day of days) expect(startOf(day).getHours()).toBeLessThanOrEqual(1)
    }
  })

  it('is read out of an address that anybody may have written', () => {
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
