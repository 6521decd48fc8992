import type { Email, EmailDetails } from '@foja/contracts/emails'
import type { Mailer } from '@foja/mail/mailer'
import { startSmtpServer } from '@foja/testing/smtp'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { emailsOf, mailTo, sendByEmail, sentId, startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, expectProblem, type Caller } from '../../../test/office.ts'
import { deliverDue, deliverEmail, endLeases, sweepOutbox } from './deliver-email.ts'
import { retryPauses } from '../../lib/retry-pauses.ts'

const office = await startMailOffice()
afterAll(() => office.close())
afterEach(() => {
  office.smtp.messages.length = 0
  for (const name of ['recipient', 'sender', 'data'] as const) delete office.smtp.behaviour[name]
})

const in2030 = new Date('2030-01-01T00:00:00Z')
const minutes = (count: number) => count * 60_000
const retry = async (caller: Caller, id: string, body: object = {}) =>
  await caller.post(`/api/v1/retry_email/${id}/`, body)

/** Advances the time for messages only, so that sessions stay valid. */
async function pass(milliseconds: number): Promise<void> {
  const earlier = sql.lit(`${milliseconds} milliseconds`)
  await sql`update email set next_attempt_at = next_attempt_at - ${earlier}::interval,
    lease_until = lease_until - ${earlier}::interval`.execute(office.server.deps.db)
}

/** Runs every job, including early ones: each checks itself whether its message is due. */
const runJobs = async () => await office.server.jobs.run(new Date(Date.now() + 1e10))

/** Sends all due messages. */
async function deliver(): Promise<void> {
  await sweepOutbox(office.server.deps)
  await runJobs()
}

/** Creates a case file with one queued message. */
async function queued(more: Record<string, unknown> = {}) {
  const { usuario } = office
  const { document } = await createCase(usuario)
  const id = await sentId(await sendByEmail(usuario, document, more))
  const state = async (): Promise<Email> => (await emailsOf(usuario, document)).find((one) => one.id_envio === id)!
  return { document, id, state }
}

describe('a temporary delivery failure', () => {
  it('is retried with growing pauses, and the message fails after the last', async () => {
    const { smtp, usuario, server } = office
    smtp.behaviour.data = () => ({ code: 451, text: '4.3.2 later' })
    const { id, state, document } = await queued()
    for (const [at, pause] of retryPauses.entries()) {
      await deliver()
      const email = await state()
      expect(email).toMatchObject({ status: 'queued', attempts: at + 1, actions: ['retry', 'cancel'] })
      expect(email.reason).toBe('ana@cliente.example: El servidor de correo pide intentarlo más tarde.')
      expect(email.server_reply).toBe('451 4.3.2 later')
      const wait = new Date(email.next_attempt_at!).getTime() - server.deps.clock().getTime()
      expect(wait).toBeGreaterThan(minutes(pause) - 20_000)
      expect(wait).toBeLessThanOrEqual(minutes(pause))
      // Not due yet.
      expect(await deliverEmail(server.deps, id)).toBeUndefined()
      await pass(minutes(pause))
    }
    await deliver()
    expect(await state()).toMatchObject({ status: 'failed', attempts: retryPauses.length + 1, next_attempt_at: null })
    const notices = await usuario.read<{ results: { kind: string; data: object }[] }>('/api/v1/list_notifications/')
    expect(notices.results[0]).toMatchObject({
      kind: 'email.failed',
      data: { nombre: document.nombre, to: 'ana@cliente.example' },
    })
    const events = await server.deps.db.selectFrom('event').where('action', '=', 'email.failed').selectAll().execute()
    expect(events).toHaveLength(1)
    delete smtp.behaviour.data
    const again = await bodyOf<Email>(await retry(usuario, id), 200)
    expect(again).toMatchObject({ status: 'queued', attempts: 0, reason: null })
    await deliver()
    expect(await state()).toMatchObject({ status: 'sent' })
    expect(smtp.messages).toHaveLength(1)
  })

  it('is recovered from when the mail server comes back', async () => {
    const other = await startSmtpServer()
    const { deps } = office.server
    const before = deps.mail
    deps.mail = mailTo(other.port)
    await other.close()
    const { state } = await queued()
    await deliver()
    expect(await state()).toMatchObject({ status: 'queued', server_reply: null })
    expect((await state()).reason).toContain('No se pudo conectar')
    const back = await startSmtpServer({ port: other.port })
    await pass(minutes(1))
    await deliver()
    expect(await state()).toMatchObject({ status: 'sent', attempts: 2 })
    expect(back.messages).toHaveLength(1)
    await back.close()
    deps.mail = before
  })

  it('can be retried by the user before the pause ends', async () => {
    const { smtp, usuario } = office
    smtp.behaviour.data = () => ({ code: 451, text: 'later' })
    const { id, state } = await queued()
    await deliver()
    delete smtp.behaviour.data
    await bodyOf(await retry(usuario, id), 200)
    await deliver()
    expect(await state()).toMatchObject({ status: 'sent' })
  })
})

describe('a permanent delivery failure', () => {
  it('fails the message immediately, gives the reason in the language of the reader, and can be corrected', async () => {
    const { smtp, usuario } = office
    smtp.behaviour.recipient = (address) =>
      address === 'no@cliente.example' ? { code: 550, text: '5.1.1 no such user' } : undefined
    const { id, state, document } = await queued({ to: ['no@cliente.example'] })
    await deliver()
    expect(await state()).toMatchObject({ status: 'failed', attempts: 1, server_reply: '550 5.1.1 no such user' })
    expect((await state()).reason).toBe(
      'no@cliente.example: El servidor de correo no acepta esa dirección. Corrígela y vuelve a enviar.',
    )
    const headers = { 'accept-language': 'en' }
    const english = await bodyOf<Email[]>(
      await usuario.call(`/api/v1/list_email/${document.id_documento}/`, { headers }),
      200,
    )
    expect(english[0]!.reason).toContain('does not accept that address')
    await bodyOf(await retry(usuario, id, {}), 200)
    await deliver()
    type Notices = { results: { kind: string; data: { id_envio?: string } }[] }
    const { results } = await usuario.read<Notices>('/api/v1/list_notifications/')
    expect(results.filter(({ data }) => data.id_envio === id).map(({ kind }) => kind)).toEqual([
      'email.failed',
      'email.failed',
    ])
    await expectProblem(await retry(usuario, id, { to: ['no'] }), 400, 'email_address_wrong')
    await bodyOf(await retry(usuario, id, { to: ['si@cliente.example'] }), 200)
    await deliver()
    expect(await state()).toMatchObject({ status: 'sent', to: ['si@cliente.example'] })
    expect(smtp.messages.map(({ to }) => to)).toEqual([['si@cliente.example']])
  })

  it('of some recipients retries only those', async () => {
    const { smtp } = office
    smtp.behaviour.recipient = (address) =>
      address === 'b@cliente.example' ? { code: 450, text: '4.7.1 greylisted' } : undefined
    const { state } = await queued({ to: ['a@cliente.example', 'b@cliente.example'], cc: ['c@cliente.example'] })
    await deliver()
    const waiting = await state()
    expect(waiting).toMatchObject({ status: 'queued' })
    expect(waiting.reason).toContain('b@cliente.example: ')
    expect(waiting.reason).not.toContain('a@cliente.example')
    delete smtp.behaviour.recipient
    await pass(minutes(1))
    await deliver()
    expect(await state()).toMatchObject({ status: 'sent', attempts: 2 })
    expect(smtp.messages.map(({ to }) => to)).toEqual([
      ['a@cliente.example', 'c@cliente.example'],
      ['b@cliente.example'],
    ])
    const [first, second] = smtp.messages
    expect(second!.mail.messageId).toBe(first!.mail.messageId)
    expect(second!.mail.date).toEqual(first!.mail.date)
  })

  it('is reported per address, and a retry skips recipients who have the message', async () => {
    const { smtp, usuario, server } = office
    const [a, b, c] = ['a@cliente.example', 'b@cliente.example', 'c@cliente.example']
    smtp.behaviour.recipient = (address) => {
      if (address === c) return { code: 550, text: '5.1.1 no such user' }
      return address === b ? { code: 450, text: '4.7.1 greylisted' } : undefined
    }
    const { id, state, document } = await queued({ to: [a, b], cc: [c] })
    await deliver()
    const sent = { sent: true, reason: null, server_reply: null }
    const refused = {
      sent: false,
      reason: 'El servidor de correo no acepta esa dirección. Corrígela y vuelve a enviar.',
      server_reply: '550 5.1.1 no such user',
    }
    const later = 'El servidor de correo pide intentarlo más tarde.'
    const waiting = await state()
    expect(waiting).toMatchObject({ status: 'queued', reason: `${b}: ${later}` })
    expect(waiting.recipients).toEqual([
      { address: a, ...sent },
      { address: b, sent: false, reason: later, server_reply: '450 4.7.1 greylisted' },
      { address: c, ...refused },
    ])
    // Permanently refused addresses are not retried automatically.
    const attempted: string[] = []
    smtp.behaviour.recipient = (address) => {
      attempted.push(address)
      return address === c ? { code: 550, text: '5.1.1 no such user' } : undefined
    }
    await pass(minutes(1))
    await deliver()
    expect(attempted).toEqual([b])
    const failed = await state()
    expect(failed).toMatchObject({
      status: 'failed',
      reason: `${c}: ${refused.reason}`,
      server_reply: refused.server_reply,
    })
    expect(failed.recipients).toEqual([
      { address: a, ...sent },
      { address: b, ...sent },
      { address: c, ...refused },
    ])
    const [failure] = (
      await server.deps.db
        .selectFrom('event')
        .where('action', '=', 'email.failed')
        .orderBy('id', 'desc')
        .selectAll()
        .execute()
    ).filter((event) => event.id_documento === document.id_documento)
    expect(failure?.data).toMatchObject({ to: `${a}, ${b}, ${c}`, missing: c, delivered: `${a}, ${b}` })
    // A manual retry tries only that address again.
    await bodyOf(await retry(usuario, id), 200)
    expect((await state()).recipients[2]).toEqual({ address: c, sent: false, reason: null, server_reply: null })
    await deliver()
    expect(attempted).toEqual([b, c])
    await bodyOf(await retry(usuario, id, { to: ['c2@cliente.example'] }), 200)
    await deliver()
    expect(await state()).toMatchObject({ status: 'failed', to: ['c2@cliente.example'], cc: [c] })
    await bodyOf(await retry(usuario, id, { cc: [] }), 200)
    await deliver()
    const done = await state()
    expect(done.status).toBe('sent')
    // Recipients removed by a correction still count if they received it.
    expect(done.recipients.map(({ address, sent: has }) => [address, has])).toEqual([
      ['c2@cliente.example', true],
      [a, true],
      [b, true],
    ])
    expect(smtp.messages.map(({ to }) => to)).toEqual([[a], [b], ['c2@cliente.example']])
    const many = Array.from({ length: 20 }, (_, at) => `p${at}@cliente.example`)
    smtp.behaviour.data = () => ({ code: 554, text: 'spam' })
    const other = await queued({ cc: many.slice(1) })
    await deliver()
    await expectProblem(
      await retry(usuario, other.id, { to: ['x@cliente.example', many[0]] }),
      400,
      'validation_failed',
    )
  })

  it('cannot be retried by a user without access to the document, nor while the document is deleted', async () => {
    const { smtp, usuario, mediador, gestor, server } = office
    const { db } = server.deps
    const { document } = await createCase(usuario)
    smtp.behaviour.data = () => ({ code: 554, text: 'spam' })
    const id = await sentId(await sendByEmail(mediador, document))
    await deliver()
    const offered = async (caller: Caller) => (await caller.read<EmailDetails>(`/api/v1/details_email/${id}/`)).actions
    expect(await offered(mediador)).toEqual(['retry', 'cancel'])
    await db.updateTable('app_user').set({ role: 'usuario' }).where('id', '=', mediador.id).execute()
    expect(await offered(mediador)).toEqual(['cancel'])
    await expectProblem(await retry(mediador, id), 404, 'not_found')
    expect(await offered(gestor)).toEqual(['retry', 'cancel'])
    await db.updateTable('app_user').set({ role: 'mediador' }).where('id', '=', mediador.id).execute()
    const { id_documento } = document
    await db.updateTable('document').set({ deleted_at: new Date() }).where('id_documento', '=', id_documento).execute()
    for (const caller of [mediador, gestor]) expect(await offered(caller)).toEqual(['cancel'])
    await db.updateTable('document').set({ deleted_at: null }).where('id_documento', '=', id_documento).execute()
    delete smtp.behaviour.data
    await bodyOf(await retry(mediador, id), 200)
    await deliver()
    expect(smtp.messages).toHaveLength(1)
  })

  it('has a reason when the document or its file is deleted or the sender left', async () => {
    const { usuario, server } = office
    const { db, store } = server.deps
    const deleted = await queued()
    const { id_documento } = deleted.document
    await db.updateTable('document').set({ deleted_at: new Date() }).where('id_documento', '=', id_documento).execute()
    const lost = await queued()
    const version = db.selectFrom('document_version').where('id_documento', '=', lost.document.id_documento)
    await store.delete((await version.select('blob_key').executeTakeFirstOrThrow()).blob_key)
    const left = await queued()
    await deliver()
    const reasonOf = async (id: string) =>
      (await db.selectFrom('email').where('id', '=', id).select(['status', 'reason']).executeTakeFirstOrThrow()).reason
    expect(await reasonOf(deleted.id)).toBe('document_deleted')
    expect(await reasonOf(lost.id)).toBe('attachment_missing')
    expect((await left.state()).status).toBe('sent')
    const fromInactive = await queued()
    await db.updateTable('app_user').set({ activo: false }).where('id', '=', usuario.id).execute()
    await deliver()
    await db.updateTable('app_user').set({ activo: true }).where('id', '=', usuario.id).execute()
    expect(await reasonOf(fromInactive.id)).toBe('sender_gone')
    const fromClosed = await queued()
    const company = db.updateTable('company').where('id', '=', office.company)
    await company.set({ activa: false }).execute()
    await deliver()
    await company.set({ activa: true }).execute()
    expect(await reasonOf(fromClosed.id)).toBe('sender_gone')
    // Still in the company, but without access to the document.
    const { document } = await createCase(office.colega)
    const id = await sentId(await sendByEmail(office.mediador, document))
    const mediador = db.updateTable('app_user').where('id', '=', office.mediador.id)
    await mediador.set({ role: 'usuario' }).execute()
    await deliver()
    await mediador.set({ role: 'mediador' }).execute()
    expect(await reasonOf(id)).toBe('sender_gone')
    expect(office.smtp.messages).toHaveLength(1)
  })

  it('is not recorded for a notice to a user who left, which is cancelled', async () => {
    const { mediador, colega, server, company, otherCompany } = office
    const { db } = server.deps
    const person = db.updateTable('app_user').where('id', '=', colega.id)
    const notices = async () => {
      const rows = await db
        .selectFrom('email')
        .where('kind', '=', 'notice')
        .select(['status', 'reason', 'recipients'])
        .execute()
      return rows
        .filter(({ recipients }) => recipients.to.includes(colega.email))
        .map(({ status, reason }) => [status, reason])
    }
    const shareWithColleague = async () => {
      const { document } = await createCase(office.usuario)
      const path = `/api/v1/user_shared/update/${document.id_documento}/`
      await bodyOf(await mediador.post(path, { users: [colega.id] }), 200)
    }
    await shareWithColleague()
    await deliver()
    expect(await notices()).toEqual([['sent', null]])
    await db.deleteFrom('email').where('kind', '=', 'notice').execute()
    for (const [lost, restored] of [
      [{ activo: false }, { activo: true }],
      [{ id_company: otherCompany }, { id_company: company }],
    ]) {
      await shareWithColleague()
      await person.set(lost!).execute()
      await deliver()
      await person.set(restored!).execute()
    }
    expect(await notices()).toEqual([
      ['cancelled', 'reader_gone'],
      ['cancelled', 'reader_gone'],
    ])
    expect(office.smtp.messages.filter(({ to }) => to.includes(colega.email))).toHaveLength(1)
  })
})

describe('parallel delivery', () => {
  it('of one message by twenty workers sends it once', async () => {
    const { id, state } = await queued()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => deliverEmail(office.server.deps, id)))
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1)
    expect(office.smtp.messages).toHaveLength(1)
    await deliver()
    expect(office.smtp.messages).toHaveLength(1)
    expect(await state()).toMatchObject({ status: 'sent', attempts: 1 })
  })

  it('of 100 retries of a failed message sends it once', async () => {
    const { smtp, usuario, server } = office
    smtp.behaviour.data = () => ({ code: 554, text: 'spam' })
    const { id, state } = await queued()
    await deliver()
    expect((await state()).status).toBe('failed')
    delete smtp.behaviour.data
    const answers = await Promise.all(Array.from({ length: 100 }, () => retry(usuario, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200).slice(0, 3)) {
      await expectProblem(answer, 400, 'email_not_waiting')
    }
    await deliver()
    expect(smtp.messages).toHaveLength(1)
    const retried = await server.deps.db.selectFrom('event').where('action', '=', 'email.retried').selectAll().execute()
    expect(retried.filter(({ data }) => data['id_envio'] === id)).toHaveLength(1)
  })

  it('either sends or cancels a message that is cancelled meanwhile', async () => {
    const { smtp, usuario, server } = office
    for (let round = 0; round < 5; round += 1) {
      smtp.messages.length = 0
      const { id, state } = await queued()
      const [answer] = await Promise.all([
        usuario.post(`/api/v1/cancel_email/${id}/`, {}),
        deliverEmail(server.deps, id),
      ])
      const { status } = await state()
      expect(status).toBe(answer.status === 200 ? 'cancelled' : 'sent')
      expect(smtp.messages).toHaveLength(status === 'sent' ? 1 : 0)
    }
  })
})

describe('a crash during delivery', () => {
  it('after the server accepted a message sends it again with the same Message-ID', async () => {
    const { smtp, server } = office
    const { id, state } = await queued()
    const { deps } = server
    const dies = { ...deps, bus: { ...deps.bus, notify: () => Promise.reject(new Error('the process died here')) } }
    await expect(deliverEmail(dies, id)).rejects.toThrow('died')
    expect(smtp.messages).toHaveLength(1)
    await deliver()
    expect(await state()).toMatchObject({ status: 'queued', actions: [] })
    expect(await sweepOutbox(server.deps)).toBe(0)
    await pass(minutes(1))
    expect(await sweepOutbox(server.deps)).toBe(1)
    await runJobs()
    expect(await state()).toMatchObject({ status: 'sent', attempts: 2 })
    const ids = smtp.messages.map(({ mail }) => mail.messageId)
    expect(ids).toEqual([ids[0], ids[0]])
  })

  it('does not delay the message after a restart of the only server', async () => {
    const { deps } = office.server
    const { id, state } = await queued()
    const lease_until = new Date(Date.now() + minutes(1))
    await deps.db.updateTable('email').set({ lease_until }).where('id', '=', id).execute()
    expect(await sweepOutbox(deps)).toBe(0)
    await endLeases(deps.db)
    await deliver()
    expect((await state()).status).toBe('sent')
  })

  it('that loses a job loses no message', async () => {
    const { id, state } = await queued()
    await office.server.deps.db.updateTable('email').set({ next_attempt_at: in2030 }).where('id', '=', id).execute()
    // Its job does nothing, as the message is not due.
    await runJobs()
    await office.server.deps.db
      .updateTable('email')
      .set({ next_attempt_at: new Date(0) })
      .execute()
    await runJobs()
    expect((await state()).status).toBe('queued')
    await deliver()
    expect((await state()).status).toBe('sent')
  })

  it('or any unexpected error ends in a failed message after the last attempt', async () => {
    const { server, smtp } = office
    const wrong: Mailer = {
      send: () => Promise.reject(new TypeError('a mistake of ours')),
      ping: () => Promise.resolve(),
    }
    const deps = { ...server.deps, mail: { ...server.deps.mail!, mailer: wrong } }
    const { id, state } = await queued()
    for (let attempt = 0; attempt <= retryPauses.length; attempt += 1) {
      await deliverEmail(deps, id)
      await pass(minutes(720))
    }
    expect(await state()).toMatchObject({ status: 'failed', attempts: retryPauses.length + 1, server_reply: null })
    expect(smtp.messages).toEqual([])
  })
})

describe('several due messages', () => {
  it('are sent by one job', async () => {
    const { server, smtp } = office
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await queued()).id))
    await deliverDue(server.deps, ids[0]!, { signal: new AbortController().signal, log: server.app.log })
    expect(smtp.messages).toHaveLength(5)
    await deliver()
    expect(smtp.messages).toHaveLength(5)
  })
})
