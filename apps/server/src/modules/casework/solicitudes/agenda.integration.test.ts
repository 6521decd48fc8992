import { describe, expect, it } from 'vitest'
import { expectProblem, openOffice, type Office } from '../../../../test/office.ts'
import { caseIn, hourMs, inDays } from '../../../../test/steps.ts'

const office = await openOffice()

describe('the agenda', () => {
  type Agenda = { items: { id_solicitud: string; main_titulo: string; documents: number }[]; more: boolean }
  const path = (from: string, until: string, more = '') =>
    `/api/v1/agenda/?desde=${encodeURIComponent(from)}&hasta=${encodeURIComponent(until)}${more}`

  it('lists the appointments of a period that the caller may read, in order', async () => {
    const day = (days: number) => inDays(office, 200 + days)
    const b = await caseIn(office, 'agendado', { fecha: day(2), assignee: office.mediador.id })
    const a = await caseIn(office, 'agendado', { fecha: day(1) })
    const theirs = await caseIn(office, 'concluido', { fecha: day(3), author: office.colega })
    const foreign = await caseIn(office, 'agendado', { fecha: day(1), author: office.ajeno })
    await caseIn(office, 'agendado', { fecha: day(5) })
    const read = async (caller: Office['gestor'], more = '') => {
      const { items } = await caller.read<Agenda>(path(day(0), day(4), more))
      return items.map((item) => item.id_solicitud)
    }
    expect(await read(office.gestor)).toEqual([a.id, b.id, theirs.id])
    expect(await read(office.mediador)).toEqual([a.id, b.id, theirs.id])
    expect(await read(office.usuario)).toEqual([a.id, b.id])
    expect(await read(office.colega)).toEqual([theirs.id])
    expect(await read(office.ajeno)).toEqual([foreign.id])
    expect((await read(office.admin)).toSorted()).toEqual([a.id, b.id, theirs.id, foreign.id].toSorted())
    expect(await read(office.gestor, `&asignado_a=${office.mediador.id}`)).toEqual([b.id])
    const { items, more } = await office.gestor.read<Agenda>(path(day(2), day(3)))
    expect([items.length, items[0]?.main_titulo, items[0]?.documents, more]).toEqual([1, 'Contrato de señal', 1, false])
  })

  it('accepts periods of up to 92 days', async () => {
    const from = new Date().toISOString()
    const until = (hours: number) => new Date(Date.parse(from) + hours * hourMs).toISOString()
    expect((await office.gestor.call(path(from, until(92 * 24)))).status).toBe(200)
    for (const hours of [92 * 24 + 1, 0, -1]) {
      const response = await office.gestor.call(path(from, until(hours)))
      expect((await expectProblem(response, 400, 'validation_failed')).errors?.[0]?.field).toBe('hasta')
    }
    for (const query of ['', '?desde=x&hasta=y', `?desde=${from}`]) {
      await expectProblem(await office.gestor.call(`/api/v1/agenda/${query}`), 400, 'validation_failed')
    }
  })

  it('reports when there are more appointments than its limit', async () => {
    const { id, main } = await caseIn(office, 'agendado', { fecha: inDays(office, 400) })
    const { db } = office.server.deps
    const row = await db.selectFrom('solicitud').where('id_solicitud', '=', id).selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ...row,
      id_solicitud: `AGEN-DA00-0000-${String(at).padStart(4, '0')}`,
      position: at + 1,
      partes: '[]',
    }))
    await db.insertInto('solicitud').values(rows).execute()
    const { items, more } = await office.gestor.read<Agenda>(path(inDays(office, 399), inDays(office, 401)))
    expect([items.length, more]).toEqual([500, true])
    await db.deleteFrom('solicitud').where('id_solicitud_main', '=', main).where('position', '>', 0).execute()
  })

  it('exports one appointment as a calendar file', async () => {
    const { id } = await caseIn(office, 'agendado', { fecha: inDays(office, 3) })
    const response = await office.usuario.call(`/api/v1/solicitud_ics/${id}/`)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain(`${id}.ics`)
    const text = await response.text()
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(text).toContain(`UID:${id}@foja`)
    const undated = await caseIn(office, 'agendado')
    await expectProblem(await office.usuario.call(`/api/v1/solicitud_ics/${undated.id}/`), 404, 'not_found')
    for (const caller of [office.colega, office.ajeno]) {
      await expectProblem(await caller.call(`/api/v1/solicitud_ics/${id}/`), 404, 'not_found')
    }
  })
})
