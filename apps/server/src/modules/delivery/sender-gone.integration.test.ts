import type { EmailDetails } from '@foja/contracts/emails'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendByEmail, sentId, startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, expectProblem, signedIn, type Caller } from '../../../test/office.ts'
import { userPaths } from '../../../test/people-calls.ts'

let person: Caller
const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => {
  office.smtp.messages.length = 0
  person = await signedIn(office.server, { role: 'mediador', nombre: 'Marta', id_company: office.company })
})

/** Sends a document by a user who leaves before it goes out; returns the message id. */
async function sendAndLeave(as: 'attachment' | 'link') {
  const { document } = await createCase(office.usuario)
  const id = await sentId(await sendByEmail(person, document, { as, to: ['ana@cliente.example'] }))
  await bodyOf(await office.gestor.remove(userPaths.remove(person.id)), 200)
  await office.deliver()
  return id
}
const details = async (id: string) => await office.gestor.read<EmailDetails>(`/api/v1/details_email/${id}/`)
const retry = async (id: string) => await office.gestor.post(`/api/v1/retry_email/${id}/`, {})

describe('a document whose sender left', () => {
  it.each(['attachment', 'link'] as const)('as %s is not sent, and its reason says what to do', async (as) => {
    const id = await sendAndLeave(as)
    const failed = await details(id)
    expect(failed).toMatchObject({ status: 'failed', actions: ['cancel'] })
    expect(failed.reason).toContain('ábrelo y envíalo tú')
    await expectProblem(await retry(id), 400, 'email_not_waiting')
    expect(office.smtp.messages).toEqual([])
  })

  it('can be retried by a permitted user while its sender may send it', async () => {
    const { usuario, smtp } = office
    const { document } = await createCase(usuario)
    smtp.behaviour.data = () => ({ code: 554, text: 'spam' })
    const id = await sentId(await sendByEmail(person, document))
    await office.deliver()
    delete smtp.behaviour.data
    await bodyOf(await retry(id), 200)
    await office.deliver()
    expect(await details(id)).toMatchObject({ status: 'sent', reply_to: person.email, created_by: { id: person.id } })
  })

  it('cannot be retried with a revoked link', async () => {
    const { document } = await createCase(office.usuario)
    office.smtp.behaviour.data = () => ({ code: 554, text: 'spam' })
    const id = await sentId(await sendByEmail(person, document, { as: 'link', to: ['ana@cliente.example'] }))
    await office.deliver()
    delete office.smtp.behaviour.data
    expect((await details(id)).actions).toEqual(['retry', 'cancel'])
    const shares = office.server.deps.db.updateTable('share').set({ revoked_at: new Date() })
    await shares.where('created_by', '=', person.id).execute()
    expect((await details(id)).actions).toEqual(['cancel'])
  })
})
