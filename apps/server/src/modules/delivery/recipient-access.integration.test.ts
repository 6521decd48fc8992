import type { Email } from '@foja/contracts/emails'
import type { Problem } from '@foja/contracts/problem'
import type { Role } from '@foja/contracts/roles'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, signedIn, type Caller } from '../../../test/office.ts'
import { createUser, userPaths } from '../../../test/people-calls.ts'
import { bulk, caseIn, inDays, putIn, send, solicitudOf } from '../../../test/steps.ts'
import { remindOfAppointments } from './remind.ts'

let person: Caller
const office = await startMailOffice()
const mail = office.server.deps.mail
afterAll(() => office.close())
beforeEach(async () => {
  person = await signedIn(office.server, { role: 'mediador', nombre: 'Marta', id_company: office.company })
  // Nothing is sent until mail is configured again.
  office.server.deps.mail = null
})
afterEach(async () => {
  office.server.deps.mail = mail
  office.smtp.messages.length = 0
  for (const table of ['email', 'notification'] as const) await office.server.deps.db.deleteFrom(table).execute()
})

/** Configures mail and sends the held messages. */
async function release(): Promise<void> {
  office.server.deps.mail = mail
  await bodyOf(await office.admin.post('/api/v1/release_outbox/', {}), 200)
  await office.deliver()
}

const changePerson = async (values: { role?: Role; id_company?: string; email?: string }) =>
  await office.server.deps.db.updateTable('app_user').set(values).where('id', '=', person.id).execute()
const removePerson = async () =>
  await bodyOf(await office.gestor.remove(`${userPaths.remove(person.id)}?entregar_a=${office.mediador.id}`), 200)

/** The messages to the user's address at the time of writing. */
async function written() {
  const rows = await office.server.deps.db.selectFrom('email').selectAll().orderBy('created_at').execute()
  return rows.filter(({ recipients }) => recipients.to.includes(person.email))
}
const outcomes = async () => (await written()).map(({ kind, status, reason }) => [kind, status, reason])
const arrived = (address: string) => office.smtp.messages.filter(({ to }) => to.includes(address))
const cancelled = (kind: string) => [kind, 'cancelled', 'reader_gone']

const party = { nombre: 'José Núñez', rol: 'solicitante', email: 'jose@parte.example' }

/** Assigns a request with a date and an internal message to the user; returns its id. */
async function sendRequest(): Promise<string> {
  const { id } = await caseIn(office, 'pendiente')
  const partes = JSON.stringify([party])
  await office.server.deps.db.updateTable('solicitud').set({ partes }).where('id_solicitud', '=', id).execute()
  const plan = { fecha_agendada: inDays(office, 3), asignado_a: person.id, mensaje: 'Solo para la oficina' }
  await solicitudOf(await send(office.gestor, { id_solicitud: id, ...plan }))
  return id
}

describe('held messages to a user who lost access', () => {
  it.each([
    ['removed', removePerson],
    ['in another company', async () => await changePerson({ id_company: office.otherCompany })],
    ['a plain user', async () => await changePerson({ role: 'usuario' })],
  ] as const)('are cancelled for a user who was %s, and sent to the other participants', async (_name, end) => {
    await sendRequest()
    expect(await outcomes()).toEqual([['invitation', 'held', null]])
    await end()
    await release()
    expect(await outcomes()).toEqual([cancelled('invitation')])
    expect(arrived(person.email)).toEqual([])
    expect(arrived(office.usuario.email)).not.toEqual([])
    expect(arrived(party.email)).not.toEqual([])
  })

  it('are not sent to a new user with the same address', async () => {
    await sendRequest()
    await removePerson()
    await createUser(office.gestor, { email: person.email, role: 'mediador' })
    await release()
    expect(await outcomes()).toEqual([cancelled('invitation'), ['account', 'sent', null]])
  })

  it('are cancelled when they are about several requests', async () => {
    const open = [await caseIn(office, 'pendiente'), await caseIn(office, 'pendiente')]
    const plan = { asignado_a: person.id, mensaje: 'Solo para la oficina' }
    const ids_solicitud = open.map(({ id }) => id)
    await bodyOf(await bulk(office.gestor, { action: 'send', ids_solicitud, ...plan }), 200)
    expect(await outcomes()).toEqual([['notice', 'held', null]])
    await changePerson({ role: 'usuario' })
    await release()
    expect(await outcomes()).toEqual([cancelled('notice')])
  })

  it('are cancelled when they are reminders', async () => {
    const { id } = await caseIn(office, 'pendiente')
    await putIn(office, id, 'agendado', { fecha: inDays(office, 0.5), assignee: person.id })
    await remindOfAppointments(office.server.deps)
    await removePerson()
    await release()
    expect(await outcomes()).toEqual([cancelled('reminder')])
    expect(arrived(office.usuario.email)).not.toEqual([])
  })

  it('are cancelled when they are about a document that is no longer shared', async () => {
    const { document } = await createCase(office.usuario)
    const path = `/api/v1/user_shared/update/${document.id_documento}/`
    const share = async (users: string[]) => await bodyOf(await office.usuario.post(path, { users }), 200)
    await changePerson({ role: 'usuario' })
    await share([person.id])
    await share([])
    await release()
    expect(await outcomes()).toEqual([cancelled('notice')])
    office.server.deps.mail = null
    await share([person.id])
    await release()
    expect(arrived(person.email)).toHaveLength(1)
  })
})

describe('held messages to a user with a new address', () => {
  it('are sent to the new address, also in the calendar', async () => {
    await sendRequest()
    const before = person.email
    await changePerson({ email: `otra.${before}` })
    await release()
    expect(arrived(before)).toEqual([])
    const [message, ...others] = arrived(`otra.${before}`)
    expect(others).toEqual([])
    const calendar = message!.mail.attachments[0]!.content.toString().replaceAll('\r\n ', '')
    expect(calendar).toContain(`CN="Marta";`)
    expect(calendar).toContain(`:mailto:otra.${before}\r\n`)
    expect(calendar).not.toContain(`mailto:${before}`)
    expect(await written()).toEqual([])
  })

  it('are cancelled when the user moved to another company, without revealing the new address', async () => {
    await sendRequest()
    await changePerson({ email: `otra.${person.email}`, id_company: office.otherCompany })
    await release()
    expect(await outcomes()).toEqual([cancelled('invitation')])
    expect(arrived(`otra.${person.email}`)).toEqual([])
    const outbox = await office.gestor.call('/api/v1/outbox/')
    expect(await outbox.text()).not.toContain(`otra.${person.email}`)
  })

  it('are sent to the new address after the old one was refused, and to no other', async () => {
    const { gestor, smtp, server } = office
    await sendRequest()
    smtp.behaviour.recipient = (address) => (address === person.email ? { code: 550, text: 'no' } : undefined)
    await release()
    delete smtp.behaviour.recipient
    const [row] = await written()
    expect(row).toMatchObject({ status: 'failed', reason: 'recipient_refused' })
    const path = `/api/v1/retry_email/${row!.id}/`
    const problem = await bodyOf<Problem>(await gestor.post(path, { to: ['x@cliente.example'] }), 400)
    expect(problem.errors).toMatchObject([{ field: 'to' }])
    expect(problem.errors![0]!.message).toContain('Corrige su dirección en Usuarios')
    await changePerson({ email: `otra.${person.email}` })
    await bodyOf(await gestor.post(path, {}), 200)
    await office.deliver()
    const stored = server.deps.db.selectFrom('email').where('id', '=', row!.id).selectAll()
    expect(await stored.executeTakeFirstOrThrow()).toMatchObject({
      status: 'sent',
      recipients: { to: [`otra.${person.email}`], cc: [] },
      refused: [],
    })
  })
})

it('notifies the inviting user when an account invitation fails because its link expired', async () => {
  const { gestor, server } = office
  const { db } = server.deps
  const invited = await createUser(gestor)
  const link = db.updateTable('one_time_link').set({ expires_at: new Date(0) })
  await link.where('id_user', '=', invited.id).execute()
  await release()
  const { results } = await gestor.read<{ results: Email[] }>('/api/v1/outbox/')
  expect(results).toMatchObject([{ kind: 'account', status: 'failed' }])
  const failures = db.selectFrom('notification').where('kind', '=', 'email.failed').selectAll()
  expect(await failures.where('id_user', '=', gestor.id).execute()).toHaveLength(1)
})

it('cancels an account invitation whose link was used, without a notification', async () => {
  const { gestor, server } = office
  const { db } = server.deps
  const invited = await createUser(gestor)
  await db.updateTable('one_time_link').set({ used_at: new Date() }).where('id_user', '=', invited.id).execute()
  await release()
  const failures = db.selectFrom('notification').where('kind', '=', 'email.failed').selectAll()
  expect(await failures.where('id_user', '=', gestor.id).execute()).toEqual([])
  type Outbox = { results: Email[]; counts: object }
  const { results, counts } = await gestor.read<Outbox>('/api/v1/outbox/')
  expect(counts).toEqual({ queued: 0, held: 0, failed: 0 })
  expect(results).toMatchObject([{ kind: 'account', status: 'cancelled', actions: [] }])
  expect(office.smtp.messages).toEqual([])
})
