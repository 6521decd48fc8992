import { describe, expect, it } from 'vitest'
import { calendarFor, finishCalendar, writeCalendar, type CalendarEvent } from './calendar.ts'

const event: CalendarEvent = {
  uid: 'AB12-CD34-EF56-GH78@foja',
  sequence: 2,
  stamp: new Date('2026-11-20T19:30:00.123Z'),
  start: new Date('2026-12-01T15:00:00.000Z'),
  minutes: 60,
  summary: 'Audiencia; partes: Núñez, Ibáñez\\hijos',
  description: 'Línea 1\r\nLínea 2',
  location: 'Sala 2, piso 3',
  url: 'https://foja.example/solicitudes/AB12-CD34-EF56-GH78',
  attendee: { name: 'José "Pepe" Núñez; DROP', address: 'jose@foja.ec' },
  method: 'REQUEST',
  alarm: 'Mañana: audiencia',
}
const organizer = { name: 'Centro de Mediación', address: 'foja@oficina.ec' }

type Line = { name: string; parameters: Record<string, string>; value: string }

/** A strict iCalendar parser: throws on anything outside the grammar of RFC 5545. */
function read(text: string): Line[] {
  if (!text.endsWith('\r\n') || /(?<!\r)\n|\r(?!\n)/.test(text)) throw new Error('lines end in CRLF')
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) if (Buffer.byteLength(line) > 75) throw new Error(`too long: ${line}`)
  return text
    .slice(0, -2)
    .replace(/\r\n /g, '')
    .split('\r\n')
    .map((line) => {
      const found = /^([A-Z-]+)((?:;[A-Z-]+=(?:"[^"\p{Cc}]*"|[^";:,\p{Cc}]*))*):([^\p{Cc}]*)$/u.exec(line)
      if (found === null) throw new Error(`not a content line: ${line}`)
      const parameters = Object.fromEntries(
        [...found[2]!.matchAll(/;([A-Z-]+)=("[^"]*"|[^;]*)/g)].map((one) => [one[1]!, one[2]!.replaceAll('"', '')]),
      )
      return { name: found[1]!, parameters, value: found[3]! }
    })
}

const textOf = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character))
const one = (lines: Line[], name: string) => {
  const found = lines.filter((line) => line.name === name)
  expect(found, name).toHaveLength(1)
  return found[0]!
}

describe('a calendar invitation', () => {
  const lines = read(finishCalendar(writeCalendar(event), organizer))

  it('has what RFC 5546, 3.2.2 requires of a REQUEST', () => {
    expect(one(lines, 'METHOD').value).toBe('REQUEST')
    expect(one(lines, 'UID').value).toBe(event.uid)
    expect(one(lines, 'SEQUENCE').value).toBe('2')
    expect(one(lines, 'DTSTAMP').value).toBe('20261120T193000Z')
    expect(one(lines, 'DTSTART').value).toBe('20261201T150000Z')
    expect(one(lines, 'DTEND').value).toBe('20261201T160000Z')
    expect(one(lines, 'STATUS').value).toBe('CONFIRMED')
    expect(one(lines, 'ORGANIZER')).toMatchObject({
      parameters: { CN: 'Centro de Mediación' },
      value: 'mailto:foja@oficina.ec',
    })
    expect(one(lines, 'ATTENDEE')).toMatchObject({
      parameters: { CN: "José 'Pepe' Núñez; DROP", RSVP: 'FALSE' },
      value: 'mailto:jose@foja.ec',
    })
    expect(one(lines, 'TRIGGER').value).toBe('-P1D')
  })

  it('nests its components', () => {
    const nesting = lines
      .filter(({ name }) => name === 'BEGIN' || name === 'END')
      .map(({ name, value }) => name + value)
    expect(nesting).toEqual(['BEGINVCALENDAR', 'BEGINVEVENT', 'BEGINVALARM', 'ENDVALARM', 'ENDVEVENT', 'ENDVCALENDAR'])
  })

  it('preserves each text', () => {
    expect(textOf(one(lines, 'SUMMARY').value)).toBe(event.summary)
    expect(textOf(one(lines, 'LOCATION').value)).toBe('Sala 2, piso 3')
    expect(textOf(lines.find(({ name }) => name === 'DESCRIPTION')!.value)).toBe('Línea 1\nLínea 2')
  })
})

describe('a calendar cancellation', () => {
  it('refers to the same event, without an alarm', () => {
    const lines = read(finishCalendar(writeCalendar({ ...event, method: 'CANCEL', sequence: 3 }), organizer))
    expect(one(lines, 'METHOD').value).toBe('CANCEL')
    expect(one(lines, 'STATUS').value).toBe('CANCELLED')
    expect(one(lines, 'UID').value).toBe(event.uid)
    expect(one(lines, 'SEQUENCE').value).toBe('3')
    expect(lines.some(({ value }) => value === 'VALARM')).toBe(false)
  })
})

describe('a calendar event that is no longer needed', () => {
  const comment = 'La solicitud concluyó; la cita ya no es necesaria.'

  it('gives the reason, also in a file to download', () => {
    for (const method of ['CANCEL', null] as const) {
      const lines = read(finishCalendar(writeCalendar({ ...event, method, cancelled: true, comment }), organizer))
      expect(one(lines, 'STATUS').value).toBe('CANCELLED')
      expect(textOf(one(lines, 'COMMENT').value)).toBe(comment)
      expect(lines.some(({ value }) => value === 'VALARM')).toBe(false)
    }
  })
})

describe('a calendar event at the last date of RFC 5545', () => {
  it.each(['9999-12-31T23:30:00Z', '+010000-01-01T00:00:00Z', '-000001-12-31T00:00:00Z'])(
    'stays within it: %s',
    (at) => {
      const lines = read(finishCalendar(writeCalendar({ ...event, start: new Date(at) }), organizer))
      for (const name of ['DTSTART', 'DTEND']) expect(one(lines, name).value).toMatch(/^\d{8}T\d{6}Z$/)
    },
  )
})

describe('a calendar file to download', () => {
  it('has no METHOD and no attendee', () => {
    const lines = read(finishCalendar(writeCalendar({ ...event, method: null, attendee: null }), null))
    expect(lines.some(({ name }) => ['METHOD', 'ORGANIZER', 'ATTENDEE'].includes(name))).toBe(false)
  })
})

describe('calendar texts with line breaks or long lines', () => {
  it.each(['\r\nATTENDEE:mailto:eva@otro.ec', '\nEND:VEVENT', '\rMETHOD:CANCEL', '\u2028X:1', '\0', '\u0085X:1'])(
    'keeps %j within its value',
    (evil) => {
      const all = {
        summary: `a${evil}`,
        description: `b${evil}`,
        location: `c${evil}`,
        alarm: `d${evil}`,
        attendee: { name: `e${evil}`, address: 'jose@foja.ec' },
      }
      const names = (text: string) => read(text).map(({ name }) => name)
      const plain = names(finishCalendar(writeCalendar(event), organizer))
      expect(names(finishCalendar(writeCalendar({ ...event, ...all }), { ...organizer, name: `f${evil}` }))).toEqual(
        plain,
      )
    },
  )

  it("keep the attendee's identity when the address changes, with any name", () => {
    const attendee = { name: 'Ana:mailto:x@foja.ec', address: 'ana@foja.ec' }
    const moved = { ...attendee, address: 'otra@foja.ec' }
    const lines = calendarFor(writeCalendar({ ...event, attendee }), moved.address)
    expect(lines).toBe(writeCalendar({ ...event, attendee: moved }))
    expect(read(finishCalendar(lines, organizer))).toHaveLength(
      read(finishCalendar(writeCalendar(event), organizer)).length,
    )
  })

  it('are folded at 75 octets, never within a character', () => {
    const summary = '👩‍⚖️ñ'.repeat(60)
    const lines = read(finishCalendar(writeCalendar({ ...event, summary }), organizer))
    expect(one(lines, 'SUMMARY').value).toBe(summary)
  })
})
