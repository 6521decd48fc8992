import { webhookMessageSchema, type Webhook, type WebhookDelivery } from '@foja/contracts/webhooks'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import { makePdf } from '@foja/testing/pdfs'
import { makeServerCertificate } from '@foja/testing/server-certificate'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { bodyOf, createCase, expectProblem, openOffice, pdfFile, type Caller } from '../../../test/office.ts'
import { addPerson, ctxOf } from '../../../test/test-server.ts'
import { openReceiver } from '../../../test/webhook-receiver.ts'
import { retryPauses } from '../../lib/retry-pauses.ts'
import { testWebhook } from './manage-webhooks.ts'
import { sendDue } from './send-delivery.ts'
import { sweepWebhooks } from './webhooks.queries.ts'

type Made = Webhook & { secret: string }
type Message = z.infer<typeof webhookMessageSchema>
type Page = { results: WebhookDelivery[]; next: number | null }

const office = await openOffice()
const receiver = await openReceiver()
const { deps, jobs } = office.server
const { db } = deps
const minute = 60_000
const day = 24 * 60 * minute

const create = async (events: Webhook['events'], by: Caller = office.gestor, more: object = {}) =>
  await bodyOf<Made>(await by.post('/api/v1/create_webhook/', { url: receiver.url, events, ...more }), 201)
/** How far the clock of the jobs is ahead; sessions would end if the server's moved. */
let ahead = 0
const advance = (milliseconds: number) => void (ahead += milliseconds)
const later = () => new Date(Date.now() + ahead)
const run = async () =>
  await sendDue({ ...deps, clock: later }, { signal: new AbortController().signal, log: jobs.log })
const messages = () => receiver.heard.map(({ body }) => z.parse(webhookMessageSchema, JSON.parse(body)))
const typesOf = (all: readonly Message[]) => all.map(({ type }) => type)
const deliveries = async ({ id }: Webhook, query = '') =>
  (await office.gestor.read<Page>(`/api/v1/webhook_deliveries/${id}/${query}`)).results
const listed = async ({ id }: Webhook) =>
  (await office.gestor.read<{ webhooks: Webhook[] }>('/api/v1/webhooks/')).webhooks.find((one) => one.id === id)

afterEach(async () => {
  ahead = 0
  receiver.heard.length = 0
  receiver.answer = () => 204
  await db.deleteFrom('webhook').execute()
})

describe('a webhook', () => {
  it('receives the events it asked for, signed as Standard Webhooks, with ids only', async () => {
    const webhook = await create(['solicitud_main.created', 'document.signed'])
    expect(webhook.secret).toMatch(/^whsec_[\w+/]{32}$/)
    const { main } = await createCase(office.usuario, pdfFile('Contrato de Ana.pdf'))
    await run()
    expect(messages()).toEqual([
      {
        type: 'solicitud_main.created',
        timestamp: expect.any(String),
        data: { id_company: office.company, id_solicitud_main: main.id_solicitud_main },
      },
    ])
    const { body, headers, path } = receiver.heard[0]!
    expect(path).toBe('/foja')
    expect(headers['content-type']).toBe('application/json')
    expect(new Verifier(webhook.secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Verifier(webhook.secret).verify(body.replace('created', 'deleted'), headers)).toThrow(/signature/)
    expect(await deliveries(webhook)).toMatchObject([
      { id: headers['webhook-id'], body, status: 'delivered', attempts: 1, code: 204, reason: null },
    ])
  })

  it('never shows its secret again', async () => {
    const { secret, ...webhook } = await create(['document.signed'])
    expect(await listed(webhook)).toEqual(webhook)
    const stored = await db.selectFrom('webhook').select('secret').executeTakeFirstOrThrow()
    const plain = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(stored.secret.includes(plain)).toBe(false)
  })

  it('receives nothing of other companies', async () => {
    await create(['solicitud_main.created'], office.admin, { id_company: office.otherCompany })
    await createCase(office.usuario)
    await run()
    expect(receiver.heard).toEqual([])
    await createCase(office.ajeno)
    await run()
    expect(messages()).toMatchObject([{ data: { id_company: office.otherCompany } }])
  })

  it('is not seen, changed or used by other companies, nor by users who do not manage', async () => {
    const webhook = await create(['solicitud_main.created'])
    await createCase(office.usuario)
    const [message] = await deliveries(webhook)
    const id_company = office.otherCompany
    const stranger = await addPerson(office.server, { email: 'otro@gestor.example', role: 'gestor', id_company })
    const ctx = ctxOf(office.server, { id: stranger, role: 'gestor', id_company })
    const { requireWebhook, replayDelivery } = await import('./manage-webhooks.ts')
    const { requireManagedCompany } = await import('../identity/public.ts')
    const requireOwn = async () => await requireManagedCompany(ctx, 'webhook.manage', office.company)
    await expect(requireWebhook(db, ctx.actor, webhook.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(requireOwn()).rejects.toMatchObject({ code: 'company_unknown' })
    await expect(replayDelivery(ctx, message!.id)).rejects.toThrow()
    await expectProblem(await office.usuario.call('/api/v1/webhooks/'), 403, 'forbidden')
  })

  it.each(['http://programa.example/', 'https://ana:clave@programa.example/', 'programa.example', 'https://x/#y'])(
    'does not have the address %s',
    async (url) => {
      const body = { url, events: ['document.signed'] }
      await expectProblem(await office.gestor.post('/api/v1/create_webhook/', body), 400, 'webhook_url_wrong')
    },
  )

  it('is one of ten at most of a company', async () => {
    const made = await Promise.allSettled(Array.from({ length: 11 }, async () => await create(['document.signed'])))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('can be changed, paused, resumed and deleted, each with an event', async () => {
    const { id } = await create(['document.signed'])
    const path = `/api/v1/update_webhook/${id}/`
    await bodyOf(await office.gestor.put(path, { events: ['solicitud_main.created'] }), 200)
    await createCase(office.usuario)
    await bodyOf(await office.gestor.put(path, { activo: false }), 200)
    await run()
    await createCase(office.usuario)
    expect(receiver.heard).toEqual([])
    const resumed = await bodyOf<Webhook>(await office.gestor.put(path, { activo: true }), 200)
    expect(resumed).toMatchObject({ activo: true, waiting: 1 })
    await run()
    // What happened during the pause is not sent.
    expect(messages()).toHaveLength(1)
    await bodyOf(await office.gestor.remove(`/api/v1/delete_webhook/${id}/`), 200)
    const events = await db
      .selectFrom('event')
      .where('action', 'like', 'webhook.%')
      .orderBy('id', 'desc')
      .limit(5)
      .select(['action', 'data'])
      .execute()
    const data = { direccion: new URL(receiver.url).host }
    const actions = ['deleted', 'changed', 'changed', 'changed', 'created'].map((one) => `webhook.${one}`)
    expect(events).toEqual(actions.map((action) => ({ action, data })))
  })
})

describe('deliveries', () => {
  it('are rows of the transaction of their event', async () => {
    const webhook = await create(['solicitud.sent'])
    const event = { action: 'solicitud.sent', id_company: office.company, id_solicitud_main: 'AAAA-BBBB-CCCC-0001' }
    const count = async () => (await deliveries(webhook)).length
    const broken = inTransaction(db, async (trx) => {
      await appendEvent(trx, { ...event, actor_label: 'Ana' })
      throw new Error('killed')
    })
    await expect(broken).rejects.toThrow('killed')
    expect(await count()).toBe(0)
    await inTransaction(db, async (trx) => void (await appendEvent(trx, { ...event, actor_label: 'Ana' })))
    expect(await count()).toBe(1)
  })

  it('start a job at the commit, in any process', async () => {
    await create(['solicitud_main.created'])
    await jobs.run()
    await createCase(office.usuario)
    await vi.waitFor(() => expect(jobs.waiting('webhook')).toHaveLength(1))
    await jobs.run()
    expect(messages()).toHaveLength(1)
  })

  it('are found again by a job of every minute', async () => {
    await create(['solicitud_main.created'])
    await createCase(office.usuario)
    await vi.waitFor(() => expect(jobs.waiting('webhook')).toHaveLength(1))
    receiver.answer = () => 503
    await jobs.run()
    await db.updateTable('webhook_delivery').set({ next_attempt_at: deps.clock() }).execute()
    receiver.answer = () => 200
    await jobs.enqueue('webhooks', {})
    await jobs.run()
    expect(messages()).toHaveLength(2)
  })

  it('of one case file go out in order, and a failed one holds those after it', async () => {
    const webhook = await create(['solicitud_main.created', 'document.uploaded', 'solicitud_main.deleted'])
    const first = await createCase(office.usuario)
    const main = first.main.id_solicitud_main
    const bin = { id_solicitud_main: main, motivo: 'Se repitió' }
    await bodyOf(await office.usuario.send('DELETE', '/api/v1/delete_solicitud/', bin), 200)
    receiver.answer = ({ body }) => (body.includes(main) ? 500 : 200)
    await createCase(office.usuario)
    await run()
    const ofFirst = () => typesOf(messages().filter(({ data }) => data.id_solicitud_main === main))
    expect(ofFirst()).toEqual(['solicitud_main.created'])
    expect(messages()).toHaveLength(3)
    receiver.answer = () => 200
    await run()
    expect(ofFirst()).toHaveLength(1)
    advance(minute)
    await run()
    const created = 'solicitud_main.created'
    expect(ofFirst()).toEqual([created, created, 'document.uploaded', 'solicitud_main.deleted'])
    expect((await deliveries(webhook)).every(({ status }) => status === 'delivered')).toBe(true)
  })

  it('are retried with the pauses of mail, with one id, until they are given up', async () => {
    const webhook = await create(['solicitud_main.created'])
    await createCase(office.usuario)
    receiver.answer = () => 500
    await run()
    for (const [at, pause] of retryPauses.entries()) {
      expect(await deliveries(webhook)).toMatchObject([{ status: 'queued', attempts: at + 1, code: 500 }])
      advance(pause * minute - 1000)
      await run()
      expect(receiver.heard).toHaveLength(at + 1)
      advance(2000)
      await run()
    }
    expect(await deliveries(webhook)).toMatchObject([{ status: 'failed', attempts: 7, next_attempt_at: null }])
    expect(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const stamps = receiver.heard.map(({ headers }) => headers['webhook-timestamp'])
    expect(new Set(stamps).size).toBe(7)
    expect(await deliveries(webhook, '?status=delivered')).toEqual([])
    expect(await deliveries(webhook, '?status=failed')).toHaveLength(1)
  })

  it('can be sent again', async () => {
    const webhook = await create(['solicitud_main.created'])
    await createCase(office.usuario)
    await run()
    const [sent] = await deliveries(webhook)
    const path = `/api/v1/replay_webhook_delivery/${sent!.id}/`
    expect(await bodyOf(await office.gestor.post(path, {}), 200)).toMatchObject({ status: 'queued', attempts: 0 })
    await run()
    expect(receiver.heard.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
      [sent!.id, sent!.body],
      [sent!.id, sent!.body],
    ])
    await bodyOf(await office.gestor.put(`/api/v1/update_webhook/${webhook.id}/`, { activo: false }), 200)
    await expectProblem(await office.gestor.post(path, {}), 400, 'webhook_inactive')
  })

  it('whose worker died are sent again after its lease, with the same id', async () => {
    const webhook = await create(['solicitud_main.created'])
    await createCase(office.usuario)
    const at = deps.clock()
    const claim = { attempts: 1, lease_until: new Date(at.getTime() + minute) }
    await db.updateTable('webhook_delivery').set(claim).execute()
    await run()
    expect(receiver.heard).toEqual([])
    advance(minute)
    await run()
    expect(await deliveries(webhook)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  it('are not sent twice by two workers', async () => {
    await create(['solicitud_main.created', 'document.uploaded'])
    await createCase(office.usuario)
    await Promise.all([run(), run(), run()])
    expect(typesOf(messages())).toEqual(['solicitud_main.created', 'document.uploaded'])
  })

  it('are deleted after a month', async () => {
    const webhook = await create(['solicitud_main.created'])
    await createCase(office.usuario)
    await run()
    await sweepWebhooks(db, new Date(deps.clock().getTime() + 29 * day))
    expect(await deliveries(webhook)).toHaveLength(1)
    await sweepWebhooks(db, new Date(deps.clock().getTime() + 31 * day))
    expect(await deliveries(webhook)).toEqual([])
  })

  it('are listed by 50, the last first', async () => {
    const { id } = await create(['solicitud_main.created'])
    const row = { id_webhook: id, object: 'x', body: '{}', created_at: new Date() }
    const types = Array.from({ length: 60 }, (_, at) => (at < 10 ? 'document.signed' : 'document.filled'))
    await db
      .insertInto('webhook_delivery')
      .values(types.map((type) => ({ ...row, type })))
      .execute()
    const first = await office.gestor.read<Page>(`/api/v1/webhook_deliveries/${id}/`)
    expect(first.results.map(({ type }) => type)).toEqual(Array.from({ length: 50 }, () => 'document.filled'))
    const rest = await office.gestor.read<Page>(`/api/v1/webhook_deliveries/${id}/?before=${first.next}`)
    expect(rest).toMatchObject({ next: null, results: Array.from({ length: 10 }, () => ({ type: 'document.signed' })) })
  })
})

describe('requests to outsiders', () => {
  it('are reported once, with their recipients', async () => {
    await create(['signing_request.sent', 'recipient.declined', 'signing_request.cancelled'])
    const files = [pdfFile('uno.pdf'), pdfFile('dos.pdf', makePdf({ pages: 2 }))]
    const loose = await bodyOf<{ documents: { id_documento: string }[] }>(
      await office.usuario.upload('/api/v1/upload_document/', files, {}),
      201,
    )
    const documents = loose.documents.map(({ id_documento }) => ({ id_documento }))
    const recipients = [{ nombre: 'Ana', email: 'ana@cliente.example', rol: 'firma' }]
    const asked = await bodyOf<{ id: string; recipients: { id: string }[] }>(
      await office.usuario.post('/api/v1/create_signing_request/', { documents, recipients }),
      201,
    )
    const recipient = asked.recipients[0]!.id
    const { url } = await bodyOf<{ url: string }>(
      await office.usuario.post('/api/v1/recipient_link/', { id_recipient: recipient }),
      200,
    )
    const token = new URL(url).searchParams.get('p')!
    const answer = await fetch(new URL('/api/v1/recipient_decline/', office.server.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-recipient': token },
      body: JSON.stringify({ motivo: 'No es mi contrato' }),
    })
    expect(answer.status).toBe(200)
    await run()
    const ids = { id_company: office.company, id_pedido: asked.id, id_documento: documents[0]!.id_documento }
    expect(messages().map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'signing_request.sent', data: ids },
      { type: 'recipient.declined', data: { ...ids, id_recipient: recipient } },
    ])
    const sent = receiver.heard.map(({ body }) => body).join('\n')
    expect(sent).not.toMatch(/Ana|ana@cliente|contrato/)
  })
})

describe('the secret', () => {
  it('is replaced, and the one before also signs for a day', async () => {
    const webhook = await create(['solicitud_main.created'])
    const rotate = async () =>
      await bodyOf<Made>(await office.gestor.post(`/api/v1/rotate_webhook_secret/${webhook.id}/`, {}), 200)
    const second = await rotate()
    expect(second.old_secret_until).not.toBeNull()
    const signers = async (...secrets: string[]) => {
      receiver.heard.length = 0
      await createCase(office.usuario)
      await run()
      const { body, headers } = receiver.heard[0]!
      return secrets.map((secret) => {
        try {
          return new Verifier(secret).verify(body, headers) !== undefined
        } catch {
          return false
        }
      })
    }
    expect(await signers(webhook.secret, second.secret)).toEqual([true, true])
    const third = await rotate()
    expect(await signers(webhook.secret, second.secret, third.secret)).toEqual([false, true, true])
    await db
      .updateTable('webhook')
      .set({ old_secret_until: new Date(deps.clock().getTime() - 1) })
      .execute()
    expect(await signers(second.secret, third.secret)).toEqual([false, true])
    await sweepWebhooks(db, deps.clock())
    expect(await db.selectFrom('webhook').select('old_secret').executeTakeFirst()).toEqual({ old_secret: null })
  })
})

describe('a program that does not receive', () => {
  it.each([
    ['redirects', () => 307, { code: null, reason: 'redirect' }],
    ['does not answer in time', () => undefined, { code: null, reason: 'timeout' }],
    ['refuses', () => 410, { code: 410, reason: null }],
  ] satisfies [string, () => number | undefined, object][])(
    'because it %s, gets the message again',
    async (_name, answer, expected) => {
      const webhook = await create(['solicitud_main.created'])
      await createCase(office.usuario)
      receiver.answer = answer
      await run()
      expect(await deliveries(webhook)).toMatchObject([{ status: 'queued', attempts: 1, ...expected }])
      expect(receiver.heard).toHaveLength(1)
    },
  )

  it('on a private address is not called unless the host is configured', async () => {
    const webhook = await create(['solicitud_main.created'])
    await createCase(office.usuario)
    const { webhookFetcher } = deps
    deps.webhookFetcher = createHttpFetcher({ retries: 0, redirects: 0 })
    await run()
    deps.webhookFetcher = webhookFetcher
    expect(await deliveries(webhook)).toMatchObject([{ code: null, reason: 'unreachable' }])
    expect(receiver.heard).toEqual([])
  })

  it('with a certificate that is not trusted is not called, and the log says why, also of a test', async () => {
    const heard = vi.fn()
    const { key, cert } = makeServerCertificate()
    const untrusted = createServer({ key, cert }, heard).listen(0, '127.0.0.1')
    await once(untrusted, 'listening')
    const url = `https://127.0.0.1:${(untrusted.address() as AddressInfo).port}/foja`
    const body = { url, events: ['solicitud_main.created'] }
    const webhook = await bodyOf<Made>(await office.gestor.post('/api/v1/create_webhook/', body), 201)
    await createCase(office.usuario)
    const warn = vi.fn()
    await sendDue(deps, { signal: new AbortController().signal, log: { ...jobs.log, warn } })
    const manager = { id: office.gestor.id, role: 'gestor', id_company: office.company } as const
    const ctx = ctxOf(office.server, manager, { log: { ...office.server.app.log, warn } })
    expect(await testWebhook(ctx, webhook.id)).toMatchObject({ status: 'failed', reason: 'unreachable' })
    untrusted.close()
    expect(heard).not.toHaveBeenCalled()
    const lines = ['solicitud_main.created', 'webhook.test'].map((type) => ({ webhook: webhook.id, type }))
    const cause = expect.stringMatching(/certificate/) as string
    expect(warn.mock.calls).toMatchObject(lines.map((line) => [{ ...line, cause }, 'a webhook message was not sent']))
  })

  it('does not delay the others', async () => {
    const other = await create(['solicitud_main.created'])
    await bodyOf(
      await office.gestor.post('/api/v1/create_webhook/', {
        url: 'https://127.0.0.1:1/nadie',
        events: ['solicitud_main.created'],
      }),
      201,
    )
    await createCase(office.usuario)
    await createCase(office.usuario)
    await run()
    expect(await deliveries(other, '?status=delivered')).toHaveLength(2)
    // After one call without an answer, the rest waits for the next run.
    const tried = await db.selectFrom('webhook_delivery').where('attempts', '>', 0).select('id').execute()
    expect(tried).toHaveLength(3)
  })

  it('for three days is not called any more, and the managers are notified', async () => {
    const webhook = await create(['solicitud_main.created'])
    receiver.answer = () => 500
    await createCase(office.usuario)
    await run()
    const since = (await listed(webhook))?.failing_since
    expect(since).not.toBeNull()
    advance(2 * day)
    await createCase(office.usuario)
    await run()
    expect(await listed(webhook)).toMatchObject({ activo: true, failing_since: since })
    advance(day + minute)
    await run()
    expect(await listed(webhook)).toMatchObject({ activo: false, disabled_at: expect.any(String) })
    const calls = receiver.heard.length
    advance(day)
    await run()
    expect(receiver.heard).toHaveLength(calls)
    const { results } = await office.gestor.read<{ results: object[] }>('/api/v1/list_notifications/')
    const nombre = new URL(receiver.url).host
    expect(results[0]).toMatchObject({ kind: 'webhook.disabled', data: { nombre, id_company: office.company } })
    const mails = await db
      .selectFrom('email')
      .where('subject', 'like', `%${nombre}%`)
      .select(['recipients', 'text'])
      .execute()
    expect(mails.map(({ recipients }) => recipients.to)).toContainEqual([office.gestor.email])
    expect(mails[0]!.text).toContain(`/programas?empresa=${office.company}`)
    const [event] = await db.selectFrom('event').orderBy('id', 'desc').limit(1).select(['action', 'actor']).execute()
    expect(event).toEqual({ action: 'webhook.disabled', actor: null })

    receiver.answer = () => 200
    const path = `/api/v1/update_webhook/${webhook.id}/`
    const resumed = await bodyOf<Webhook>(await office.gestor.put(path, { activo: true }), 200)
    expect(resumed).toMatchObject({ activo: true, disabled_at: null, failing_since: null })
    await run()
    expect((await deliveries(webhook)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  it('is called on while one message in three days arrives', async () => {
    const webhook = await create(['solicitud_main.created'])
    receiver.answer = () => 500
    await createCase(office.usuario)
    await run()
    advance(2 * day)
    receiver.answer = () => 200
    await run()
    expect(await listed(webhook)).toMatchObject({ failing_since: null })
    receiver.answer = () => 500
    await createCase(office.usuario)
    advance(2 * day)
    await run()
    expect(await listed(webhook)).toMatchObject({ activo: true })
  })
})

describe('the test button', () => {
  it('sends a message at once and answers its outcome', async () => {
    const webhook = await create(['document.signed'])
    const test = async () => await office.gestor.post(`/api/v1/test_webhook/${webhook.id}/`, {})
    const sent = await bodyOf<WebhookDelivery>(await test(), 200)
    expect(sent).toMatchObject({ type: 'webhook.test', status: 'delivered', code: 204 })
    expect(messages()).toMatchObject([{ type: 'webhook.test', data: { id_company: office.company } }])
    const { body, headers } = receiver.heard[0]!
    expect(new Verifier(webhook.secret).verify(body, headers)).toBeDefined()
    receiver.answer = () => 404
    expect(await bodyOf(await test(), 200)).toMatchObject({ status: 'failed', code: 404, next_attempt_at: null })
    // A test says nothing about the webhook.
    expect(await listed(webhook)).toMatchObject({ failing_since: null, waiting: 0 })
  })

  it('may be pressed ten times in ten minutes', async () => {
    const { id } = await create(['document.signed'])
    const press = async () => (await office.admin.post(`/api/v1/test_webhook/${id}/`, {})).status
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push(await press())
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 400])
  })

  it('of an unknown webhook finds nothing', async () => {
    await expectProblem(await office.gestor.post(`/api/v1/test_webhook/${randomUUID()}/`, {}), 404, 'not_found')
  })
})
