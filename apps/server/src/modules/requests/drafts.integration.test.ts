import type { Event } from '@foja/contracts/events'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, expectProblem, type Caller } from '../../../test/office.ts'
import { testAuthority } from '../../../test/people.ts'
import { recipientOf } from '../../../test/request-recipients.ts'
import { fieldOf, makeTemplate } from '../../../test/templates.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => void (await office.server.deps.db.deleteFrom('throttle').execute()))

const api = '/api/v1'
type Id = { id_documento: string }

let people = 0
const person = (nombre: string, more: object = {}) => {
  people += 1
  return { nombre, email: `borrador.${people}@cliente.example`, rol: 'firma', ...more }
}
const ask = async (document: Id, recipients: readonly object[], more: object = {}, caller: Caller = office.usuario) =>
  await caller.post(`${api}/create_signing_request/`, {
    documents: [{ id_documento: document.id_documento }],
    recipients,
    send: false,
    ...more,
  })
const asked = async (...args: Parameters<typeof ask>) => await bodyOf<SigningRequest>(await ask(...args), 201)
const remove = async (id: string, caller: Caller = office.usuario) =>
  await caller.call(`${api}/delete_signing_request/${id}/`, { method: 'DELETE' })
const actionsIn = async (main: string) =>
  (await office.usuario.read<{ events: Event[] }>(`${api}/history/${main}/`)).events.map(({ action }) => action)

describe('a draft', () => {
  it('is written again under its id by its author, and sent', async () => {
    const { document, solicitud, main } = await createCase(office.usuario)
    const [ana, beto] = [person('Ana'), person('Beto', { turno: 2 })]
    const before = await asked(document, [ana, beto], { titulo: 'Arriendo', remind_every_days: 3 })
    expect(before.actions).toEqual(['send', 'edit', 'delete', 'change_recipient'])
    const clara = person('Clara')
    const kept = await asked(document, [clara], { mensaje: 'Sin prisa', replaces: before.id })
    expect(kept).toMatchObject({
      id: before.id,
      created_at: before.created_at,
      created_by: before.created_by,
      status: 'borrador',
      titulo: document.nombre.replace('.pdf', ''),
      mensaje: 'Sin prisa',
      remind_every_days: null,
      id_solicitud: solicitud.id_solicitud,
    })
    expect(kept.recipients.map(({ nombre }) => nombre)).toEqual(['Clara'])
    const more = { replaces: before.id, send: true, key: randomUUID() }
    const sent = await asked(document, [beto], more)
    expect(sent).toMatchObject({ id: before.id, status: 'enviada' })
    expect((await asked(document, [beto], more)).recipients).toEqual(sent.recipients)
    await office.deliver()
    expect(office.smtp.messages.flatMap(({ to }) => to)).toEqual([beto.email])
    expect(await actionsIn(main.id_solicitud_main)).toEqual(
      expect.arrayContaining(['signing_request.created', 'signing_request.changed', 'signing_request.sent']),
    )
    const { count } = await office.usuario.read<{ count: number }>(
      `${api}/list_signing_requests/?id_solicitud_main=${main.id_solicitud_main}`,
    )
    expect(count).toBe(1)
  })

  it('stays as it was when what replaces it is refused', async () => {
    const { document } = await createCase(office.usuario)
    const { document: other } = await createCase(office.usuario)
    const ana = person('Ana')
    const draft = await asked(document, [ana])
    const { id } = draft
    await expectProblem(await ask(other, [ana], { replaces: id }), 400, 'documents_apart')
    await expectProblem(await ask(document, [ana, ana], { replaces: id }), 400, 'recipient_repeated')
    await asked(document, [person('Luz')], { send: true })
    await expectProblem(await ask(document, [ana], { replaces: id, send: true }), 400, 'document_requested')
    expect(await office.usuario.read(`${api}/details_signing_request/${id}/`)).toEqual(draft)
  })

  it('is not replaced by colleagues, nor once it is sent', async () => {
    const { document } = await createCase(office.usuario)
    const { document: own } = await createCase(office.colega)
    const ana = person('Ana')
    const { id } = await asked(document, [ana])
    await expectProblem(await ask(own, [ana], { replaces: id }, office.colega), 404, 'not_found')
    await expectProblem(await ask(document, [ana], { replaces: randomUUID() }), 404, 'not_found')
    await bodyOf(await office.usuario.post(`${api}/send_signing_request/`, { id }), 200)
    await expectProblem(await ask(document, [ana], { replaces: id }), 400, 'request_closed')
  })

  it('is deleted for good, with an event; what was sent is not', async () => {
    const { document, main } = await createCase(office.usuario)
    const { id } = await asked(document, [person('Ana')])
    const cancel = await office.usuario.post(`${api}/cancel_signing_request/`, { id, motivo: 'Ya no' })
    await expectProblem(cancel, 400, 'request_closed')
    await expectProblem(await remove(id, office.colega), 404, 'not_found')
    expect(await bodyOf(await remove(id), 200)).toEqual({ id })
    await expectProblem(await remove(id), 404, 'not_found')
    expect(await actionsIn(main.id_solicitud_main)).toContain('signing_request.deleted')
    const sent = await asked(document, [person('Beto')], { send: true })
    await expectProblem(await remove(sent.id), 400, 'request_closed')
  })

  it('of a template keeps the signature field of a place that stays, and not of one that moves', async () => {
    const fields = [
      fieldOf('signature', { key: 'arrendador', x: 60, y: 600, height: 60 }),
      fieldOf('signature', { key: 'arrendataria', x: 60, y: 700, height: 60 }),
    ]
    const template = await makeTemplate(office.gestor, fields, { name: 'Contrato', bytes: makePdf({ pages: 1 }) })
    const [ana, beto] = [person('Ana'), person('Beto')]
    const made = await office.usuario.post(`${api}/request_from_template/`, {
      id: template.id,
      data: {},
      recipients: [
        { ...ana, field: 'arrendador' },
        { ...beto, field: 'arrendataria' },
      ],
      send: false,
    })
    const draft = await bodyOf<SigningRequest>(made, 201)
    const [document] = draft.documents
    const placeOf = (nombre: string) => {
      const { id_documento, position } = draft.recipients.find((one) => one.nombre === nombre)!.places[0]!
      return { id_documento, position }
    }
    const moved = { ...placeOf('Beto'), position: { ...placeOf('Beto').position, x: 300 } }
    const recipients = [
      { ...ana, places: [placeOf('Ana')] },
      { ...beto, places: [moved] },
    ]
    const sent = await asked(document!, recipients, { replaces: draft.id, send: true })
    expect(sent.recipients.map(({ places }) => places)).toEqual([[{ ...placeOf('Ana'), field: 'arrendador' }], [moved]])
    const recipient = await recipientOf(office, ana.email)
    const certificate = testAuthority().issue({ commonName: 'Ana Ñusta', keyType: 'p256' })
    expect((await recipient.sign(document!, certificate)).status).toBe('firmado')
  })

  it('is replaced once by two at the same moment, or sent by one of them', async () => {
    const { document } = await createCase(office.usuario)
    const { id } = await asked(document, [person('Ana')])
    const beto = person('Beto')
    const answers = await Promise.all([
      ask(document, [beto], { replaces: id, send: true }),
      ask(document, [beto], { replaces: id, send: true }, office.gestor),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    await office.deliver()
    expect(office.smtp.messages.filter(({ to }) => to.includes(beto.email))).toHaveLength(1)
  })
})
