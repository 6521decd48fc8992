import { writingsOf } from '@foja/testing/traces'
import { testStoreKind } from '@foja/testing/test-store'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { codeOf, keepMail, post, tokenIn } from '../../test/account.ts'
import { bodyOf, Caller, createCase } from '../../test/office.ts'
import { giveSigner } from '../../test/people.ts'
import { openTestServer } from '../../test/test-server.ts'
import { everythingWritten, readableLog } from '../../test/traces.ts'

/**
 * Uses the product from setup to signing with secrets of every kind, right and mistyped: afterwards none of them is in
 * the database, the files or the log, in any encoding.
 */
const log = readableLog()
const { mail, sent } = keepMail()
const secrets = new Map<string, string>()

const admin = { email: 'lucia@condorandino.ec', password: 'Canario-ñandú 41c7 de la administradora' }
const chosen = 'Canario-tucán 88d2 de la invitada'
const passphrase = 'Canario-quetzal 5be0 del certificado'
const shared = 'Canario-cóndor 19fa del enlace'

async function install(): Promise<Caller> {
  const setup = { company: { nombre: 'Cóndor Andino' }, admin: { nombre: 'Lucía Visible', ...admin } }
  const headers = { 'content-type': 'application/json' }
  await bodyOf(
    await fetch(`${server.origin}/api/v1/setup/`, { method: 'POST', headers, body: JSON.stringify(setup) }),
    201,
  )
  const client = server.client()
  await client.signIn(admin.email, `${admin.password} mal escrita`)
  expect((await client.signIn(admin.email, admin.password)).status).toBe(200)
  const { user } = await client.json<{ user: { id: string } }>('/api/auth/session')
  const token = (await client.token())!
  secrets.set('password', admin.password)
  secrets.set('access token', token.split('.')[2]!)
  secrets.set('refresh token', client.jar.get('foja.session')!)
  return new Caller(server.origin, user.id, admin.email, token)
}

/** A user is invited by email, chooses a password, adds a second factor and signs in with it. */
async function invite(caller: Caller): Promise<void> {
  const person = { email: 'ines@condorandino.ec', nombre: 'Inés Visible', role: 'gestor' }
  await bodyOf(await caller.post('/api/v1/create_user/', person), 201)
  await server.jobs.run(server.deps.clock())
  const token = tokenIn(sent.find(({ to }) => to.includes(person.email))!.text)
  secrets.set('link token', token)
  await bodyOf(await caller.post('/api/v1/set_password/', { token, password: chosen }), 200)
  secrets.set('chosen password', chosen)
  const client = server.client()
  await client.signIn(person.email, chosen)
  const begun = await post(client, '/api/v1/begin_totp/', { current_password: chosen })
  const { secret } = await bodyOf<{ secret: string }>(begun, 200)
  secrets.set('TOTP secret', secret)
  const confirmed = await post(client, '/api/v1/confirm_totp/', { code: codeOf(server, secret) })
  const { recovery_codes } = await bodyOf<{ recovery_codes: string[] }>(confirmed, 200)
  recovery_codes.forEach((code, index) => secrets.set(`recovery code ${index + 1}`, code))
  const [code = ''] = recovery_codes
  expect((await server.client().signIn(person.email, chosen, { code })).status).toBe(200)
}

async function signAndShare(caller: Caller): Promise<void> {
  await giveSigner(caller, 'Lucía Visible', { with: passphrase })
  secrets.set('passphrase', passphrase)
  const { document, solicitud } = await createCase(caller, undefined, { titulo: 'Expediente visible' })
  const ask = { id_documento: document.id_documento, password: passphrase, sha256: document.sha256 }
  const wrong = await caller.post('/api/v1/custom_pdf_signing/', { ...ask, password: `${passphrase} mal escrita` })
  expect(wrong.status).toBe(400)
  await bodyOf(await caller.post('/api/v1/custom_pdf_signing/', ask), 200)
  const wishes = { id_documento: document.id_documento, password: shared }
  const { share } = await bodyOf<{ share: string }>(await caller.post('/api/v1/create_share_document/', wishes), 201)
  secrets.set('share token', share)
  secrets.set('share password', shared)
  const open = (password: string) =>
    fetch(`${server.origin}/api/v1/get_document_share/?share=${share}`, {
      headers: { 'x-share-password': encodeURIComponent(password) },
    })
  expect((await open(`${shared} mal escrita`)).status).toBe(400)
  expect((await open(shared)).status).toBe(200)
  await fetch(`${server.origin}/compartido?share=${share}`)
  const message = { id_documento: document.id_documento, to: ['ana@cliente.example'], as: 'link' }
  await bodyOf(await caller.post('/api/v1/send_document_by_email/', message), 200)
  await server.jobs.run(server.deps.clock())
  const link = /share=([\w-]{43})/.exec(sent.find(({ to }) => to.includes('ana@cliente.example'))!.text)
  secrets.set('share token of a message', link![1]!)
  const recipients = [{ nombre: 'Beto Visible', email: 'beto@cliente.example', rol: 'firma' }]
  const documents = [{ id_documento: document.id_documento }]
  await bodyOf(await caller.post('/api/v1/create_signing_request/', { documents, recipients }), 201)
  await server.jobs.run(server.deps.clock())
  const asked = /pedido\?p=([\w-]{43})/.exec(sent.find(({ to }) => to.includes('beto@cliente.example'))!.text)
  secrets.set('recipient token', asked![1]!)
  const view = { headers: { 'x-recipient': asked![1]! } }
  expect((await fetch(`${server.origin}/api/v1/recipient_request/`, view)).status).toBe(200)
  await fetch(`${server.origin}/pedido?p=${asked![1]!}`)
  const { id_solicitud } = solicitud
  const from = [{ nombre: 'Caro Visible', email: 'caro@cliente.example' }]
  const delivery = { id_solicitud, recipients: from, requirements: [{ nombre: 'Cédula' }] }
  await bodyOf(await caller.post('/api/v1/create_document_request/', delivery), 201)
  await server.jobs.run(server.deps.clock())
  const owed = /pedido\?p=([\w-]{43})/.exec(sent.find(({ to }) => to.includes('caro@cliente.example'))!.text)
  secrets.set('token of a delivery', owed![1]!)
  const receipt = { headers: { 'x-recipient': owed![1]! } }
  expect((await fetch(`${server.origin}/api/v1/recipient_receipt/`, receipt)).status).toBe(200)
}

/** An API key is made, used, mistyped, used beyond its scope and revoked. */
async function useApiKey(caller: Caller): Promise<void> {
  const expires_at = new Date(server.deps.clock().getTime() + 24 * 3_600_000).toISOString()
  const wanted = { nombre: 'Programa visible', scopes: ['cases:read'], expires_at, current_password: admin.password }
  const made = await bodyOf<{ id: string; key: string }>(await caller.post('/api/v1/create_api_key/', wanted), 201)
  // Its beginning is stored, to tell keys apart.
  secrets.set('API key', made.key.slice(11))
  const program = new Caller(server.origin, caller.id, '', made.key)
  expect((await program.call('/api/v1/summary/')).status).toBe(200)
  expect((await program.post('/api/v1/create_api_key/', wanted)).status).toBe(403)
  expect((await new Caller(server.origin, '', '', `${made.key}x`).call('/api/v1/summary/')).status).toBe(401)
  await bodyOf(await caller.remove(`/api/v1/revoke_api_key/${made.id}/`), 200)
  expect((await program.call('/api/v1/summary/')).status).toBe(401)
  await server.jobs.run(server.deps.clock())
}

/** A webhook is made, tested and gets another secret. */
async function useWebhook(caller: Caller): Promise<void> {
  const { id: id_company } = await server.deps.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  const wanted = { url: 'https://127.0.0.1:1/', events: ['document.signed'], id_company }
  const made = await bodyOf<{ id: string; secret: string }>(await caller.post('/api/v1/create_webhook/', wanted), 201)
  const next = await bodyOf<{ secret: string }>(await caller.post(`/api/v1/rotate_webhook_secret/${made.id}/`, {}), 200)
  secrets.set('secret of a webhook', made.secret.replace('whsec_', ''))
  secrets.set('next secret of a webhook', next.secret.replace('whsec_', ''))
  await bodyOf(await caller.post(`/api/v1/test_webhook/${made.id}/`, {}), 200)
}

const traces = async () => await everythingWritten(server, log.text())

const server = await openTestServer({ logger: log.logger, mail })
const caller = await install()
await invite(caller)
await signAndShare(caller)
await useApiKey(caller)
await useWebhook(caller)

it('no secret that was entered, created or sent is in the database, the files or the log', async () => {
  expect(secrets.size).toBeGreaterThanOrEqual(23)
  const written = await traces()
  const found = [...secrets].filter(([, secret]) =>
    writingsOf(secret).some((writing) => written.some((text) => text.includes(writing))),
  )
  expect(found.map(([name]) => name)).toEqual([])
})

it('the search finds values that are no secret where they are stored', async () => {
  const [database = '', lines = '', ...files] = await traces()
  expect(database).toContain('Expediente visible')
  expect(database).toContain(Buffer.from('Lucía Visible').toString('hex'))
  expect(lines).toContain('/api/v1/set_password/')
  if (testStoreKind === 'disk') expect(files.some((text) => text.startsWith('%PDF-'))).toBe(true)
  const missed: string[] = []
  for (const [index, writing] of writingsOf(passphrase).entries()) {
    const path = join(server.folder, `positive-${index}`)
    await writeFile(path, Buffer.from(`x${writing}y`, 'utf8'))
    await writeFile(`${path}-latin1`, Buffer.from(`x${writing}y`, 'latin1'))
    const written = await traces()
    if (!written.some((text) => text.includes(writing))) missed.push(writing)
  }
  expect(missed).toEqual([])
})
