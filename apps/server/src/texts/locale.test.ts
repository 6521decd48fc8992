import { describe, expect, it } from 'vitest'
import { markTime, formatTimes } from './marked-times.ts'
import { namedTimeZone, offsetZone, pickTimeZone } from './locale.ts'

describe('the zone of a reader', () => {
  it.each([
    ['America/Guayaquil', 'America/Guayaquil'],
    ['-05:00', '-05:00'],
    [undefined, 'UTC'],
    ['', 'UTC'],
    ['Luna/Mar de la Tranquilidad', 'UTC'],
    ['x'.repeat(1000), 'UTC'],
    [['America/Lima', 'Europe/Madrid'], 'UTC'],
  ])('%j is read as %s', (header, zone) => expect(pickTimeZone(header)).toBe(zone))

  it('is none where the header names none', () => {
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
    expect(pickTimeZone(zone)).toBe(zone)
  })
})

describe('a sentence with times', () => {
  const sentence = `Se selló el ${markTime(new Date('2026-11-20T17:38:31Z'))}.`

  it('tells them in the zone and the language of its reader', () => {
    expect(formatTimes(sentence, 'es', 'America/Guayaquil')).toBe('Se selló el 20 de noviembre de 2026, 12:38 GMT-5.')
    expect(formatTimes(sentence, 'es', 'UTC')).toBe('Se selló el 20 de noviembre de 2026, 17:38 UTC.')
    expect(formatTimes(sentence, 'en', '+05:30')).toContain('November 20, 2026, 23:08')
  })

  it('leaves a sentence without any as it is', () => expect(formatTimes('Nada 123.', 'es', 'UTC')).toBe('Nada 123.'))
})
