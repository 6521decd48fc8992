import { describe, expect, it } from 'vitest'
import { addDays, localTime, mondayOf, startOfDay } from './zoned-days.ts'

describe('startOfDay', () => {
  it.each([
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 'America/Guayaquil', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20', '-05:00', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
    // Daylight saving time begins at 2 and ends at 3 in the night.
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Madrid', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Madrid', '2026-10-25T23:00:00.000Z'],
    // The clocks went from midnight to one: the day began at one.
    ['2022-09-11', 'America/Santiago', '2022-09-11T04:00:00.000Z'],
    // The clocks went from midnight back to eleven: the day began when it was midnight for good.
    ['2022-04-03', 'America/Santiago', '2022-04-03T04:00:00.000Z'],
    // Samoa left out 30 December 2011.
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('of %s in %s is %s', (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant)
  })

  it('is the first instant of the day in any zone', () => {
    for (const zone of ['America/Santiago', 'America/Asuncion', 'Europe/Madrid', 'America/Havana', 'Africa/Cairo']) {
      for (let day = '2024-01-01'; day < '2026-12-31'; day = addDays(day, 1)) {
        const start = startOfDay(day, zone)
        expect(localTime(start, zone).day).toBe(day)
        expect(localTime(new Date(start.getTime() - 1), zone).day).toBe(addDays(day, -1))
      }
    }
  })
})

it('addDays and mondayOf follow the calendar', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(['2026-11-16', '2026-11-20', '2026-11-22'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-16', '2026-11-16'])
  expect(localTime(new Date('2026-11-20T04:59:00Z'), 'America/Guayaquil')).toEqual({ day: '2026-11-19', time: '23:59' })
})
