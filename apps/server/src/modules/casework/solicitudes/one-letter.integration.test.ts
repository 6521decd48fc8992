import type { Parte } from '@foja/db/case-tables'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../../test/mail.ts'
import { bodyOf, signedIn, type Caller } from '../../../../test/office.ts'
import { userPaths } from '../../../../test/people-calls.ts'
import { bulk, caseIn, hourMs, inDays, send, solicitudOf, update } from '../../../../test/steps.ts'
import { ctxOf } from '../../../../test/test-server.ts'
import { startNotificationBatch } from '../../outbox/notification-batch.ts'
import { updateSolicitud } from './change-solicitud.ts'

const office = await startMailOffice()
afterAll(() => office.close())
afterEach(() => void (office.smtp.messages.length = 0))

const partes: Parte[] = [{ nombre: 'José Núñez', rol: 'solicitante', email: 'jose@parte.example' }]
const mediator = async (nombre: string) =>
  await signedIn(office.server, { role: 'mediador', nombre, id_company: office.company })

/** Creates requests with a mediator and a party, each with an appointment except the last. */
async function dated(assignee: Caller, count: number) {
  const { db } = office.server.deps
  const ids: string[] = []
  for (let one = 1; one <= count; one += 1) {
    const fecha = one === count ? null : inDays(office, one)
    const { id } = await caseIn(office, 'agendado', { fecha, assignee: assignee.id })
    const set = { titulo: `Linderos ${one}`, partes: JSON.stringify(partes), lugar: 'Sala 2' }
    await db.updateTable('solicitud').set(set).where('id_solicitud', '=', id).execute()
    ids.push(id)
  }
  return ids
}

const arrived = ({ email }: { email: string }) => office.smtp.messages.filter(({ to }) => to.includes(email))
const filesOf = (message: { mail: { attachments: { filename?: string; content: Buffer }[] } }) =>
  message.mail.attachments.map(({ filename, content }) => ({
    filename,
    lines: content.toString().replaceAll('\r\n ', '').split('\r\n'),
  }))
const count = (lines: string[], line: string) => lines.filter((one) => one === line).length

/** Expects one letter that lists `requests`, with a calendar file of `events` without a method. */
function expectOneLetter(messages: ReturnType<typeof arrived>, subject: string, requests: number[], events: number) {
  expect(messages.map(({ mail }) => mail.subject)).toEqual([subject])
  for (const one of requests) expect(messages[0]!.mail.text).toContain(`Linderos ${one}: `)
  const [{ filename, lines }, ...others] = filesOf(messages[0]!) as [ReturnType<typeof filesOf>[number]]
  expect([filename, others]).toEqual(['citas.ics', []])
  expect(count(lines, 'BEGIN:VEVENT')).toBe(events)
  expect(lines.some((line) => /^(METHOD|ATTENDEE|ORGANIZER)/.test(line))).toBe(false)
  return lines
}

describe('one action on several requests', () => {
  it('sends one letter to each user, and none to users for whom nothing changed', async () => {
    const { gestor, usuario } = office
    const [before, after] = [await mediator('Ana Antes'), await mediator('Dora Después')]
    const ids_solicitud = await dated(before, 5)
    await bodyOf(await bulk(gestor, { action: 'assign', ids_solicitud, asignado_a: after.id }), 200)
    await office.deliver()
    const given = expectOneLetter(arrived(after), 'Te asignaron 5 solicitudes', [1, 2, 3, 4, 5], 4)
    expect(count(given, 'STATUS:CONFIRMED')).toBe(4)
    expect(arrived(after)[0]!.mail.text).toContain('Linderos 5: sin fecha')
    const left = expectOneLetter(arrived(before), 'Ya no hace falta que asistas a 4 citas', [1, 2, 3, 4], 4)
    expect(count(left, 'STATUS:CANCELLED')).toBe(4)
    // Time and place are unchanged for the author and the party.
    expect(arrived(usuario)).toEqual([])
    expect(arrived({ email: 'jose@parte.example' })).toEqual([])
    expect(office.smtp.messages).toHaveLength(2)
  })

  it('sends one letter when requests are handed over', async () => {
    const { gestor } = office
    const [before, after] = [await mediator('Ana Antes'), await mediator('Dora Después')]
    await dated(before, 12)
    await bodyOf(await gestor.put(userPaths.update(before.id), { activo: false, entregar_a: after.id }), 200)
    await office.deliver()
    const all = Array.from({ length: 12 }, (_, at) => at + 1)
    expectOneLetter(arrived(after), 'Te asignaron 12 solicitudes', all, 11)
    expect(office.smtp.messages).toHaveLength(1)
  })

  it('leaves out refused requests, and writes to the parties of each appointment', async () => {
    const { gestor, usuario } = office
    const mine = await mediator('Dora Después')
    const open = [await caseIn(office, 'pendiente'), await caseIn(office, 'pendiente')]
    const done = await caseIn(office, 'concluido')
    const { db } = office.server.deps
    for (const { id } of open) {
      const set = { partes: JSON.stringify(partes) }
      await db.updateTable('solicitud').set(set).where('id_solicitud', '=', id).execute()
    }
    const ids_solicitud = [...open, done].map(({ id }) => id)
    const plan = { fecha_agendada: inDays(office, 3), asignado_a: mine.id, mensaje: 'Traer la cédula' }
    await bodyOf(await bulk(gestor, { action: 'send', ids_solicitud, ...plan }), 200)
    await office.deliver()
    for (const person of [mine, usuario]) {
      const [letter, ...others] = arrived(person)
      expect([letter!.mail.subject, others]).toEqual(['Llegaron 2 solicitudes', []])
      expect(letter!.mail.text).toContain('> Traer la cédula')
    }
    expect(arrived({ email: 'jose@parte.example' })).toHaveLength(2)
  })
})

describe('one action on one request', () => {
  it('sends one message with the calendar invitation', async () => {
    const { gestor, usuario } = office
    const mine = await mediator('Dora Después')
    const { id } = await caseIn(office, 'pendiente')
    const fecha = inDays(office, 3)
    await solicitudOf(
      await send(gestor, { id_solicitud: id, fecha_agendada: fecha, lugar: 'Sala 1', asignado_a: mine.id }),
    )
    await office.deliver()
    for (const person of [mine, usuario]) {
      const [message, ...others] = arrived(person)
      expect(others).toEqual([])
      expect(message!.mail.subject).toMatch(/^Llegó una solicitud: /)
      expect(message!.mail.text).toContain('Lugar: Sala 1')
      const [{ lines }] = filesOf(message!) as [ReturnType<typeof filesOf>[number]]
      expect([count(lines, 'METHOD:REQUEST'), count(lines, 'BEGIN:VEVENT')]).toEqual([1, 1])
    }
    office.smtp.messages.length = 0
    // After a change of time, the message contains the previous time.
    const moved = new Date(Date.parse(fecha) + hourMs).toISOString()
    await solicitudOf(await update(gestor, { id_solicitud: id, version: 2, fecha_agendada: moved }))
    await office.deliver()
    expect(office.smtp.messages).toHaveLength(2)
    for (const { mail } of office.smtp.messages) {
      expect(mail.subject).toMatch(/^Cambio en la cita: /)
      expect(mail.text).toMatch(/\nAntes: .*GMT-5/)
    }
  })
})

it('sends the messages of a batch that is never completed one by one', async () => {
  const { gestor, server } = office
  const mine = await mediator('Dora Después')
  const { id } = await caseIn(office, 'agendado', { fecha: inDays(office, 2) })
  const { id: who, email } = gestor
  const gael = { role: 'gestor', nombre: 'Gael Gestor', id_company: office.company } as const
  const ctx = { ...ctxOf(server, { id: who, email, ...gael }), batch: startNotificationBatch() }
  await updateSolicitud(ctx, { id_solicitud: id, asignado_a: mine.id })
  await office.deliver()
  expect(office.smtp.messages).toEqual([])
  const later = new Date(server.deps.clock().getTime() + 60_000)
  server.deps.clock = () => later
  await office.deliver()
  expect(arrived(mine).map(({ mail }) => mail.subject?.split(':')[0])).toEqual(
    expect.arrayContaining(['Te asignaron una solicitud', 'Cita']),
  )
})
