import { startSmtpServer } from '@foja/testing/smtp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { mailTo, sendByEmail, sentId } from '../../../test/mail.ts'
import { createCase, startOffice } from '../../../test/office.ts'
import { readableLog } from '../../../test/traces.ts'

/** The log names the request that caused a message, also where a job sends it. */
const log = readableLog()
const smtp = await startSmtpServer()
const office = await startOffice({ mail: mailTo(smtp.port), logger: { ...log.logger, level: 'info' } })
afterAll(async () => {
  await office.close()
  await smtp.close()
})
const { jobs, deps, app } = office.server
const { document } = await createCase(office.usuario)
await jobs.run()
beforeEach(() => log.clear())

type Line = { msg: string; reqId?: string; email?: string; job?: string; status?: string; reason?: string }
const lines = () =>
  log
    .text()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))

async function send(requestId: string, to: string): Promise<string> {
  const body = { id_documento: document.id_documento, to: [to], subject: 'Hola', as: 'link' }
  const response = await office.usuario.post('/api/v1/send_document_by_email/', body, { 'x-request-id': requestId })
  return await sentId(response)
}

describe('a message in the log', () => {
  it('has the id of its request, also if the job of another message sends it', async () => {
    const [first, second] = [await send('request-one', 'rosa@cliente.ec'), await send('request-two', 'luis@cliente.ec')]
    // The job sends its own message and all others that are due.
    jobs.log = app.log
    const [job] = jobs.waiting('email')
    expect(job).toMatchObject({ request: 'request-one' })
    await jobs.run(deps.clock())
    const sent = lines().filter(({ msg }) => msg === 'a message was sent')
    expect(sent.map(({ email, reqId, job: name, status }) => [email, reqId, name, status])).toEqual([
      [first, 'request-one', 'email', 'sent'],
      [second, 'request-two', 'email', 'sent'],
    ])
  })

  it('is a warning with its reason when the mail server refuses it', async () => {
    smtp.behaviour.sender = () => ({ code: 550, text: 'not this sender' })
    const id = await send('request-three', 'rosa@cliente.ec')
    await jobs.run(deps.clock())
    smtp.behaviour.sender = undefined
    const line = lines().find(({ msg }) => msg === 'a message was not sent')
    expect(line).toMatchObject({ level: 40, email: id, reqId: 'request-three', reason: 'sender_refused' })
  })

  it('has no request if none caused it', async () => {
    const id = await sentId(await sendByEmail(office.usuario, document, { to: ['rosa@cliente.ec'] }))
    await deps.db.updateTable('email').set({ request_id: null }).where('id', '=', id).execute()
    await jobs.run(deps.clock())
    expect(lines().find(({ email }) => email === id)).toMatchObject({ reqId: null, msg: 'a message was sent' })
  })
})
