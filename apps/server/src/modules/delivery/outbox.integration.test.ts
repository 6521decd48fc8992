import type { Email, EmailDetails } from '@foja/contracts/emails'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { keptBodyDays, sweepEmails } from './email-jobs.ts'
import { sendByEmail, sentId, startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, expectProblem, type Caller } from '../../../test/office.ts'

type Outbox = { results: Email[]; next: string | null; counts: { queued: number; held: number; failed: number } }
type MailState = { configured: boolean; from: string | null; held: number; failed: number; attachment_bytes: number }

const office = await startMailOffice()
afterAll(() => office.close())

const outboxOf = async (caller: Caller, query = '') => await caller.read<Outbox>(`/api/v1/outbox/${query}`)
const stateOf = async (caller: Caller) => await caller.read<MailState>('/api/v1/mail_state/')
const act = async (caller: Caller, what: 'retry' | 'cancel', id: string) =>
  await caller.post(`/api/v1/${what}_email/${id}/`, {})

/** Runs `work` without a mail server. */
async function withoutMail<T>(work: () => Promise<T>): Promise<T> {
  const { deps } = office.server
  const { mail } = deps
  deps.mail = null
  try {
    return await work()
  } finally {
    deps.mail = mail
  }
}

async function heldMessage(caller: Caller) {
  const { document } = await createCase(caller)
  return await withoutMail(async () => await sentId(await sendByEmail(caller, document)))
}

describe('the outbox without a mail server', () => {
  it('holds messages, shows them to permitted users, and reports that email is not configured', async () => {
    const { usuario, mediador, gestor, admin, ajeno } = office
    await withoutMail(async () => {
      const { document } = await createCase(usuario)
      const response = await sendByEmail(usuario, document)
      const sent = await bodyOf<{ id_envio: string; status: string }>(response, 200)
      expect(sent.status).toBe('held')
      await office.deliver()
      expect(await stateOf(usuario)).toEqual({
        configured: false,
        from: null,
        held: 1,
        failed: 0,
        attachment_bytes: 20 * 1024 * 1024,
      })
      expect((await stateOf(gestor)).held).toBe(1)
      expect((await stateOf(mediador)).held).toBe(0)
      expect((await stateOf(ajeno)).held).toBe(0)
      const outbox = await outboxOf(gestor, '?status=held')
      expect(outbox.results.map(({ id_envio }) => id_envio)).toEqual([sent.id_envio])
      expect(outbox.results[0]).toMatchObject({ actions: ['cancel'], created_by: { id: usuario.id } })
      const details = await admin.read<EmailDetails>(`/api/v1/details_email/${sent.id_envio}/`)
      expect(details).toMatchObject({ from: '', reply_to: usuario.email })
      expect(details.attachments).toEqual([{ nombre: document.nombre, mime: document.mime, size: document.size }])
      expect(await bodyOf(await gestor.post('/api/v1/release_outbox/', {}), 200)).toEqual({ released: 0 })
      expect((await bodyOf<Email>(await act(usuario, 'retry', sent.id_envio), 200)).status).toBe('held')
    })
    expect(office.smtp.messages).toEqual([])
  })

  it('sends held messages once a server is configured and a manager releases them', async () => {
    const { gestor, ajeno, admin, smtp } = office
    expect((await stateOf(gestor)).configured).toBe(true)
    expect((await stateOf(gestor)).from).toBe('Centro Ñandú <foja@oficina.example>')
    await office.deliver()
    expect(smtp.messages).toEqual([])
    expect(await bodyOf(await ajeno.post('/api/v1/release_outbox/', {}), 200)).toEqual({ released: 0 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => gestor.post('/api/v1/release_outbox/', {})))
    const released = await Promise.all(answers.map((answer) => bodyOf<{ released: number }>(answer, 200)))
    expect(released.reduce((sum, one) => sum + one.released, 0)).toBe(1)
    await office.deliver()
    expect(smtp.messages).toHaveLength(1)
    const id = await heldMessage(gestor)
    await bodyOf(await act(gestor, 'retry', id), 200)
    await office.deliver()
    expect(smtp.messages).toHaveLength(2)
    expect(await bodyOf(await admin.post('/api/v1/release_outbox/', {}), 200)).toEqual({ released: 0 })
  })

  it('records in the history of each document who released its message', async () => {
    const { usuario, gestor, server } = office
    const sent = await withoutMail(async () => {
      const created = []
      for (let at = 0; at < 3; at += 1) {
        const { document, main } = await createCase(usuario)
        created.push({ main, document, id: await sentId(await sendByEmail(usuario, document)) })
      }
      return created
    })
    const answers = await Promise.all([1, 2, 3].map(() => gestor.post('/api/v1/release_outbox/', {})))
    for (const answer of answers) expect(answer.status).toBe(200)
    await office.deliver()
    for (const { id, document, main } of sent) {
      type History = { events: { action: string; actor: { nombre: string }; data: object }[]; intact: boolean }
      const { events, intact } = await usuario.read<History>(`/api/v1/history/${document.id_documento}/`)
      expect(events.map(({ action }) => action).slice(0, 3)).toEqual(['email.sent', 'email.released', 'email.queued'])
      expect(events[1]).toMatchObject({ actor: { nombre: 'Gael Gestor' }, data: { id_envio: id } })
      expect(intact).toBe(true)
      const rows = server.deps.db.selectFrom('event').where('chain', '=', main.id_solicitud_main)
      expect(await rows.where('action', '=', 'email.released').select('ip').execute()).toEqual([{ ip: '127.0.0.1' }])
    }
  })

  it('holds queued messages when the mail server is removed from the settings', async () => {
    const { gestor } = office
    const { document } = await createCase(gestor)
    const id = await sentId(await sendByEmail(gestor, document))
    await withoutMail(async () => await office.deliver())
    expect((await gestor.read<EmailDetails>(`/api/v1/details_email/${id}/`)).status).toBe('held')
    await bodyOf(await act(gestor, 'cancel', id), 200)
  })
})

describe('reading the outbox', () => {
  it('is allowed to managers for their company and to admins for all', async () => {
    const { usuario, mediador, colega, gestor, admin, ajeno } = office
    const id = await heldMessage(usuario)
    for (const caller of [usuario, mediador, colega]) {
      await expectProblem(await caller.call('/api/v1/outbox/'), 403, 'forbidden')
      await expectProblem(await caller.post('/api/v1/release_outbox/', {}), 403, 'forbidden')
    }
    const has = async (caller: Caller) => (await outboxOf(caller)).results.some(({ id_envio }) => id_envio === id)
    expect(await has(gestor)).toBe(true)
    expect(await has(admin)).toBe(true)
    expect(await has(ajeno)).toBe(false)
    expect((await outboxOf(ajeno)).counts).toEqual({ queued: 0, held: 0, failed: 0 })
    await bodyOf(await act(usuario, 'cancel', id), 200)
  })

  it('shows a message to its author and the managers only', async () => {
    const { usuario, mediador, colega, gestor, admin, ajeno } = office
    const id = await heldMessage(usuario)
    const path = `/api/v1/details_email/${id}/`
    for (const caller of [usuario, gestor, admin]) await caller.read(path)
    const foreign = [
      [colega, 404, 'not_found'],
      [ajeno, 404, 'not_found'],
      [mediador, 403, 'forbidden'],
    ] as const
    for (const [caller, status, code] of foreign) {
      await expectProblem(await caller.call(path), status, code)
      await expectProblem(await act(caller, 'retry', id), status, code)
      await expectProblem(await act(caller, 'cancel', id), status, code)
    }
    await expectProblem(await usuario.call(`/api/v1/details_email/${randomUUID()}/`), 404, 'not_found')
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(usuario, 'cancel', id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await expectProblem(await act(usuario, 'retry', id), 400, 'email_not_waiting')
    await expectProblem(await act(usuario, 'cancel', id), 400, 'email_not_waiting')
  })

  it('shows old sent messages without their content', async () => {
    const { gestor, usuario, server, smtp } = office
    const { db, clock } = server.deps
    smtp.messages.length = 0
    const details = (id: string) => gestor.read<EmailDetails>(`/api/v1/details_email/${id}/`)
    const { document } = await createCase(usuario)
    const [sent, cancelled, failed] = [
      await sentId(await sendByEmail(usuario, document, { subject: 'Acta' })),
      await heldMessage(usuario),
      await heldMessage(usuario),
    ]
    await bodyOf(await act(usuario, 'cancel', cancelled), 200)
    await db.updateTable('email').set({ status: 'failed' }).where('id', '=', failed).execute()
    await office.deliver()
    const before = await details(sent)
    expect(before).toMatchObject({ status: 'sent', emptied_at: null })
    const inDays = (days: number) => new Date(clock().getTime() + days * 24 * 3_600_000)
    await sweepEmails(db, inDays(keptBodyDays - 1))
    expect(await details(sent)).toEqual(before)
    const later = inDays(keptBodyDays + 1)
    await sweepEmails(db, later)
    expect(await details(sent)).toEqual({ ...before, text: '', html: '', emptied_at: later.toISOString() })
    expect(await details(cancelled)).toMatchObject({ text: '', html: '' })
    // Messages that may still be sent keep their content.
    expect((await details(failed)).text).not.toBe('')
  })

  it('returns each message once, page by page', async () => {
    const { admin, server, company } = office
    const at = new Date('2020-01-01T00:00:00.000Z')
    const rows = Array.from({ length: 120 }, (_, index) => ({
      id: randomUUID(),
      id_company: company,
      kind: 'notice' as const,
      status: 'sent' as const,
      locale: 'es',
      recipients: JSON.stringify({ to: ['a@foja.example'], cc: [] }),
      subject: `Aviso ${index}`,
      text: 'a',
      html: 'a',
      // Several with the same time.
      created_at: new Date(at.getTime() - Math.floor(index / 7) * 1000),
    }))
    await server.deps.db.insertInto('email').values(rows).execute()
    const seen: string[] = []
    let next: string | null = null
    do {
      const query = next === null ? '?status=sent' : `?status=sent&before=${encodeURIComponent(next)}`
      const page: Outbox = await outboxOf(admin, query)
      expect(page.results.length).toBeLessThanOrEqual(50)
      seen.push(...page.results.map(({ id_envio }) => id_envio))
      ;({ next } = page)
    } while (next !== null)
    expect(new Set(seen).size).toBe(seen.length)
    expect(rows.every(({ id }) => seen.includes(id))).toBe(true)
    await expectProblem(await admin.call('/api/v1/outbox/?before=nada'), 400, 'validation_failed')
    await expectProblem(await admin.call('/api/v1/outbox/?status=otra'), 400, 'validation_failed')
  })
})
