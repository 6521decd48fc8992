import type { SigningRequest } from '@foja/contracts/signing-requests'
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, expectProblem, storedKeys } from '../../../test/office.ts'
import { testAuthority } from '../../../test/people.ts'
import { recipientOf } from '../../../test/request-recipients.ts'
import { download } from '../../../test/signing.ts'
import { caseIn } from '../../../test/steps.ts'
import { batchOf, fieldOf, makeTemplate, startBatch } from '../../../test/templates.ts'
import { followRequests } from './follow-requests.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => void (await office.server.deps.db.deleteFrom('throttle').execute()))
const { db } = office.server.deps

const fields = [
  fieldOf('text', { key: 'canon', required: true }),
  fieldOf('text', { key: 'domicilio', y: 100, required: true, filled_by: 'arrendataria' }),
  fieldOf('date', { key: 'nacimiento', y: 140, filled_by: 'arrendataria' }),
  fieldOf('number', { key: 'cuenta', y: 180, required: true, filled_by: 'arrendador' }),
  fieldOf('signature', { key: 'arrendador', role: 'Arrendador', x: 60, y: 600, height: 60 }),
  fieldOf('signature', { key: 'arrendataria', role: 'Arrendataria', x: 60, y: 700, height: 60 }),
]
const template = await makeTemplate(office.gestor, fields, { name: 'Contrato', bytes: makePdf() })

let people = 0
const person = (nombre: string, more: object = {}) => {
  people += 1
  return { nombre, email: `datos.${people}@cliente.example`, rol: 'firma', ...more }
}
const ask = async (recipients: readonly object[], more: object = {}) =>
  await office.usuario.post('/api/v1/request_from_template/', {
    id: template.id,
    data: { canon: '500' },
    recipients,
    ...more,
  })
const asked = async (...args: Parameters<typeof ask>) => await bodyOf<SigningRequest>(await ask(...args), 201)
const read = async ({ id }: SigningRequest) =>
  await office.usuario.read<SigningRequest>(`/api/v1/details_signing_request/${id}/`)
const statesOf = async (request: SigningRequest) =>
  (await read(request)).recipients.map(({ nombre, status, fields: state }) => `${nombre} ${status} ${state}`)
const fillingsOf = async ({ id }: SigningRequest) =>
  await db.selectFrom('request_filling').where('id_request', '=', id).selectAll().execute()
const versionsOf = async ({ documents: [document] }: SigningRequest) =>
  await db
    .selectFrom('document_version')
    .where('id_documento', '=', document!.id_documento)
    .select(['version', 'origin', 'active_content', 'id_template'])
    .orderBy('version')
    .execute()
/** True if the words are on a page of the document. */
async function hasWords({ documents: [document] }: SigningRequest, words: string): Promise<boolean> {
  const { id_documento } = document!
  const path = `/api/v1/search_document/${id_documento}/?q=${encodeURIComponent(words)}`
  return (await office.gestor.read<{ hits: unknown[] }>(path)).hits.length > 0
}
const mailsTo = (email: string) =>
  office.smtp.messages.filter(({ to }) => to.includes(email)).map(({ mail }) => mail.subject)

/** Beto fills `cuenta` and signs first; Ana fills the rest and signs after him. */
async function both(more: object = {}) {
  const beto = person('Beto', { field: 'arrendador', turno: 1 })
  const ana = person('Ana', { field: 'arrendataria', turno: 2 })
  const request = await asked([beto, ana], { nombre: 'Contrato', ...more })
  return {
    request,
    beto: await recipientOf(office, beto.email),
    ana: await recipientOf(office, ana.email),
    mail: { beto, ana },
  }
}
const anas = { domicilio: 'Calle Ñandú 7', nacimiento: '1990-02-01' }
const fill = (data: object) => ['recipient_fill', { data }] as const
const signing = (commonName: string) => testAuthority().issue({ commonName, keyType: 'p256' })

describe('fields that recipients fill', () => {
  it('are asked of all before the first turn, and signatures wait until all have filled', async () => {
    const { request, beto, ana, mail } = await both()
    expect(await statesOf(request)).toEqual(['Beto enviado open', 'Ana enviado open'])
    expect(mailsTo(mail.ana.email)).toEqual(['Llena tus datos: Contrato'])
    const view = await ana.view()
    expect(view.acts).toEqual(['read', 'fill', 'decline'])
    expect(view.fill).toMatchObject({ data: {}, fields: [{ key: 'domicilio', required: true }, { key: 'nacimiento' }] })
    const [document] = request.documents
    const certificate = Buffer.from(signing('Beto').certificate).toString('base64')
    const early = await beto.call('recipient_prepare', { ...document, nombre: undefined, certificate, chain: [] })
    await expectProblem(early, 400, 'fields_open')
    await expectProblem(await beto.call('recipient_approve', {}), 400, 'request_closed')
    expect(await bodyOf(await ana.call(...fill(anas)), 200)).toEqual({ status: 'en_espera' })
    expect(await statesOf(request)).toEqual(['Beto enviado open', 'Ana en_espera filled'])
    expect((await ana.view()).acts).toEqual(['read'])
    await expectProblem(await ana.call(...fill(anas)), 400, 'request_closed')
    expect(await versionsOf(request)).toHaveLength(1)
    expect(await fillingsOf(request)).toMatchObject([{ data: { canon: '500', ...anas } }])
    // The last one of turn 1 goes on to sign without another message.
    expect(await bodyOf(await beto.call(...fill({ cuenta: '2200' })), 200)).toEqual({ status: 'visto' })
    expect(await versionsOf(request)).toMatchObject([
      { version: 1, origin: 'fill' },
      { version: 2, origin: 'fill', active_content: [], id_template: template.id },
    ])
    expect(await fillingsOf(request)).toEqual([])
    for (const words of ['500', 'Ñandú 7', '01/02/1990']) expect(await hasWords(request, words)).toBe(true)
    await office.deliver()
    expect(mailsTo(mail.beto.email)).toEqual(['Llena tus datos: Contrato'])
    expect((await beto.view()).fill).toBeNull()
    expect((await beto.sign(document!, signing('Beto Ñaupari'))).status).toBe('firmado')
    const later = await recipientOf(office, mail.ana.email)
    expect(mailsTo(mail.ana.email)).toEqual(['Llena tus datos: Contrato', 'Te piden firmar: Contrato'])
    expect((await later.sign(document!, signing('Ana Ácuña'))).status).toBe('firmado')
    expect((await read(request)).status).toBe('completada')
    const pdfsig = runValidator('pdfsig', ['-nocert'], await download(office.gestor, document!))
    if (pdfsig !== null) expect(pdfsig.output.match(/Signature is Valid/g)).toHaveLength(2)
    const trail = await db
      .selectFrom('event')
      .where('id_documento', '=', document!.id_documento)
      .select('action')
      .execute()
    expect(trail.filter(({ action }) => action === 'recipient.filled')).toHaveLength(2)
  })

  it('are filled at once, in a case file too, and the document is made once', async () => {
    const { id: id_solicitud } = await caseIn(office, 'pendiente')
    const { request, beto, ana } = await both({ id_solicitud })
    const before = await storedKeys(office)
    const answers = await Promise.all([
      beto.call(...fill({ cuenta: '2200' })),
      ana.call(...fill(anas)),
      beto.call(...fill({ cuenta: '2200' })),
      ana.call(...fill(anas)),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400])
    expect(await versionsOf(request)).toHaveLength(2)
    expect((await storedKeys(office)).length).toBe(before.length + 1)
    expect((await statesOf(request))[0]).toMatch(/^Beto (enviado|visto) filled$/)
    expect((await statesOf(request))[1]).toBe('Ana en_espera filled')
  })

  it('are checked like those of the office, and belong to their recipient alone', async () => {
    const { request, ana } = await both()
    const missing = await expectProblem(await ana.call(...fill({})), 400, 'template_data_wrong')
    expect(missing.errors).toMatchObject([{ field: 'data.domicilio', code: 'required' }])
    for (const other of ['cuenta', 'canon', 'arrendador', 'nada']) {
      const problem = await expectProblem(
        await ana.call(...fill({ ...anas, [other]: '1' })),
        400,
        'template_data_wrong',
      )
      expect(problem.errors).toMatchObject([{ field: `data.${other}` }])
    }
    await expectProblem(await ana.call(...fill({ ...anas, nacimiento: 'ayer' })), 400, 'template_data_wrong')
    expect(await statesOf(request)).toEqual(['Beto enviado open', 'Ana enviado open'])
  })

  it('begin with what the office knows; who signs without fields waits', async () => {
    const beto = person('Beto', { field: 'arrendador', rol: 'aprueba' })
    const ana = person('Ana', { field: 'arrendataria' })
    // Who approves fills nothing: the office does.
    const missing = await expectProblem(await ask([beto, ana]), 400, 'template_data_wrong')
    expect(missing.errors).toMatchObject([{ field: 'recipients', code: 'required' }])
    expect(missing.errors![0]!.message).toContain('«number», que llena quien firma como Arrendador')
    const request = await asked([beto, ana], { data: { canon: '500', cuenta: '1', domicilio: 'Quito' } })
    expect(await statesOf(request)).toEqual(['Beto en_espera none', 'Ana enviado open'])
    const recipient = await recipientOf(office, ana.email)
    expect((await recipient.view()).fill?.data).toEqual({ domicilio: 'Quito' })
    expect(await bodyOf(await recipient.call(...fill({ domicilio: 'Cuenca' })), 200)).toEqual({ status: 'visto' })
    expect(await statesOf(request)).toEqual(['Beto enviado none', 'Ana visto filled'])
    expect(await hasWords(request, 'Cuenca')).toBe(true)
    expect(await hasWords(request, 'Quito')).toBe(false)
  })

  it('go to the delegate; a decline, a cancellation and the end of the term forget what is known', async () => {
    const { request, ana, beto } = await both({ allow_delegation: true })
    const email = `delegada.${people}@cliente.example`
    expect((await ana.call('recipient_delegate', { nombre: 'Eva', email })).status).toBe(200)
    const eva = await recipientOf(office, email)
    expect(mailsTo(email)).toEqual(['Llena tus datos: Contrato'])
    expect((await beto.call(...fill({ cuenta: '2200' }))).status).toBe(200)
    expect(await bodyOf(await eva.call(...fill(anas)), 200)).toEqual({ status: 'en_espera' })
    expect((await statesOf(request)).filter((one) => one.includes('filled'))).toHaveLength(2)
    expect(await versionsOf(request)).toHaveLength(2)

    const declined = await both()
    expect((await declined.ana.call('recipient_decline', { motivo: 'No' })).status).toBe(200)
    expect((await read(declined.request)).status).toBe('rechazada')
    await expectProblem(await declined.beto.call(...fill({ cuenta: '1' })), 404, 'not_found')
    expect(await fillingsOf(declined.request)).toEqual([])

    const ended = await both()
    await db
      .updateTable('request')
      .set({ expires_at: office.server.deps.clock() })
      .where('id', '=', ended.request.id)
      .execute()
    await expectProblem(await ended.ana.call(...fill(anas)), 404, 'not_found')
    await followRequests(office.server.deps)
    expect((await read(ended.request)).status).toBe('vencida')
    expect(await fillingsOf(ended.request)).toEqual([])

    const cancelled = await both()
    expect((await cancelled.ana.call(...fill(anas))).status).toBe(200)
    const { id } = cancelled.request
    await bodyOf(await office.usuario.post('/api/v1/cancel_signing_request/', { id, motivo: 'Otro' }), 200)
    expect(await fillingsOf(cancelled.request)).toEqual([])
    await office.deliver()
    for (const { email: to } of Object.values(cancelled.mail)) expect(mailsTo(to)).toHaveLength(2)
  })

  it('move with another address, and are reminded', async () => {
    const { request, ana, mail } = await both({ remind_every_days: 1 })
    const { id } = (await read(request)).recipients[1]!
    const email = `mudada.${people}@cliente.example`
    const moved = await office.usuario.post('/api/v1/update_recipient/', { id_recipient: id, email })
    expect(moved.status).toBe(200)
    await expectProblem(await ana.call(...fill(anas)), 404, 'not_found')
    const now = await recipientOf(office, email)
    await bodyOf(await office.usuario.post('/api/v1/remind_recipient/', { id_recipient: id }), 200)
    await office.deliver()
    expect(mailsTo(email)).toEqual(['Llena tus datos: Contrato', 'Llena tus datos: Contrato'])
    expect(mailsTo(mail.ana.email)).toHaveLength(1)
    expect((await now.call(...fill(anas))).status).toBe(200)
  })

  it('stay with a draft that is changed, and cannot be left open', async () => {
    const beto = person('Beto', { field: 'arrendador' })
    const ana = person('Ana', { field: 'arrendataria' })
    const draft = await asked([beto, ana], { send: false })
    const documents = draft.documents.map(({ id_documento }) => ({ id_documento }))
    const plain = (one: object) => ({ ...one, field: undefined })
    const create = async (recipients: object[]) =>
      await office.usuario.post('/api/v1/create_signing_request/', { documents, recipients, replaces: draft.id })
    const problem = await expectProblem(await create([plain(beto)]), 400, 'validation_failed')
    expect(problem.errors).toMatchObject([{ field: 'recipients', code: 'fields_open' }])
    const { places } = draft.recipients.find(({ nombre }) => nombre === 'Ana')!
    const place = places.map(({ field: _field, ...one }) => one)
    const next = person('Flor', { places: place })
    const sent = await bodyOf<SigningRequest>(await create([plain(beto), next]), 201)
    expect(await statesOf(sent)).toEqual(['Beto enviado open', 'Flor enviado open'])
    expect((await (await recipientOf(office, next.email)).call(...fill(anas))).status).toBe(200)
  })

  it('of the rows of a batch are those of each row', async () => {
    const ana = (row: number) => person(`Ana ${row}`, { field: 'arrendataria' })
    const rows = [{ canon: '1', cuenta: '1' }, { canon: '2' }]
    const recipients = [[ana(1)], [ana(2)]]
    const body = { id: template.id, key: randomUUID(), rows, requests: { recipients } }
    await bodyOf(await startBatch(office.usuario, body), 202)
    await office.server.jobs.run()
    const batch = await batchOf(office.usuario, body.key)
    expect(batch).toMatchObject({ done: 1, failed: 1, errors: [{ row: 2, field: 'cuenta' }] })
    const recipient = await recipientOf(office, recipients[0]![0]!.email)
    expect(await bodyOf(await recipient.call(...fill(anas)), 200)).toEqual({ status: 'visto' })
    const { documents } = await recipient.view()
    expect((await recipient.sign(documents[0]!, signing('Ana Ácuña'))).status).toBe('firmado')
  })

  it('leave no half of a step that fails: version, state and messages are one transaction', async () => {
    const { request, beto, ana, mail } = await both()
    expect((await ana.call(...fill(anas))).status).toBe(200)
    const run = async (statement: string) => await sql.raw(statement).execute(db)
    await run(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
    await run(`create trigger refusing before delete on request_filling for each row execute function refuse()`)
    try {
      expect((await beto.call(...fill({ cuenta: '2200' }))).status).toBe(500)
    } finally {
      await run(`drop trigger refusing on request_filling`)
    }
    expect(await versionsOf(request)).toHaveLength(1)
    expect(await statesOf(request)).toEqual(['Beto enviado open', 'Ana en_espera filled'])
    expect(await bodyOf(await beto.call(...fill({ cuenta: '2200' })), 200)).toEqual({ status: 'visto' })
    expect(await versionsOf(request)).toHaveLength(2)
    await office.deliver()
    expect(mailsTo(mail.beto.email)).toHaveLength(1)
  })
})
