// What the API page says of the `data` of each message, compared with messages of every type.
import type { Convocation } from '@foja/contracts/convocations'
import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { Document } from '@foja/contracts/documents'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { webhookEvents, webhookMessageSchema, webhookTest, type Webhook } from '@foja/contracts/webhooks'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, pdfFile } from '../../../test/office.ts'
import { giveSigner, testAuthority } from '../../../test/people.ts'
import { recipientOf } from '../../../test/request-recipients.ts'
import { sign } from '../../../test/signing.ts'
import { attach, bulk, caseIn, giveBack, inDays, mediate, send, update } from '../../../test/steps.ts'
import { fill, makeTemplate } from '../../../test/templates.ts'
import { openReceiver } from '../../../test/webhook-receiver.ts'
import { followRequests } from '../../modules/requests/follow-requests.ts'
import { webhookData } from './webhook-data.ts'

const office = await startMailOffice()
afterAll(() => office.close())
const receiver = await openReceiver()
const { gestor, usuario, server } = office
const { db } = server.deps

const api = '/api/v1'
const post = async <T>(path: string, body: object, status = 200) =>
  await bodyOf<T>(await usuario.post(`${api}/${path}/`, body), status)
let people = 0
const person = (more: object = {}) => {
  people += 1
  return { nombre: 'Ana', email: `ana.${people}@cliente.example`, ...more }
}
const loose = async () => (await bodyOf<{ documents: Document[] }>(await attach(usuario, undefined), 201)).documents

async function ask(documents: readonly Document[], rol: string, more: object = {}) {
  const recipient = person({ rol })
  const ids = documents.map(({ id_documento }) => ({ id_documento }))
  const body = { documents: ids, recipients: [recipient], ...more }
  return { ...(await post<SigningRequest>('create_signing_request', body, 201)), email: recipient.email }
}
const opened = async ({ email }: { email: string }) => {
  const recipient = await recipientOf(office, email)
  await recipient.view()
  return recipient
}
const act = async (response: Response) => void (await bodyOf(response, 200))
const expire = async () => {
  await db
    .updateTable('request')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('ended_at', 'is', null)
    .execute()
  await followRequests(server.deps)
}

async function caseSteps() {
  const { main, solicitud, document } = await createCase(usuario)
  const { id_solicitud } = solicitud
  const party = person({ rol: 'parte' })
  await act(await update(gestor, { id_solicitud, version: 1, partes: [party] }))
  await act(await send(gestor, { id_solicitud, fecha_agendada: inDays(office, 10), lugar: 'Sala 2' }))
  await bodyOf<Convocation>(await gestor.post(`${api}/convene_parties/`, { id_solicitud }), 201)
  await act(await (await opened(party)).call('recipient_answer', { answer: 'confirma' }))
  await act(await mediate(gestor, document.id_documento, { status: 'en_proceso' }))
  await act(await giveBack(gestor, { id_solicitud, motivo: 'Falta un dato' }))
  const motivo = { id_solicitud_main: main.id_solicitud_main, motivo: 'Se repitió' }
  await act(await usuario.send('DELETE', `${api}/delete_solicitud/`, motivo))
  await post('restore_solicitud', { id_solicitud_main: main.id_solicitud_main })
  const { id } = await caseIn(office, 'agendado', { mediacion: 'acuerdo_total' })
  await act(await bulk(gestor, { action: 'conclude', ids_solicitud: [id] }))
}

async function documentSteps() {
  await giveSigner(usuario, 'Úrsula Usuaria')
  const [document] = await loose()
  await act(await sign(usuario, document!))
  const { document: inCase } = await createCase(usuario)
  await act(await sign(usuario, inCase))
  const [other] = await loose()
  await act(await usuario.send('DELETE', `${api}/delete_document/`, { id_documento: other!.id_documento }))
  await post('restore_document', { id_documento: other!.id_documento })
  const { id } = await makeTemplate(gestor)
  await bodyOf(await fill(usuario, id, { text: 'Ana' }), 201)
}

async function signingSteps() {
  const { document } = await createCase(usuario)
  const signed = await ask([document], 'firma')
  await (await opened(signed)).sign(document, testAuthority().issue({ commonName: 'Ana', keyType: 'p256' }))
  await act(
    await (await opened(await ask([...(await loose()), ...(await loose())], 'aprueba'))).call('recipient_approve', {}),
  )
  const declined = await opened(await ask(await loose(), 'aprueba'))
  await act(await declined.call('recipient_decline', { motivo: 'No es mío' }))
  const delegated = await opened(await ask(await loose(), 'aprueba', { allow_delegation: true }))
  await act(await delegated.call('recipient_delegate', person()))
  const { id } = await ask(await loose(), 'aprueba')
  await post('cancel_signing_request', { id, motivo: 'Ya no hace falta' })
}

async function deliverySteps() {
  const { solicitud } = await createCase(usuario)
  const { id_solicitud } = solicitud
  const recipient = person()
  const body = { id_solicitud, recipients: [recipient], requirements: [{ nombre: 'Cédula' }] }
  const { requirements } = await post<DocumentRequest>('create_document_request', body, 201)
  const id_requirement = requirements[0]!.id
  const { token } = await opened(recipient)
  const deliver = async (name: string) => {
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(pdfFile(name).bytes)]), name)
    form.append('data', JSON.stringify({ id_requirement }))
    const headers = { 'x-recipient': token }
    await act(await fetch(new URL(`${api}/recipient_deliver/`, server.origin), { method: 'POST', headers, body: form }))
  }
  await deliver('uno.pdf')
  await post('review_requirement', { id_requirement, status: 'observado', motivo: 'Falta un lado' })
  await deliver('dos.pdf')
  await post('review_requirement', { id_requirement, status: 'aceptado' })
  const { id } = await post<DocumentRequest>('create_document_request', { ...body, recipients: [person()] }, 201)
  await post('cancel_document_request', { id, motivo: 'Ya no hace falta' })
  await post('create_document_request', { ...body, recipients: [person()] }, 201)
  await ask(await loose(), 'aprueba')
  await expire()
}

it('the API page names the data of each message', { timeout: 120_000 }, async () => {
  const { id } = await bodyOf<Webhook>(
    await gestor.post(`${api}/create_webhook/`, { url: receiver.url, events: webhookEvents }),
    201,
  )
  await caseSteps()
  await documentSteps()
  await signingSteps()
  await deliverySteps()
  await act(await gestor.post(`${api}/test_webhook/${id}/`, {}))
  const rows = await db.selectFrom('webhook_delivery').select('body').execute()
  const messages = rows.map(({ body }) => z.parse(webhookMessageSchema, JSON.parse(body)))
  const seen = Map.groupBy(messages, ({ type }) => type)
  expect([...seen.keys()].toSorted()).toEqual([...webhookEvents, webhookTest].toSorted())
  for (const [type, all] of seen) {
    const { always, sometimes = [] } = webhookData[type]
    for (const { data } of all) {
      const names = Object.keys(data)
      expect(names, type).toEqual(expect.arrayContaining(['id_company', ...always]))
      expect(['id_company', ...always, ...sometimes], type).toEqual(expect.arrayContaining(names))
    }
  }
})
