import type { EmailDetails } from '@foja/contracts/emails'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendByEmail, sentId, startMailOffice, type MailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, signedIn, type Caller } from '../../../test/office.ts'
import { userPaths } from '../../../test/people-calls.ts'

let office: MailOffice
let person: Caller
beforeAll(async () => {
  office = await startMailOffice()
})
afterAll(() => office.close())
beforeEach(async () => {
  office.smtp.messages.length = 0
  person = await signedIn(office.server, { role: 'mediador', nombre: 'Marta', id_company: office.company })
})

/** A document that somebody sent who left before it went out. */
async function left(as: 'attachment' | 'link') {
  const { document } = await createCase(office.usuario)
  const id = await sentId(await sendByEmail(person, document, { as, to: ['ana@cliente.example'] }))
  await bodyOf(await office.gestor.remove(userPaths.remove(person.id)), 200)
  await office.deliver()
  return { document, id }
}
const details = async (id: string) => await office.gestor.read<EmailDetails>(`/api/v1/details_email/${id}/`)
const retry = async (id: string) => await office.gestor.post(`/api/v1/retry_email/${id}/`, {})

describe('a document whose sender left', () => {
  it('goes out once somebody who may send it answers for it, and the history says so', async () => {
    const { gestor, smtp } = office
    const { document, id } = await left('attachment')
    const failed = await details(id)
    expect(failed).toMatchObject({ status: 'failed', actions: ['retry', 'cancel'], created_by: { nombre: 'Marta' } })
    expect(failed.reason).toContain('Quien lo vuelva a enviar responde por él.')
    await bodyOf(await retry(id), 200)
    await office.deliver()
    const sent = await details(id)
    expect(sent).toMatchObject({ status: 'sent', reply_to: gestor.email, created_by: { id: gestor.id } })
    expect(smtp.messages.map(({ mail }) => mail.replyTo?.text)).toEqual([gestor.email])
    type Told = { events: { action: string; actor: { nombre: string }; data: object }[]; intact: boolean }
    const { events, intact } = await gestor.read<Told>(`/api/v1/history/${document.id_documento}/`)
    const told = events.find(({ action }) => action === 'email.retried')
    expect(told).toMatchObject({ actor: { nombre: 'Gael Gestor' }, data: { id_envio: id, instead_of: 'Marta' } })
    expect(intact).toBe(true)
  })

  it('as a link gets another until the same day, which opens it', async () => {
    const { smtp, server } = office
    const { document, id } = await left('link')
    await bodyOf(await retry(id), 200)
    await office.deliver()
    const token = /compartido\?share=([\w-]{43})/.exec(smtp.messages[0]!.mail.text ?? '')![1]
    const shared = await fetch(new URL(`/api/v1/get_document_share/?share=${token}`, server.origin))
    expect(await bodyOf(shared, 200)).toMatchObject({ nombre: document.nombre })
    const { id_documento } = document
    const shares = server.deps.db.selectFrom('share').where('id_documento', '=', id_documento)
    const rows = await shares.orderBy('created_at').select(['created_by', 'expires_at', 'revoked_at']).execute()
    expect(rows).toMatchObject([{ created_by: person.id }, { created_by: office.gestor.id, revoked_at: null }])
    expect(rows[1]!.expires_at).toEqual(rows[0]!.expires_at)
  })

  it('as a link that is over is offered to nobody', async () => {
    const { id } = await left('link')
    await office.server.deps.db
      .updateTable('share')
      .set({ expires_at: new Date(0) })
      .where('created_by', '=', person.id)
      .execute()
    expect((await details(id)).actions).toEqual(['cancel'])
  })

  it('stays the sender’s while they may send it', async () => {
    const { usuario, smtp } = office
    const { document } = await createCase(usuario)
    smtp.behaviour.data = () => ({ code: 554, text: 'spam' })
    const id = await sentId(await sendByEmail(person, document))
    await office.deliver()
    delete smtp.behaviour.data
    await bodyOf(await retry(id), 200)
    await office.deliver()
    expect(await details(id)).toMatchObject({
      status: 'sent',
      reply_to: person.email,
      created_by: { id: person.id },
    })
  })
})
