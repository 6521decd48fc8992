import type { Problem } from '@foja/contracts/problem'
import type { Solicitud, SolicitudDetails, SolicitudMain } from '@foja/contracts/solicitudes'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCase, expectProblem, signedIn, openOffice, type Office } from '../../../../test/office.ts'
import { addCompany } from '../../../../test/test-server.ts'
import {
  bulk,
  caseIn,
  effectsOn,
  giveBack,
  inDays,
  mediate,
  send,
  solicitudOf,
  update,
} from '../../../../test/steps.ts'

const office = await openOffice()

const partes = [
  { nombre: 'Íñigo Muñoz', rol: 'Solicitante', email: 'inigo@ejemplo.ec' },
  { nombre: 'Rosa Peña', rol: 'Requerida', identificacion: '1712345678' },
]
const find = async (q: string) =>
  (
    await office.gestor.read<SolicitudMain[]>(
      `/api/v1/get_list_solicitud_main_type2/?page=1&q=${encodeURIComponent(q)}`,
    )
  ).map((main) => main.id_solicitud_main)

describe('updating a request', () => {
  it('changes the given fields and records old and new values', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    const changes = { titulo: 'Alquiler atrasado', tipo: 'Arriendo', notas: 'Con cuidado', lugar: 'Sala 2', partes }
    const body = { id_solicitud: id, version: 1, ...changes, asignado_a: office.mediador.id }
    const changed = await solicitudOf(await update(office.gestor, body))
    expect(changed).toMatchObject({ ...changes, version: 2, asignado_a: { id: office.mediador.id } })
    const { events, notified, mail } = await effectsOn(office, main, id)
    expect(events.map(({ action }) => action)).toEqual(['solicitud.updated'])
    expect(events[0]?.data).toMatchObject({
      id_solicitud: id,
      fields: 'titulo,tipo,lugar,notas,partes,asignado_a',
      from_titulo: 'Contrato de señal',
      to_titulo: 'Alquiler atrasado',
      from_asignado_a: null,
      to_asignado_a: 'Marta Mediadora',
    })
    expect(JSON.stringify(events[0]?.data)).not.toMatch(/cuidado|Muñoz|inigo/)
    expect(notified).toEqual(['solicitud.assigned Marta Mediadora'])
    expect(mail).toEqual([`notice ${office.mediador.email}`])

    const cleared = { tipo: null, notas: '', lugar: null, partes: [], asignado_a: null }
    const empty = await solicitudOf(await update(office.gestor, { id_solicitud: id, version: 2, ...cleared }))
    expect(empty).toMatchObject({ ...cleared, notas: null, titulo: 'Alquiler atrasado', version: 3 })
  })

  it('has no effect when nothing changes', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    const body = { id_solicitud: id, version: 1, titulo: 'Alquiler', partes, notas: 'x' }
    await solicitudOf(await update(office.usuario, body))
    const before = await effectsOn(office, main, id)
    const same = await solicitudOf(await update(office.usuario, { ...body, version: 2 }))
    expect(same.version).toBe(2)
    const nothing = await solicitudOf(await update(office.usuario, { id_solicitud: id, version: 2 }))
    expect(nothing.version).toBe(2)
    expect(await effectsOn(office, main, id)).toEqual(before)
  })

  it('returns the current request for an outdated version', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    const now = await solicitudOf(await update(office.gestor, { id_solicitud: id, version: 1, notas: 'Primera' }))
    const late = { id_solicitud: id, version: 1, notas: 'Segunda' }
    const problem = await expectProblem(await update(office.usuario, late), 400, 'stale_version')
    expect(problem.current).toEqual(now)
    const ahead = await expectProblem(await update(office.usuario, { ...late, version: 9 }), 400, 'stale_version')
    expect(ahead.current).toEqual(now)
    expect((await effectsOn(office, main, id)).events).toHaveLength(1)
    await expectProblem(await send(office.usuario, { id_solicitud: id, version: 1 }), 400, 'stale_version')
    await expectProblem(await update(office.ajeno, late), 404, 'not_found')
  })

  it('updates the search words, and the title of a case file with the default title', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    const titulo = 'Medianería Ñuñoa'
    await solicitudOf(await update(office.usuario, { id_solicitud: id, version: 1, titulo, partes }))
    for (const words of ['medianeria nunoa', 'inigo munoz', id, main]) expect(await find(words)).toContain(main)
    const { solicitud_main: named } = await office.usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${id}/`)
    expect(named.titulo).toBe(titulo)

    const own = await createCase(office.usuario, undefined, { titulo: 'Expediente con nombre' })
    const change = { id_solicitud: own.solicitud.id_solicitud, version: 1, titulo: 'Otro' }
    await solicitudOf(await update(office.usuario, change))
    const path = `/api/v1/details_solicitud/${change.id_solicitud}/`
    const kept = await office.usuario.read<SolicitudDetails>(path)
    expect([kept.titulo, kept.solicitud_main.titulo]).toEqual(['Otro', 'Expediente con nombre'])
    expect(kept.solicitud_main.updated_at > own.main.updated_at).toBe(true)
  })

  it('refuses an ineligible assignee, a past date and unknown fields', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    const base = { id_solicitud: id, version: 1 }
    const before = await effectsOn(office, main, id)
    const deactivated = await signedIn(office.server, { role: 'mediador', nombre: 'Ida', id_company: office.company })
    await office.server.deps.db
      .updateTable('app_user')
      .set({ activo: false })
      .where('id', '=', deactivated.id)
      .execute()
    for (const who of [office.usuario.id, office.ajeno.id, deactivated.id, randomUUID()]) {
      const problem = await expectProblem(
        await update(office.gestor, { ...base, asignado_a: who }),
        400,
        'assignee_unknown',
      )
      expect(problem.errors?.[0]?.field).toBe('asignado_a')
    }
    const past = await update(office.gestor, { ...base, fecha_agendada: inDays(office, -1) })
    expect((await expectProblem(past, 400, 'date_in_past')).errors?.[0]?.field).toBe('fecha_agendada')
    for (const wrong of [{ titulo: '' }, { status: 'agendado' }, { partes: [{}] }, { x: 1 }]) {
      await expectProblem(await update(office.gestor, { ...base, ...wrong }), 400, 'validation_failed')
    }
    await expectProblem(await update(office.gestor, { id_solicitud: id }), 400, 'validation_failed')
    expect(await effectsOn(office, main, id)).toEqual(before)
    await solicitudOf(await update(office.gestor, { ...base, asignado_a: office.admin.id }))
  })

  it('keeps an unchanged past date and an assignee who left', async () => {
    const { id } = await caseIn(office, 'agendado', { fecha: inDays(office, -3), assignee: office.colega.id })
    const { fecha_agendada: fecha, asignado_a: assignee } = await office.gestor.read<Solicitud>(
      `/api/v1/details_solicitud/${id}/`,
    )
    const body = { id_solicitud: id, version: 1, fecha_agendada: fecha, asignado_a: assignee!.id, notas: 'Llegó tarde' }
    expect((await solicitudOf(await update(office.gestor, body))).version).toBe(2)
  })

  it('concludes together with other changes in one step', async () => {
    const { id, main } = await caseIn(office, 'agendado', { assignee: office.mediador.id })
    const body = { id_solicitud: id, version: 1, status: 'concluido', notas: 'Firmado' }
    const concluded = await solicitudOf(await update(office.gestor, body))
    expect(concluded).toMatchObject({ status: 'concluido', notas: 'Firmado', version: 2 })
    const { row, events, notified, mail } = await effectsOn(office, main, id)
    expect(row.concluded_at).toBeInstanceOf(Date)
    expect(events.map(({ action }) => action)).toEqual(['solicitud.updated', 'solicitud.concluded'])
    expect(notified).toEqual(['solicitud.concluded Marta Mediadora', 'solicitud.concluded Úrsula Usuaria'])
    expect(mail).toEqual([`notice ${office.mediador.email}`, `notice ${office.usuario.email}`].toSorted())
  })
})

describe('sending a request', () => {
  it('emails the author, the mediator and the parties, and notifies the other staff in the product only', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    await solicitudOf(await update(office.usuario, { id_solicitud: id, version: 1, partes }))
    const fecha = inDays(office, 5)
    const body = { id_solicitud: id, fecha_agendada: fecha, lugar: 'Sala 1', asignado_a: office.mediador.id }
    const sent = await solicitudOf(await send(office.gestor, { ...body, mensaje: 'Traer la cédula' }))
    expect(sent).toMatchObject({ status: 'agendado', fecha_agendada: fecha, lugar: 'Sala 1', version: 3 })
    const { row, events, notified, mail, emails } = await effectsOn(office, main, id)
    for (const { kind, text } of emails) expect([kind, text.includes('Traer la cédula')]).toEqual([kind, true])
    expect([row.sent_at instanceof Date, row.calendar_sequence]).toEqual([true, 1])
    expect(events.at(-1)).toMatchObject({ action: 'solicitud.sent', data: { fecha, mensaje: 'Traer la cédula' } })
    expect(notified).toEqual(['solicitud.sent Marta Mediadora', 'solicitud.sent Úrsula Usuaria'])
    const invited = ['inigo@ejemplo.ec', office.mediador.email, office.usuario.email]
    expect(mail).toEqual(invited.map((to) => `invitation ${to}`).toSorted())
    expect(emails.filter(({ calendar_method: method }) => method === 'REQUEST')).toHaveLength(3)
  })

  it('without a mediator emails the managers and notifies the staff', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    await solicitudOf(await send(office.usuario, { id_solicitud: id }))
    const { row, notified, mail } = await effectsOn(office, main, id)
    expect([row.status, row.fecha_agendada, row.calendar_sequence]).toEqual(['agendado', null, 0])
    expect(notified).toEqual(['solicitud.sent Gael Gestor', 'solicitud.sent Marta Mediadora'])
    expect(mail).toEqual([`notice ${office.gestor.email}`])
  })

  it('notifies and emails the admins of an office without managers', async () => {
    const { server } = office
    const id_company = await addCompany(server, 'Oficina pequeña')
    const person = (role: 'admin' | 'gestor' | 'usuario', nombre: string) =>
      signedIn(server, { role, nombre, id_company })
    const [boss, partner, asks] = [
      await person('admin', 'Jimena Jefa'),
      await person('admin', 'Sara Socia'),
      await person('usuario', 'Pía Pide'),
    ]
    const deactivated = await person('admin', 'Eva Ex')
    await server.deps.db.updateTable('app_user').set({ activo: false }).where('id', '=', deactivated.id).execute()
    const sendOne = async () => {
      const { id, main } = await caseIn(office, 'pendiente', { author: asks })
      await solicitudOf(await send(asks, { id_solicitud: id }))
      return await effectsOn(office, main, id)
    }
    const both = ['solicitud.sent Jimena Jefa', 'solicitud.sent Sara Socia']
    const alone = await sendOne()
    expect(alone.notified).toEqual(both)
    expect(alone.mail).toEqual([`notice ${boss.email}`, `notice ${partner.email}`].toSorted())

    const manager = await person('gestor', 'Gema Gestora')
    const managed = await sendOne()
    expect(managed.notified).toEqual(['solicitud.sent Gema Gestora', ...both])
    expect(managed.mail).toEqual([`notice ${manager.email}`])
  })

  it('refuses a past date and an ineligible assignee', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    const before = await effectsOn(office, main, id)
    await expectProblem(
      await send(office.gestor, { id_solicitud: id, fecha_agendada: inDays(office, -1) }),
      400,
      'date_in_past',
    )
    await expectProblem(
      await send(office.gestor, { id_solicitud: id, asignado_a: office.usuario.id }),
      400,
      'assignee_unknown',
    )
    expect(await effectsOn(office, main, id)).toEqual(before)
  })
})

describe('an appointment date beyond 2100', () => {
  const far = ['9999-12-31T23:30:00Z', '2101-01-01T00:00:00Z']

  it.each(far)('is refused with advice by every call: %s', async (fecha_agendada) => {
    const { id, main } = await caseIn(office, 'pendiente')
    const before = await effectsOn(office, main, id)
    const calls = [
      send(office.gestor, { id_solicitud: id, fecha_agendada }),
      update(office.gestor, { id_solicitud: id, version: 1, fecha_agendada }),
      bulk(office.gestor, { action: 'send', ids_solicitud: [id], fecha_agendada }),
    ]
    for (const answer of await Promise.all(calls)) {
      const { errors } = await expectProblem(answer, 400, 'validation_failed')
      const message = 'Revisa el año: lo más tarde es el 31 de diciembre de 2100.'
      expect(errors).toEqual([{ field: 'fecha_agendada', code: 'too_big', message }])
    }
    expect(await effectsOn(office, main, id)).toEqual(before)
  })

  it('stored earlier still yields a valid calendar file', async () => {
    const { id } = await caseIn(office, 'agendado', { fecha: '9999-12-31T23:30:00Z' })
    const file = await (await office.gestor.call(`/api/v1/solicitud_ics/${id}/`)).text()
    expect(file).toMatch(/DTSTART:99991231T233000Z\r\nDTEND:99991231T235959Z\r\n/)
  })

  it('is refused, but the last day of 2100 is accepted', async () => {
    const { id } = await caseIn(office, 'pendiente')
    await solicitudOf(await send(office.gestor, { id_solicitud: id, fecha_agendada: '2100-12-31T23:59:59Z' }))
  })
})

const sequences = (emails: { calendar: string | null; calendar_method: string | null }[]) =>
  emails.flatMap(({ calendar, calendar_method: method }) =>
    calendar === null ? [] : `${method} ${/SEQUENCE:(\d+)/.exec(calendar)?.[1]}`,
  )

describe('calendar messages of a request', () => {
  it('are sent for a new date, a changed date, removed participants and the end', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    const plan = (caller: Office['gestor'], version: number, more: object) =>
      update(caller, { id_solicitud: id, version, ...more })
    await solicitudOf(await plan(office.gestor, 1, { fecha_agendada: inDays(office, 2), partes: partes.slice(0, 1) }))
    // Not sent yet: the date is only stored.
    expect((await effectsOn(office, main, id)).emails).toEqual([])
    await solicitudOf(await send(office.gestor, { id_solicitud: id }))
    await solicitudOf(await plan(office.gestor, 3, { notas: 'nada para un calendario' }))
    const first = await effectsOn(office, main, id)
    expect(sequences(first.emails)).toEqual(['REQUEST 0', 'REQUEST 0'])

    await solicitudOf(
      await plan(office.gestor, 4, { fecha_agendada: inDays(office, 4), asignado_a: office.mediador.id }),
    )
    const moved = await effectsOn(office, main, id)
    expect(sequences(moved.emails).slice(2)).toEqual(['REQUEST 1', 'REQUEST 1', 'REQUEST 1'])
    expect(moved.notified).toContain('solicitud.scheduled Úrsula Usuaria')

    await solicitudOf(await plan(office.gestor, 5, { partes: [], asignado_a: null }))
    const fewer = (await effectsOn(office, main, id)).emails.filter(({ calendar }) => calendar !== null).slice(5)
    const cancelled = fewer.map((one) => `${one.calendar_method} ${one.recipients.to.join()}`)
    // The appointment is unchanged for the author.
    expect(cancelled.toSorted()).toEqual(['CANCEL inigo@ejemplo.ec', `CANCEL ${office.mediador.email}`].toSorted())

    await solicitudOf(await giveBack(office.gestor, { id_solicitud: id, motivo: 'Falta la otra parte' }))
    const ended = await effectsOn(office, main, id)
    expect(sequences(ended.emails).at(-1)).toBe('CANCEL 3')
    expect([ended.row.calendar_sequence, ended.row.fecha_agendada, ended.row.lugar]).toEqual([4, null, null])
    await solicitudOf(await send(office.gestor, { id_solicitud: id, fecha_agendada: inDays(office, 9) }))
    expect(sequences((await effectsOn(office, main, id)).emails).at(-1)).toBe('REQUEST 4')
  })

  it('are not sent for past appointments', async () => {
    const { id, main } = await caseIn(office, 'agendado', { fecha: inDays(office, -1) })
    await solicitudOf(await giveBack(office.gestor, { id_solicitud: id, motivo: 'No vino nadie' }))
    expect(sequences((await effectsOn(office, main, id)).emails)).toEqual([])
    const past = await caseIn(office, 'agendado', { fecha: inDays(office, -0.01) })
    await solicitudOf(await update(office.gestor, { id_solicitud: past.id, version: 1, status: 'concluido' }))
    expect(sequences((await effectsOn(office, past.main, past.id)).emails)).toEqual([])
  })

  it('cancel the appointment of a concluded request, with the reason', async () => {
    const fecha = inDays(office, 3)
    const { id, main } = await caseIn(office, 'agendado', { fecha })
    await solicitudOf(await update(office.gestor, { id_solicitud: id, version: 1, status: 'concluido' }))
    const { emails } = await effectsOn(office, main, id)
    expect(sequences(emails)).toEqual(['CANCEL 0'])
    const letter = emails.find(({ calendar }) => calendar !== null)!
    expect(letter.text).toMatch(/La solicitud concluyó; la cita del .+ ya no es necesaria\./)
    expect(letter.text).not.toContain('anul')
    expect(letter.calendar).toContain('COMMENT:La solicitud concluyó\\; la cita ya no es necesaria.')
    const file = await (await office.gestor.call(`/api/v1/solicitud_ics/${id}/`)).text()
    expect(file).toContain('STATUS:CANCELLED\r\n')
    // The appointment is cancelled already, so returning sends no message.
    await solicitudOf(await giveBack(office.gestor, { id_solicitud: id, motivo: 'Faltaba una firma' }))
    expect(sequences((await effectsOn(office, main, id)).emails)).toEqual(['CANCEL 0'])
  })
})

describe('returning a request', () => {
  it('clears the date, keeps the mediator, and records the reason', async () => {
    const more = { fecha: inDays(office, 2), assignee: office.mediador.id }
    const { id, main } = await caseIn(office, 'concluido', more)
    const body = { id_solicitud: id, motivo: '  Falta la firma del síndico ' }
    const back = await solicitudOf(await giveBack(office.gestor, body))
    expect(back).toMatchObject({ status: 'pendiente', fecha_agendada: null, lugar: null, version: 2 })
    expect(back.asignado_a?.id).toBe(office.mediador.id)
    const { row, events, notices, notified, mail } = await effectsOn(office, main, id)
    expect([row.sent_at, row.concluded_at, row.reminded_for]).toEqual([null, null, null])
    const motivo = 'Falta la firma del síndico'
    expect(events).toMatchObject([{ action: 'solicitud.returned', data: { from: 'concluido', motivo } }])
    expect(notices[0]?.data).toMatchObject({ motivo })
    expect(notified).toEqual(['solicitud.returned Marta Mediadora', 'solicitud.returned Úrsula Usuaria'])
    expect(mail.every((one) => one.startsWith('notice '))).toBe(true)
    const details = await office.usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${id}/`)
    expect([details.actions, details.history_intact]).toEqual([['update', 'send', 'attach', 'delete'], true])
  })

  it('requires a reason', async () => {
    const { id } = await caseIn(office, 'agendado')
    for (const motivo of [undefined, '', '   ']) {
      await expectProblem(await giveBack(office.gestor, { id_solicitud: id, motivo }), 400, 'validation_failed')
    }
  })
})

describe('notifications of a step', () => {
  it('are not sent to the acting user or to deactivated users', async () => {
    const deactivated = await signedIn(office.server, { role: 'usuario', nombre: 'Ida', id_company: office.company })
    const { id, main } = await caseIn(office, 'agendado', { author: deactivated, assignee: office.mediador.id })
    await office.server.deps.db
      .updateTable('app_user')
      .set({ activo: false })
      .where('id', '=', deactivated.id)
      .execute()
    const response = await giveBack(office.mediador, { id_solicitud: id, motivo: 'Repetida' })
    await solicitudOf(response)
    const { notified, mail } = await effectsOn(office, main, id)
    expect([notified, mail]).toEqual([[], []])
    const problem = (await (await mediate(office.mediador, randomUUID(), { status: 'en_proceso' })).json()) as Problem
    expect(problem.code).toBe('not_found')
  })
})
