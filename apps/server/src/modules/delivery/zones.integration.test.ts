import { describe, expect, it } from 'vitest'
import { bodyOf, openOffice } from '../../../test/office.ts'
import { caseIn, giveBack, solicitudOf, update } from '../../../test/steps.ts'
import { remindOfAppointments } from './remind.ts'

const office = await openOffice({ timeZone: null })

const inMadrid = { 'time-zone': 'Europe/Madrid' }
const madrid = /\((hora estándar|hora de verano) de Europa central\)/
const here = new Intl.DateTimeFormat('es', { timeZoneName: 'long' })
  .formatToParts(new Date())
  .find(({ type }) => type === 'timeZoneName')!.value

/** The messages about a request, newest first. */
async function letters(id: string) {
  return await office.server.deps.db
    .selectFrom('email')
    .where('id_solicitud', '=', id)
    .orderBy('created_at', 'desc')
    .select(['kind', 'text', 'calendar'])
    .execute()
}
const textOf = async (id: string, kind: string) => (await letters(id)).find((one) => one.kind === kind)!.text
const soon = () => new Date(office.server.deps.clock().getTime() + 20 * 3_600_000).toISOString()

describe('messages without TIME_ZONE', () => {
  it('use the zone of the user who set the date of an appointment', async () => {
    const { id } = await caseIn(office, 'pendiente')
    const fecha_agendada = soon()
    const sent = await office.gestor.post('/api/v1/send_solicitud/', { id_solicitud: id, fecha_agendada }, inMadrid)
    expect((await solicitudOf(sent)).fecha_agendada).toBe(fecha_agendada)
    const stamp = fecha_agendada.replace(/[-:]|\.\d{3}/g, '')
    const [invitation] = (await letters(id)).filter(({ kind }) => kind === 'invitation')
    expect(invitation!.text).toMatch(madrid)
    expect(invitation!.calendar).toContain(`DTSTART:${stamp}`)
    // Later messages caused by others use it too.
    expect(await remindOfAppointments(office.server.deps)).toBe(1)
    expect(await textOf(id, 'reminder')).toMatch(madrid)
    await solicitudOf(await giveBack(office.gestor, { id_solicitud: id, motivo: 'Falta algo' }))
    expect(await textOf(id, 'cancellation')).toMatch(madrid)
  })

  it('use the zone of the user who sets a new date, or the zone of the server without one', async () => {
    const { id } = await caseIn(office, 'agendado')
    const body = { id_solicitud: id, version: 1, fecha_agendada: soon() }
    await solicitudOf(await office.gestor.post('/api/v1/update_solicitud_type/', body, inMadrid))
    expect(await textOf(id, 'invitation')).toMatch(madrid)
    const later = { id_solicitud: id, version: 2, lugar: 'Sala 3' }
    await solicitudOf(await update(office.gestor, later))
    expect(await textOf(id, 'invitation')).toMatch(madrid)
    const fecha_agendada = new Date(Date.now() + 5 * 86_400_000).toISOString()
    await solicitudOf(await update(office.gestor, { id_solicitud: id, version: 3, fecha_agendada }))
    expect(await textOf(id, 'invitation')).toContain(`(${here})`)
  })

  it('give the expiry of a link in the zone of its sender', async () => {
    const { document } = await caseIn(office, 'pendiente')
    const body = { id_documento: document, to: ['ana@cliente.example'], as: 'link' }
    await bodyOf(await office.gestor.post('/api/v1/send_document_by_email/', body, inMadrid), 200)
    const row = office.server.deps.db.selectFrom('email').where('id_documento', '=', document)
    expect((await row.select('text').executeTakeFirstOrThrow()).text).toMatch(/funciona hasta el .+ CES?T\./)
  })
})
