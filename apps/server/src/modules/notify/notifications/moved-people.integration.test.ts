import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@foja/contracts/roles'
import { openStream } from '../../../../test/event-stream.ts'
import {
  bodyOf,
  createCase,
  expectProblem,
  pdfFile,
  signedIn,
  startOffice,
  type Caller,
} from '../../../../test/office.ts'
import { caseIn, giveBack, inDays, mediate, send } from '../../../../test/steps.ts'

let person: Caller

async function become({ id }: Caller, values: { role?: Role; id_company?: string }): Promise<void> {
  await office.server.deps.db.updateTable('app_user').set(values).where('id', '=', id).execute()
}

const noticesOf = async ({ id }: Caller) =>
  await office.server.deps.db.selectFrom('notification').where('id_user', '=', id).select('kind').execute()

async function mailsTo({ email }: Caller) {
  const rows = await office.server.deps.db.selectFrom('email').selectAll().execute()
  return rows.filter(({ recipients }) => recipients.to.includes(email))
}

const office = await startOffice()

afterAll(async () => await office.close())

describe('users who moved or lost their role are no longer notified', () => {
  beforeEach(async () => {
    person = await signedIn(office.server, { role: 'mediador', nombre: 'Mudada', id_company: office.company })
  })

  it('as author of a case in their former company', async () => {
    const { id } = await caseIn(office, 'pendiente', { author: person })
    await become(person, { id_company: office.otherCompany })
    await send(office.gestor, { id_solicitud: id, fecha_agendada: inDays(office, 2), mensaje: 'Para la oficina' })
    await giveBack(office.gestor, { id_solicitud: id, motivo: 'Falta la firma' })
    expect(await noticesOf(person)).toEqual([])
    // Neither a notice nor an appointment of the former case.
    expect(await mailsTo(person)).toEqual([])
  })

  it('and no longer see earlier notices in the bell', async () => {
    const { id, document } = await caseIn(office, 'agendado', { assignee: person.id })
    await mediate(office.gestor, document, { status: 'en_proceso' })
    await giveBack(office.gestor, { id_solicitud: id, motivo: 'Falta la firma' })
    const bell = async () => await person.read<{ unread: number; results: object[] }>('/api/v1/list_notifications/')
    const bellBefore = await bell()
    expect(bellBefore.results.length).toBeGreaterThan(1)
    expect(bellBefore.unread).toBe(bellBefore.results.length)
    await become(person, { id_company: office.otherCompany })
    expect(await bell()).toEqual({ unread: 0, results: [], next: null })
    await become(person, { id_company: office.company })
    expect(await bell()).toEqual(bellBefore)
  })

  it('as former mediator who is now a plain user', async () => {
    const { id, document } = await caseIn(office, 'agendado', { assignee: person.id })
    await become(person, { role: 'usuario' })
    await mediate(office.gestor, document, { status: 'en_proceso' })
    await giveBack(office.gestor, { id_solicitud: id, motivo: 'Falta la firma' })
    expect(await noticesOf(person)).toEqual([])
    expect(await mailsTo(person)).toEqual([])
  })

  it('as user with whom a document was shared, who no longer appears in the list', async () => {
    const { document } = await createCase(office.usuario)
    const path = `/api/v1/user_shared/update/${document.id_documento}/`
    await bodyOf(await office.usuario.post(path, { users: [person.id] }), 200)
    await become(person, { id_company: office.otherCompany })
    const listed = await office.usuario.read<{ users: object[] }>(`/api/v1/user_shared/${document.id_documento}/`)
    expect(listed.users).toEqual([])
    await bodyOf(await office.usuario.post(path, { users: [office.colega.id] }), 200)
  })

  it('as sender of a message, which then only the company may retry', async () => {
    const { document } = await caseIn(office, 'agendado')
    const path = '/api/v1/send_document_by_email/'
    const body = { id_documento: document, to: ['ana@cliente.example'], as: 'attachment' }
    const { id_envio } = await bodyOf<{ id_envio: string }>(await person.post(path, body), 200)
    const elsewhere = { to: ['yo@fuera.example'] }
    await become(person, { role: 'usuario' })
    await expectProblem(await person.post(`/api/v1/retry_email/${id_envio}/`, elsewhere), 404, 'not_found')
    const waiting = async () => [
      await person.read<object>('/api/v1/mail_state/'),
      (await person.read<{ emails: object }>('/api/v1/summary/')).emails,
    ]
    expect(await waiting()).toMatchObject([{ held: 1 }, { held: 1 }])
    await become(person, { id_company: office.otherCompany })
    expect(await waiting()).toMatchObject([{ held: 0 }, { held: 0 }])
    await expectProblem(await person.call(`/api/v1/details_email/${id_envio}/`), 404, 'not_found')
    await expectProblem(await person.post(`/api/v1/retry_email/${id_envio}/`, elsewhere), 404, 'not_found')
    await expectProblem(await person.post(`/api/v1/cancel_email/${id_envio}/`, {}), 404, 'not_found')
  })
})

it('an admin of another company is notified by a message that belongs to the company of the case', async () => {
  const admin = await signedIn(office.server, { role: 'admin', nombre: 'De fuera', id_company: office.otherCompany })
  const { id } = await caseIn(office, 'pendiente')
  await send(office.gestor, { id_solicitud: id, asignado_a: admin.id })
  const mails = await mailsTo(admin)
  expect(mails).not.toHaveLength(0)
  expect(mails.map((mail) => mail.id_company)).toEqual(mails.map(() => office.company))
  expect(await office.ajeno.read('/api/v1/outbox/')).toMatchObject({ results: [] })
})

it('a user with whom only a document is shared gets no hint of its request', async () => {
  const { document } = await createCase(office.usuario, pdfFile('zanahoria.pdf'), { titulo: 'Divorcio de los vecinos' })
  const { id_documento } = document
  const screen = await openStream(office.colega)
  try {
    const body = { users: [office.colega.id] }
    await bodyOf(await office.usuario.post(`/api/v1/user_shared/update/${id_documento}/`, body), 200)
    const message = await screen.next(({ type }) => type === 'changed')
    expect(message).toEqual({ type: 'changed', id_documento, id_solicitud_main: null })
  } finally {
    screen.close()
  }
  const { results } = await office.colega.read<{ results: object[] }>('/api/v1/search/?q=zanahoria')
  expect(results).toMatchObject([{ kind: 'document', id: id_documento, note: '' }])
})
