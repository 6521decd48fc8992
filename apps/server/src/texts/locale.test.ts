import { describe, expect, it } from 'vitest'
import { markTime, formatTimes } from './marked-times.ts'
import { namedTimeZone, offsetZone } from './locale.ts'

describe('the time zone of a request', () => {
  it.each([
    ['America/Guayaquil', 'America/Guayaquil'],
    ['-05:00', '-05:00'],
    [undefined, 'UTC'],
    ['', 'UTC'],
    ['Luna/Mar de la Tranquilidad', 'UTC'],
    ['x'.repeat(1000), 'UTC'],
    [['America/Lima', 'Europe/Madrid'], 'UTC'],
  ])('reads %j as %s', (header, zone) => expect(namedTimeZone(header) ?? 'UTC').toBe(zone))

  it('is null without the header', () => {
    for (const header of [undefined, '', 'Marte/Cráter', ['America/Lima']]) expect(namedTimeZone(header)).toBeNull()
    expect(namedTimeZone('America/Lima')).toBe('America/Lima')
  })

  it.each([
    [-300, '-05:00'],
    [0, '+00:00'],
    [330, '+05:30'],
    [-210, '-03:30'],
    [840, '+14:00'],
  ])('%i minutes are %s', (minutes, zone) => {
    expect(offsetZone(minutes)).toBe(zone)
    expect(namedTimeZone(zone)).toBe(zone)
  })
})

describe('formatTimes', () => {
  const sentence = `Se selló el ${markTime(new Date('2026-11-20T17:38:31Z'))}.`

  it('formats marked times in the zone and language of the reader', () => {
    expect(formatTimes(sentence, 'es', 'America/Guayaquil')).toBe('Se selló el 20 de noviembre de 2026, 12:38 GMT-5.')
    expect(formatTimes(sentence, 'es', 'UTC')).toBe('Se selló el 20 de noviembre de 2026, 17:38 UTC.')
    expect(formatTimes(sentence, 'en', '+05:30')).toContain('November 20, 2026, 23:08')
  })

  it('leaves a sentence without marks unchanged', () => expect(formatTimes('Nada 123.', 'es', 'UTC')).toBe('Nada 123.'))
})
