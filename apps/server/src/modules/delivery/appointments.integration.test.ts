import type { Parte } from '@foja/db/case-tables'
import { inTransaction } from '@foja/db/transaction'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../test/mail.ts'
import { createCase } from '../../../test/office.ts'
import { calendarOf, queueInvitation, type Appointment } from './queue-invitation.ts'
import { queueNoticeEmail } from '../notify/notifications/notify.ts'
import { remindOfAppointments } from './remind.ts'

const office = await startMailOffice()
afterAll(() => office.close())
afterEach(() => void (office.smtp.messages.length = 0))

const partes: Parte[] = [
  { nombre: 'José Núñez', rol: 'solicitante', email: 'jose@parte.example' },
  { nombre: 'Eva Ibáñez', rol: 'invitada', email: 'eva@parte.example' },
  { nombre: 'Sin Correo', rol: 'testigo' },
]
const hourMs = 3_600_000

/** All recipients of the messages received, sorted. */
const arrivedAt = () => office.smtp.messages.flatMap(({ to }) => to).toSorted()

async function appointment(fecha: Date, more: Partial<Appointment> = {}): Promise<Appointment> {
  const { usuario, mediador, company } = office
  const { main, solicitud } = await createCase(usuario)
  return {
    id_solicitud: solicitud.id_solicitud,
    id_company: company,
    titulo: 'Señal de alquiler',
    main_titulo: main.titulo,
    fecha,
    timeZone: null,
    lugar: 'Sala 2',
    sequence: 0,
    partes,
    assignee: mediador.id,
    author: usuario.id,
    actor: { id: mediador.id, email: mediador.email },
    ...more,
  }
}

const invite = async (method: 'REQUEST' | 'CANCEL', about: Appointment) =>
  await inTransaction(office.server.deps.db, async (trx) => {
    await queueInvitation(trx, office.server.deps, method, about)
  })

describe('an appointment invitation', () => {
  it('is sent to each participant with an address in a separate message, and can be cancelled', async () => {
    const { usuario, mediador, smtp } = office
    const about = await appointment(new Date('2030-03-04T15:00:00Z'))
    await invite('REQUEST', about)
    await office.deliver()
    expect(arrivedAt()).toEqual(['eva@parte.example', 'jose@parte.example', mediador.email, usuario.email].toSorted())
    const { mail, raw } = smtp.messages.find(({ to }) => to[0] === 'jose@parte.example')!
    expect(mail.subject).toBe('Cita: Señal de alquiler, lunes, 4 de marzo de 2030, 10:00 GMT-5')
    expect(mail.replyTo?.text).toBe(mediador.email)
    expect(mail.text).not.toContain('https://foja.example/solicitudes/')
    expect(raw.toString()).not.toContain('eva@parte.example')
    expect(raw.toString()).toMatch(/text\/calendar; charset=utf-8; method=REQUEST/)
    const ics = mail.attachments[0]!.content.toString().replaceAll('\r\n ', '')
    expect(ics).toContain(`UID:${about.id_solicitud}@foja\r\n`)
    expect(ics).toContain('ORGANIZER;CN="Centro Ñandú":mailto:foja@oficina.example\r\n')
    expect(ics).toContain('DTSTART:20300304T150000Z\r\n')
    expect(ics).toContain('mailto:jose@parte.example')
    const own = smtp.messages.find(({ to }) => to[0] === usuario.email)!
    expect(own.mail.text).toContain(`https://foja.example/solicitudes/${about.id_solicitud}`)

    smtp.messages.length = 0
    await invite('CANCEL', { ...about, sequence: 1 })
    await office.deliver()
    expect(smtp.messages).toHaveLength(4)
    expect(smtp.messages[0]!.mail.subject).toMatch(/^Cita anulada: /)
    const cancelled = smtp.messages[0]!.mail.attachments[0]!.content.toString().replaceAll('\r\n ', '')
    for (const line of ['METHOD:CANCEL', 'SEQUENCE:1', `UID:${about.id_solicitud}@foja`, 'STATUS:CANCELLED']) {
      expect(cancelled).toContain(`${line}\r\n`)
    }
  })

  it('is sent to each address once, and not to deactivated users', async () => {
    const { usuario, mediador, server } = office
    const twice = [{ nombre: 'Otra vez', rol: 'parte', email: usuario.email.toUpperCase() }]
    const about = await appointment(new Date('2030-03-04T15:00:00Z'), { partes: twice })
    await server.deps.db.updateTable('app_user').set({ activo: false }).where('id', '=', mediador.id).execute()
    await invite('REQUEST', about)
    await server.deps.db.updateTable('app_user').set({ activo: true }).where('id', '=', mediador.id).execute()
    await office.deliver()
    expect(arrivedAt()).toEqual([usuario.email])
  })

  it('can be downloaded as a calendar file without attendees or method', async () => {
    const about = await appointment(new Date('2030-03-04T15:00:00Z'))
    const ics = calendarOf(office.server.deps, about)
    expect(ics).toContain(`UID:${about.id_solicitud}@foja\r\n`)
    expect(ics).not.toMatch(/METHOD|ORGANIZER|ATTENDEE/)
  })
})

describe('a notice email', () => {
  it('is written in the language of its recipient, and sent once per key', async () => {
    const { usuario, smtp, server, company } = office
    const { deps } = server
    const person = { id: usuario.id, email: usuario.email, nombre: 'Úrsula', locale: 'en', id_company: company }
    const { solicitud } = await createCase(usuario)
    const notice = {
      kind: 'solicitud.returned' as const,
      to: [usuario.id],
      actor: { id: null, nombre: 'Marta' },
      id_solicitud: solicitud.id_solicitud,
      data: { titulo: 'Señal', motivo: 'Falta la firma', fecha: '2030-03-04T15:00:00.000Z' },
      key: 'returned:1',
    }
    for (let time = 0; time < 2; time += 1) {
      await inTransaction(deps.db, async (trx) => await queueNoticeEmail(trx, deps, person, notice))
    }
    await office.deliver()
    expect(smtp.messages).toHaveLength(1)
    const { mail } = smtp.messages[0]!
    expect(mail.subject).toBe('Returned for correction: Señal')
    expect(mail.text).toContain('Falta la firma')
    expect(mail.text).toContain('4 March 2030, 10:00 GMT-5')
    expect(mail.text).toContain(`https://foja.example/solicitudes/${solicitud.id_solicitud}`)
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  })
})

describe('an appointment reminder', () => {
  /** Creates a request scheduled `hours` from now. */
  async function scheduled(hours: number, status: 'agendado' | 'concluido' = 'agendado') {
    const { usuario, mediador, server } = office
    const { solicitud, main } = await createCase(usuario)
    const fecha_agendada = new Date(server.deps.clock().getTime() + hours * hourMs)
    const set = { status, fecha_agendada, lugar: 'Sala 2', partes: JSON.stringify(partes), asignado_a: mediador.id }
    await server.deps.db.updateTable('solicitud').set(set).where('id_solicitud', '=', solicitud.id_solicitud).execute()
    return { solicitud, main, fecha_agendada }
  }

  it('is sent once per date by parallel workers, and again for a new date', async () => {
    const { usuario, mediador, smtp, server } = office
    const { solicitud, main } = await scheduled(20)
    const runs = await Promise.all(Array.from({ length: 10 }, () => remindOfAppointments(server.deps)))
    expect(runs.reduce((sum, count) => sum + count, 0)).toBe(1)
    await office.deliver()
    expect(arrivedAt()).toEqual(['eva@parte.example', 'jose@parte.example', mediador.email, usuario.email].toSorted())
    expect(smtp.messages[0]!.mail.subject).toMatch(/^Recordatorio de cita: /)
    const notified = await server.deps.db
      .selectFrom('notification')
      .where('kind', '=', 'solicitud.reminder')
      .where('id_solicitud', '=', solicitud.id_solicitud)
      .select('id_user')
      .execute()
    expect(notified.map(({ id_user }) => id_user).toSorted()).toEqual([mediador.id, usuario.id].toSorted())
    const events = async () =>
      await server.deps.db
        .selectFrom('event')
        .where('action', '=', 'solicitud.reminded')
        .where('id_solicitud_main', '=', main.id_solicitud_main)
        .selectAll()
        .execute()
    expect(await events()).toHaveLength(1)
    expect(await remindOfAppointments(server.deps)).toBe(0)
    const later = new Date(server.deps.clock().getTime() + 22 * hourMs)
    await server.deps.db
      .updateTable('solicitud')
      .set({ fecha_agendada: later })
      .where('id_solicitud', '=', solicitud.id_solicitud)
      .execute()
    expect(await remindOfAppointments(server.deps)).toBe(1)
    expect(await events()).toHaveLength(2)
    await office.deliver()
  })

  it('is sent for the other appointments when one fails', async () => {
    const { server } = office
    const [first, second] = [await scheduled(1), await scheduled(2)]
    const notify: typeof server.deps.bus.notify = async (channel, payload, trx) => {
      if (payload.includes(first.main.id_solicitud_main)) throw new Error('no')
      await server.deps.bus.notify(channel, payload, trx)
    }
    const deps = { ...server.deps, bus: { ...server.deps.bus, notify } }
    await expect(remindOfAppointments(deps)).rejects.toThrow('1 appointments without a reminder')
    const reminded = await server.deps.db
      .selectFrom('event')
      .where('action', '=', 'solicitud.reminded')
      .where('chain', 'in', [first.main.id_solicitud_main, second.main.id_solicitud_main])
      .select('chain')
      .execute()
    expect(reminded).toEqual([{ chain: second.main.id_solicitud_main }])
    expect(await remindOfAppointments(server.deps)).toBe(1)
    await office.deliver()
    office.smtp.messages.length = 0
  })

  it('is not sent while the company is inactive', async () => {
    const { server, company } = office
    await scheduled(5)
    const { db } = server.deps
    const setActive = async (activa: boolean) =>
      await db.updateTable('company').set({ activa }).where('id', '=', company).execute()
    await setActive(false)
    expect(await remindOfAppointments(server.deps)).toBe(0)
    await setActive(true)
    expect(await remindOfAppointments(server.deps)).toBe(1)
    await office.deliver()
    office.smtp.messages.length = 0
  })

  it('is not sent for past, distant or concluded appointments, but is sent late', async () => {
    const { smtp, server } = office
    await scheduled(-0.1)
    await scheduled(24.5)
    await scheduled(10, 'concluido')
    expect(await remindOfAppointments(server.deps)).toBe(0)
    await scheduled(0.1)
    expect(await remindOfAppointments(server.deps)).toBe(1)
    await office.deliver()
    expect(smtp.messages).toHaveLength(4)
  })
})
