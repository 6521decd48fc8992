import type { Share } from '@foja/contracts/shares'
import { isInUse } from '@foja/db/in-use'
import { withSeal } from '@foja/db/history-seal'
import { inTransaction } from '@foja/db/transaction'
import { startPkiServices } from '@foja/testing/pki-services'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { codeOf, enter, keepMail, post, setUpTotp, tokenIn } from '../../../../test/account.ts'
import { bodyOf, Caller, createCase, expectProblem, startOffice } from '../../../../test/office.ts'
import { giveSigner, p12File, passphrase, testAuthority } from '../../../../test/people.ts'
import { configure, sign, signedOf } from '../../../../test/signing.ts'
import { TestClient } from '../../../../test/test-client.ts'
import { testPassword } from '../../../../test/test-server.ts'
import { buildApp } from '../../../app.ts'
import { createKeys, historyKey, loadKeys } from '../../../keys.ts'
import { readConfig } from '../../../config.ts'
import { startProblem } from '../../../start-problems.ts'
import { linkToken } from '../../identity/account/link-token.ts'
import { createTotp } from '../../identity/account/totp.ts'
import { shareToken } from '../../documents/shares/insert-share.ts'
import { recipientToken } from '../../requests/recipient-token.ts'
import { rewrapSigners } from '../../signing/signers/stored-key.ts'
import { signMessage } from '../../webhooks/webhook-secret.ts'
import { examine } from './examine.ts'
import { checkKeys, WrongKeysError } from './installation.ts'
import { rotateKeys } from './rotate-keys.ts'

const { mail, sent } = keepMail()
const apps: FastifyInstance[] = []
const credentials = { username: 'foja', password: 'clave del sellado 81' }

// A server that listens for notifications counts as running, and keys are not rotated beside one.
const deaf = { notify: async () => {}, listen: async () => async () => {} }
const office = await startOffice({ mail, bus: deaf })
const file = join(office.server.folder, 'keys.json')
const pki = await startPkiServices({ authority: testAuthority(), tsaCredentials: credentials })
afterAll(async () => {
  for (const app of apps) await app.close()
  await pki.close()
  await office.close()
})

const db = () => office.server.deps.db
const now = () => office.server.deps.clock()
const ignore = () => {}
const rotate = () => rotateKeys(db(), file, now())

/** Starts a server with the current key file; returns its address. */
async function startAgain(): Promise<string> {
  const keys = await loadKeys(file)
  const app = await buildApp({ ...office.server.deps, keys, db: withSeal(db(), historyKey(keys)) })
  apps.push(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

async function signInAt(origin: string, email: string, code?: string) {
  await db().deleteFrom('throttle').execute()
  const client = new TestClient(origin)
  const { status } = await client.signIn(email, testPassword, code === undefined ? {} : { code })
  return { status, client }
}

/** Signs `caller` in at the server at `origin`. */
async function signInAgain(caller: Caller, origin: string): Promise<Caller> {
  const { client } = await signInAt(origin, caller.email)
  return new Caller(origin, caller.id, caller.email, (await client.token())!)
}

describe('rotating the keys of the server', () => {
  it('keeps the data of users and invalidates everything made with the old keys', async () => {
    const { gestor, usuario, server, company } = office
    await giveSigner(usuario, 'Úrsula Usuaria')
    const settings = { tsa_url: pki.tsaUrl, tsa_username: credentials.username, tsa_password: credentials.password }
    await bodyOf(await configure(gestor, { ...settings, level: 'B-T' }), 200)
    const { document } = await createCase(usuario)
    const shareRequest = { id_documento: document.id_documento, password: 'puerta verde', key: randomUUID() }
    const created = await bodyOf<Share & { share: string }>(
      await usuario.post('/api/v1/create_share_document/', shareRequest),
      201,
    )
    const asked = await bodyOf<{ recipients: { id: string }[] }>(
      await usuario.post('/api/v1/create_signing_request/', {
        documents: [{ id_documento: (await createCase(usuario)).document.id_documento }],
        recipients: [{ nombre: 'Ana', email: 'ana@cliente.example', rol: 'firma' }],
      }),
      201,
    )
    const seal = p12File({ commonName: 'Estudio Cóndor', keyType: 'p256' })
    await bodyOf(await gestor.upload('/api/v1/office_seal/', [seal], { password: passphrase }), 200)
    const { document: drawn } = await createCase(usuario)
    const simple = await bodyOf<{ recipients: { id: string }[] }>(
      await usuario.post('/api/v1/create_signing_request/', {
        documents: [{ id_documento: drawn.id_documento }],
        recipients: [{ nombre: 'Beto', email: 'beto@cliente.example', rol: 'firma_simple', code: false }],
      }),
      201,
    )
    const webhook = await bodyOf<{ id: string; secret: string }>(
      await gestor.post('/api/v1/create_webhook/', { url: 'https://a.example/', events: ['document.signed'] }),
      201,
    )
    const recipient = asked.recipients[0]!.id
    const careful = await enter(server, { role: 'usuario', id_company: company })
    const { secret, codes } = await setUpTotp(server, careful.client)
    const guest = { email: 'nueva@oficina.example', nombre: 'Nueva', role: 'usuario', id_company: company }
    const invited = await bodyOf<{ id: string }>(await gestor.post('/api/v1/create_user/', guest), 201)
    await server.jobs.run()
    const mailed = tokenIn(sent.find(({ to }) => to.includes(guest.email))!.text)
    const before = await loadKeys(file)

    const { counts, oldKeysFile } = await rotate()
    expect(counts).toEqual({
      signers: 1,
      secondFactors: 1,
      tsaPasswords: 1,
      officeSeals: 1,
      mailPasswords: 0,
      webhooks: 1,
      fileKeys: 0,
      shares: 1,
      recipients: 2,
      links: 1,
      withoutCodes: 1,
      unopened: 0,
      invalidSeals: 0,
    })
    const after = await loadKeys(file)
    expect(after.session.id).not.toBe(before.session.id)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await loadKeys(oldKeysFile)).session.id).toBe(before.session.id)
    expect((await readdir(server.folder)).filter((name) => name.includes('.next'))).toEqual([])
    const useless = await inTransaction(db(), (trx) => rewrapSigners(trx, { from: before, to: before }))
    expect(useless).toEqual({ moved: 0, unopened: 1 })

    const stored = await db().selectFrom('webhook').selectAll().where('id', '=', webhook.id).executeTakeFirstOrThrow()
    const message = { id: 'msg', body: '{}', at: new Date() }
    expect(new Verifier(webhook.secret).verify('{}', signMessage(after, stored, message))).toEqual({})
    expect(() => signMessage(before, stored, message)).toThrow()

    const origin = await startAgain()
    server.advance(60_000)
    // Sessions stay valid; old access tokens do not.
    const old = new Caller(origin, usuario.id, usuario.email, usuario.token)
    await expectProblem(await old.call('/api/v1/details_users/'), 401, 'unauthenticated')
    // The passphrase still opens the key, and the timestamp authority accepts its password.
    const she = await signInAgain(usuario, origin)
    expect(await signedOf(await sign(she, document))).toMatchObject({ level: 'B-T' })
    // TOTP still works; recovery codes must be created again.
    expect((await signInAt(origin, careful.email, codes[0])).status).toBe(401)
    const { status, client } = await signInAt(origin, careful.email, codeOf(server, secret))
    expect(status).toBe(200)
    expect(await bodyOf(await client.api('/api/v1/security/'), 200)).toMatchObject({ totp: { recovery_codes_left: 0 } })
    // Links sent before stop working; the new ones work.
    const open = (share: string) =>
      fetch(`${origin}/api/v1/get_document_share/?share=${share}`, {
        headers: { 'x-share-password': shareRequest.password },
      })
    expect((await open(created.share)).status).toBe(404)
    const openRequest = async (token: string) =>
      (await fetch(`${origin}/api/v1/recipient_request/`, { headers: { 'x-recipient': token } })).status
    expect(await openRequest(recipientToken(before, recipient, 1))).toBe(404)
    expect(await openRequest(recipientToken(after, recipient, 1))).toBe(200)
    expect((await open(shareToken(after, created.id))).status).toBe(200)
    // The seal of the office still signs.
    const sealed = await fetch(`${origin}/api/v1/recipient_sign_simple/`, {
      method: 'POST',
      headers: {
        'x-recipient': recipientToken(after, simple.recipients[0]!.id, 1),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ text: 'Beto', consent: true, language: 'es' }),
    })
    expect(await bodyOf(sealed, 200)).toMatchObject({ status: 'firmado' })
    await bodyOf(await she.post('/api/v1/create_share_document/', shareRequest), 201)
    const password = 'cuatro gatos leen el diario'
    const choose = (token: string) => post(new TestClient(origin), '/api/v1/set_password/', { token, password })
    const link = await db()
      .selectFrom('one_time_link')
      .where('id_user', '=', invited.id)
      .select('id')
      .executeTakeFirstOrThrow()
    await expectProblem(await choose(mailed), 400, 'link_expired')
    expect((await choose(linkToken(after, link.id))).status).toBe(200)
    // The history records it and stays intact.
    const event = await db()
      .selectFrom('event')
      .where('action', '=', 'keys.rotated')
      .select('data')
      .executeTakeFirstOrThrow()
    expect(event.data).toEqual(counts)
    expect(
      await examine(
        { db: withSeal(db(), historyKey(after)), store: server.deps.store },
        { files: false, mark: null, now: now(), onBrokenChain: ignore, onLedgerFault: ignore, onBrokenFile: ignore },
      ),
    ).toMatchObject({ broken: 0, ledger: 0 })
  })

  it('keeps a secret that did not open before, and counts it', async () => {
    const { mediador: careful, colega } = office
    const set = (id: string, secret: string | null) =>
      db()
        .updateTable('app_user')
        .set({ totp_secret: secret, totp_next_secret: secret, totp_next_at: secret === null ? null : now() })
        .where('id', '=', id)
        .execute()
    const secretsOf = async (id: string) => {
      const columns = ['totp_secret', 'totp_next_secret'] as const
      const row = await db().selectFrom('app_user').where('id', '=', id).select(columns).executeTakeFirstOrThrow()
      return [row.totp_secret, row.totp_next_secret]
    }
    const { sealed } = createTotp(await loadKeys(file), careful)
    await set(careful.id, sealed)
    await set(colega.id, sealed)
    expect((await rotate()).counts).toMatchObject({ unopened: 2 })
    expect(await secretsOf(colega.id)).toEqual([sealed, sealed])
    expect(await secretsOf(careful.id)).not.toContain(sealed)
    await set(colega.id, null)
  })

  it('completes a rotation that was interrupted after the database changed', async () => {
    const before = await readFile(file)
    await rotate()
    await rename(file, `${file}.next`)
    await writeFile(file, before)
    const keys = await loadKeys(file)
    const refused = await checkKeys(db(), keys.session.id).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(WrongKeysError)
    expect(startProblem(refused, readConfig({ FOJA_KEY_FILE: file }))).toContain('npm run rotate-keys')
    expect((await rotate()).counts).toBeNull()
    await checkKeys(db(), (await loadKeys(file)).session.id)
    expect(startProblem(refused, readConfig({ FOJA_KEY_FILE: file }))).toContain('no es el de esta base de datos')
  })

  it('restarts a rotation interrupted earlier, and changes nothing with the keys of another database', async () => {
    await createKeys(`${file}.next`)
    const { session } = await loadKeys(`${file}.next`)
    expect((await rotate()).counts).toMatchObject({ signers: 1, unopened: 0 })
    expect((await loadKeys(file)).session.id).not.toBe(session.id)
    const folder = await mkdtemp(join(tmpdir(), 'foja-keys-'))
    const foreign = join(folder, 'keys.json')
    await expect(rotateKeys(db(), foreign, now())).rejects.toThrow(/No existe el archivo de claves/)
    expect(await readdir(folder)).toEqual([])
    await createKeys(foreign)
    await expect(rotateKeys(db(), foreign, now())).rejects.toThrow(WrongKeysError)
    expect(await readdir(folder)).toEqual(['keys.json'])
    await rm(folder, { recursive: true })
  })

  it('detects other users of the database', async () => {
    const { database } = office.server
    const free = await database.listen('unused', () => {})
    expect(await isInUse(database.kysely)).toBe(database.kind === 'postgres')
    await free()
  })
})
