import type { ApiKey } from '@foja/contracts/api-keys'
import { mostKeys } from '@foja/contracts/constants'
import { keyScopes } from '@foja/contracts/key-scopes'
import type { OpenDatabase } from '@foja/db/database-port'
import { openDatabase } from '@foja/db/open-database'
import { silentLogger } from '@foja/db/silent-logger'
import { createTestDatabase, schemaHash, testDatabaseKind } from '@foja/testing/database'
import { createPostgresDatabase, dropPostgresDatabase } from '@foja/testing/postgres'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepMail, post } from '../../../../test/account.ts'
import { giveKey } from '../../../../test/api-keys.ts'
import { bodyOf, Caller, expectProblem, pdfFile, signedIn } from '../../../../test/office.ts'
import { addCompany, openTestServer, startTestServer, testPassword } from '../../../../test/test-server.ts'
import { keyRule } from '../../../http/key-limits.ts'

const { mail, sent } = keepMail()
const lines: string[] = []
const server = await openTestServer({
  mail,
  logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } },
})
const company = await addCompany(server, 'Cóndor Andino')
const other = await addCompany(server, 'Otra Oficina')
const person = async (role: 'admin' | 'gestor' | 'mediador' | 'usuario', id_company: string | null = company) =>
  await signedIn(server, { role, nombre: 'Lucía Peñaherrera', id_company })

const db = () => server.deps.db
const day = 24 * 3_600_000
const inDays = (days: number) => new Date(server.deps.clock().getTime() + days * day).toISOString()
const draft = (more: object = {}) => ({
  nombre: 'Sistema contable',
  scopes: ['cases:read'],
  expires_at: inDays(30),
  current_password: testPassword,
  ...more,
})
type Created = ApiKey & { key: string }
const create = async (caller: Caller, more: object = {}) =>
  await bodyOf<Created>(await caller.post('/api/v1/create_api_key/', draft(more)), 201)
const keysOf = async (caller: Caller) => (await caller.read<{ keys: ApiKey[] }>('/api/v1/api_keys/')).keys
const sending = (key: string, origin = server.origin) => new Caller(origin, '', '', key)
const list = async (caller: Caller) => await caller.call('/api/v1/get_list_solicitud_main_type2/')
const revoke = async (caller: Caller, id: string) => await caller.remove(`/api/v1/revoke_api_key/${id}/`)

beforeEach(() => db().deleteFrom('throttle').execute())

describe('an API key of a person', () => {
  it('is shown once, stored as its digest, listed without it, recorded and announced by mail', async () => {
    const gestor = await person('gestor')
    const { key, ...row } = await create(gestor, { networks: ['127.0.0.1', '10.0.0.0/8'] })
    expect(key.startsWith(row.prefix)).toBe(true)
    expect(row).toMatchObject({ state: 'activa', service: null, networks: ['127.0.0.1/32', '10.0.0.0/8'] })
    expect(await keysOf(gestor)).toEqual([row])
    expect(JSON.stringify(await db().selectFrom('api_key').selectAll().execute())).not.toContain(key.slice(11))
    await server.jobs.run(server.deps.clock())
    expect(sent.filter(({ to }) => to[0] === gestor.email).map(({ subject }) => subject)).toEqual([
      'Creaste una clave de API',
    ])
    expect((await revoke(gestor, row.id)).status).toBe(200)
    expect((await revoke(gestor, row.id)).status).toBe(200)
    expect(await keysOf(gestor)).toMatchObject([{ id: row.id, state: 'revocada' }])
    await server.jobs.run(server.deps.clock())
    expect(sent.filter(({ to }) => to[0] === gestor.email).at(-1)!.subject).toBe('Se revocó una clave de API')
    const events = await db()
      .selectFrom('event')
      .select(['action', 'id_company', 'data'])
      .where('actor', '=', gestor.id)
      .orderBy('id')
      .execute()
    expect(events).toMatchObject(
      ['api_key.created', 'api_key.revoked'].map((action) => ({
        action,
        id_company: company,
        data: { clave: 'Sistema contable', prefijo: row.prefix, servicio: false },
      })),
    )
  })

  it('does what its owner may and its scopes allow, without a cookie or a session', async () => {
    const usuario = await person('usuario')
    const { key } = await create(usuario, { scopes: ['cases:read', 'office:read', 'mail:read'] })
    const program = sending(key)
    expect((await list(program)).status).toBe(200)
    expect(await program.read('/api/v1/details_users/')).toMatchObject({ id: usuario.id })
    // The role of the owner still decides.
    await expectProblem(await program.call('/api/v1/list_users/'), 403, 'forbidden')
    await expectProblem(await program.post('/api/v1/update_solicitud_type/', {}), 403, 'key_scope_missing')
    await expectProblem(await program.call('/api/v1/security/'), 403, 'key_not_allowed')
    // A cookie beside it counts for nothing, valid or not.
    const cookie = { cookie: 'foja.session=abc; next-auth.session-token=abc' }
    expect((await program.call('/api/v1/details_users/', { headers: cookie })).status).toBe(200)
    // Public calls do not look at it.
    expect((await sending('foja_nada').call('/api/v1/setup/')).status).toBe(200)
  })

  it('follows its owner: another role, a required second factor, deactivation', async () => {
    const gestor = await person('gestor')
    const { caller } = await giveKey(server, gestor.id)
    const users = async () => (await caller.call('/api/v1/list_users/')).status
    expect(await users()).toBe(200)
    await db().updateTable('app_user').set({ role: 'usuario' }).where('id', '=', gestor.id).execute()
    expect(await users()).toBe(403)
    await db().updateTable('company').set({ exige_totp: true }).where('id', '=', company).execute()
    await expectProblem(await list(caller), 400, 'totp_setup_required')
    await db().updateTable('company').set({ exige_totp: false }).where('id', '=', company).execute()
    expect((await list(caller)).status).toBe(200)
    const boss = await person('gestor')
    await bodyOf(await boss.put(`/api/v1/update_user/${gestor.id}/`, { activo: false }), 200)
    await expectProblem(await list(caller), 401, 'key_refused')
    // It does not come back with the account.
    await bodyOf(await boss.put(`/api/v1/update_user/${gestor.id}/`, { activo: true }), 200)
    await expectProblem(await list(caller), 401, 'key_refused')
  })

  it('stays when its owner changes the password, and ends when another person resets the account', async () => {
    const usuario = await person('usuario')
    const { caller } = await giveKey(server, usuario.id)
    const strong = 'tucán paralelo bisagra 47'
    const change = { current_password: testPassword, new_password: strong }
    await bodyOf(await usuario.post('/api/v1/change_password/', change), 200)
    expect((await list(caller)).status).toBe(200)
    const boss = await person('gestor')
    const reset = { password: 'colibrí tangente andén 52', current_password: testPassword }
    await bodyOf(await boss.put(`/api/v1/change_password_view/${usuario.id}/`, reset), 200)
    await expectProblem(await list(caller), 401, 'key_refused')
  })

  it('needs the password of its owner, an expiry within a year, known scopes and valid networks', async () => {
    const gestor = await person('gestor')
    const refuse = async (more: object, code: Parameters<typeof expectProblem>[2]) =>
      await expectProblem(await gestor.post('/api/v1/create_api_key/', draft(more)), 400, code)
    await refuse({ current_password: undefined }, 'own_password_required')
    await refuse({ current_password: 'otra' }, 'password_wrong')
    await refuse({ expires_at: inDays(-1) }, 'key_expiry_wrong')
    await refuse({ expires_at: inDays(367) }, 'key_expiry_wrong')
    await refuse({ scopes: [] }, 'validation_failed')
    await refuse({ scopes: ['everything'] }, 'validation_failed')
    await refuse({ networks: ['10.0.0.0/40'] }, 'key_network_wrong')
    expect(await keysOf(gestor)).toEqual([])
  })

  it('is one of few', async () => {
    const usuario = await person('usuario')
    for (let count = 0; count < mostKeys; count += 1) await giveKey(server, usuario.id)
    await expectProblem(await usuario.post('/api/v1/create_api_key/', draft()), 400, 'key_limit')
    const [first] = await keysOf(usuario)
    await revoke(usuario, first!.id)
    await create(usuario)
  })
})

describe('a refused API key', () => {
  it('gets one answer, which does not say why: unknown, mistyped, expired, revoked, foreign network', async () => {
    const gestor = await person('gestor')
    const expired = await giveKey(server, gestor.id, { days: -1 })
    const revoked = await giveKey(server, gestor.id)
    await bodyOf(await revoke(gestor, revoked.id), 200)
    const foreign = await giveKey(server, gestor.id, { networks: ['192.0.2.0/24'] })
    const unknown = await giveKey(server, gestor.id)
    await db().deleteFrom('api_key').where('id', '=', unknown.id).execute()
    const callers = [
      expired.caller,
      revoked.caller,
      foreign.caller,
      unknown.caller,
      sending('foja_nada'),
      sending('foja_'),
    ]
    const answers = await Promise.all(
      callers.map(async (caller) => {
        const { request_id: _, ...problem } = await expectProblem(await list(caller), 401, 'key_refused')
        return problem
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it('does not change when a key was last used', async () => {
    const gestor = await person('gestor')
    const { id, caller } = await giveKey(server, gestor.id, { networks: ['192.0.2.0/24'] })
    await expectProblem(await list(caller), 401, 'key_refused')
    expect((await keysOf(gestor)).find((key) => key.id === id)!.last_used_at).toBeNull()
  })
})

describe('the use of an API key', () => {
  it('is recorded once a minute', async () => {
    const gestor = await person('gestor')
    const { caller } = await giveKey(server, gestor.id)
    const lastUse = async () => (await keysOf(gestor))[0]!.last_used_at
    await list(caller)
    const first = await lastUse()
    expect(first).not.toBeNull()
    await list(caller)
    expect(await lastUse()).toBe(first)
    server.advance(61_000)
    await list(caller)
    expect(Date.parse((await lastUse())!)).toBeGreaterThanOrEqual(Date.parse(first!) + 60_000)
  })

  it('learns its scopes from every answer, also from a refusal', async () => {
    const gestor = await person('gestor')
    const { caller } = await giveKey(server, gestor.id, { scopes: ['mail:read', 'shares:write'] })
    const refused = await list(caller)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('foja-key-scopes')).toBe('mail:read shares:write')
    expect((await list(gestor)).headers.get('foja-key-scopes')).toBeNull()
  })

  it('is limited for each key, which its headers announce', async () => {
    const gestor = await person('gestor')
    const { id, caller } = await giveKey(server, gestor.id)
    const { caller: second } = await giveKey(server, gestor.id)
    const one = await list(caller)
    expect(one.headers.get('ratelimit-policy')).toBe(`"key";q=${keyRule.tries};w=${keyRule.seconds}`)
    expect(one.headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${keyRule.tries - 1};t=(60|59)$`))
    await db().updateTable('throttle').set({ count: keyRule.tries }).where('key', 'like', 'api key:%').execute()
    const last = await list(caller)
    expect(last.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(last, 429, 'too_many_attempts')
    expect((await list(second)).status).toBe(200)
    expect((await list(gestor)).headers.get('ratelimit')).toBeNull()
    server.advance(keyRule.seconds * 1000)
    expect((await list(caller)).status).toBe(200)
    expect(id).not.toBe('')
  })

  it('leaves no key in the log', async () => {
    const gestor = await person('gestor')
    lines.length = 0
    const { key } = await create(gestor)
    await list(sending(key))
    await expectProblem(await list(sending(`${key}x`)), 401, 'key_refused')
    await expectProblem(await sending(key).post('/api/v1/update_solicitud_type/', {}), 403, 'key_scope_missing')
    const log = lines.join('')
    expect(log).toContain('key_refused')
    expect(log).toContain((await keysOf(gestor))[0]!.id)
    expect(log).not.toContain(key.slice(5, 30))
  })

  it('lets no key sign with a stored certificate without its passphrase, nor change it', async () => {
    const gestor = await person('gestor')
    const { caller } = await giveKey(server, gestor.id, { scopes: keyScopes })
    for (const [method, path] of [
      ['POST', '/api/v1/upload_signer/'],
      ['GET', '/api/v1/remove_signature/'],
      ['POST', '/api/v1/create_api_key/'],
      ['POST', '/api/v1/change_password/'],
      ['POST', '/api/v1/begin_totp/'],
    ] as const) {
      const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
      await expectProblem(await caller.call(path, { method, ...body }), 403, 'key_not_allowed')
    }
    const sign = { id_documento: crypto.randomUUID(), level: 'B-B' }
    await expectProblem(await caller.post('/api/v1/custom_pdf_signing/', sign), 400, 'validation_failed')
  })
})

describe('an API key of a service account', () => {
  const service = { role: 'mediador' }

  it('acts as an account of the company that cannot sign in, and is managed by its staff', async () => {
    const gestor = await person('gestor')
    const count = async () => (await gestor.read<{ usuarios: number }[]>('/api/v1/list_companies/'))[0]!.usuarios
    const before = await count()
    const { key, ...row } = await create(gestor, { service, scopes: ['cases:read', 'office:read', 'cases:write'] })
    expect(await count()).toBe(before)
    expect(row.service).toEqual({
      role: 'mediador',
      id_company: company,
      company: 'Cóndor Andino',
      created_by: 'Lucía Peñaherrera',
    })
    const program = sending(key)
    const own = await program.read<{ id: string; email: string }>('/api/v1/details_users/')
    expect(own).toMatchObject({
      nombre: 'Sistema contable (cuenta de servicio)',
      role: 'mediador',
      id_company: company,
    })
    await expectProblem(await program.call('/api/v1/list_users/'), 403, 'forbidden')
    // It is in no list of people, mediates nothing, gets no password, and no address reaches it.
    expect(JSON.stringify(await gestor.read('/api/v1/list_users/'))).not.toContain(own.id)
    expect(JSON.stringify(await gestor.read('/api/v1/list_people/?q=sistema'))).not.toContain(own.id)
    await expectProblem(await gestor.post(`/api/v1/invite_user/${own.id}/`, {}), 404, 'not_found')
    const reset = { password: 'colibrí tangente andén 52', current_password: testPassword }
    await expectProblem(await gestor.put(`/api/v1/change_password_view/${own.id}/`, reset), 404, 'not_found')
    await bodyOf(await post(server.client(), '/api/v1/forgot_password/', { email: own.email }), 200)
    expect(await db().selectFrom('one_time_link').selectAll().where('id_user', '=', own.id).execute()).toEqual([])
    const password = db().updateTable('app_user').set({ password_hash: 'x' }).where('id', '=', own.id)
    await expect(password.execute()).rejects.toThrow('app_user_service_check')
    // Other managers of the company revoke it; the account stays, with what it made.
    const boss = await person('gestor')
    expect((await keysOf(boss)).map(({ id }) => id)).toContain(row.id)
    await bodyOf(await revoke(boss, row.id), 200)
    await expectProblem(await list(program), 401, 'key_refused')
    await server.jobs.run(server.deps.clock())
    expect(sent.filter(({ to }) => to[0] === gestor.email).map(({ subject }) => subject)).toEqual([
      'Creaste una clave de API',
      'Se revocó una clave de API',
    ])
  })

  it('is made by managers only, for their company and with no role above theirs', async () => {
    for (const role of ['usuario', 'mediador'] as const) {
      const caller = await person(role)
      await expectProblem(await caller.post('/api/v1/create_api_key/', draft({ service })), 403, 'forbidden')
    }
    const gestor = await person('gestor')
    const refuse = async (caller: Caller, more: object, code: Parameters<typeof expectProblem>[2]) =>
      await expectProblem(await caller.post('/api/v1/create_api_key/', draft({ service: more })), 400, code)
    await refuse(gestor, { role: 'admin' }, 'validation_failed')
    await refuse(gestor, { role: 'gestor', id_company: other }, 'company_unknown')
    const admin = await person('admin', null)
    await refuse(admin, { role: 'gestor' }, 'company_unknown')
    const { id } = await create(admin, { service: { role: 'gestor', id_company: other } })
    expect((await keysOf(gestor)).map((key) => key.id)).not.toContain(id)
    await expectProblem(await revoke(gestor, id), 404, 'not_found')
    await expectProblem(await revoke(await person('mediador', other), id), 404, 'not_found')
    await bodyOf(await revoke(await person('gestor', other), id), 200)
  })

  it('keeps its own objects and history under its name', async () => {
    const gestor = await person('gestor')
    const { key } = await create(gestor, { service: { role: 'usuario' }, scopes: ['documents:write'] })
    const answer = await sending(key).upload('/api/v1/upload_document/', [pdfFile('factura.pdf')])
    expect(answer.status).toBe(201)
    const event = await db()
      .selectFrom('event')
      .select(['actor_label', 'id_company'])
      .where('action', '=', 'document.uploaded')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actor_label: 'Sistema contable (cuenta de servicio)', id_company: company })
  })
})

/** Two connections to one database; the embedded one has a single process, so both are the same. */
async function openTwice(): Promise<{ databases: OpenDatabase[]; drop: () => Promise<void> }> {
  if (testDatabaseKind === 'embedded') {
    const database = await createTestDatabase()
    return { databases: [database, { ...database, close: async () => {} }], drop: async () => {} }
  }
  const migrate = async (url: string) => {
    await (await openDatabase({ url, logger: silentLogger, limitRows: false })).close()
  }
  const { url, name } = await createPostgresDatabase(migrate, await schemaHash())
  const open = async () => await openDatabase({ url, logger: silentLogger, poolSize: 5 })
  return { databases: [await open(), await open()], drop: async () => await dropPostgresDatabase(name) }
}

describe('two servers on one database', () => {
  it('refuse a key at once that one of them revoked', async () => {
    const { databases, drop } = await openTwice()
    const first = await startTestServer({}, databases[0])
    const second = await startTestServer({ keys: first.deps.keys }, databases[1])
    try {
      const id_company = await addCompany(first, 'Dos nodos')
      const gestor = await signedIn(first, { role: 'gestor', id_company })
      const { id, caller } = await giveKey(first, gestor.id)
      const elsewhere = sending(caller.token, second.origin)
      expect((await list(caller)).status).toBe(200)
      expect((await list(elsewhere)).status).toBe(200)
      await bodyOf(await revoke(gestor, id), 200)
      await expectProblem(await list(elsewhere), 401, 'key_refused')
      await expectProblem(await list(caller), 401, 'key_refused')
    } finally {
      await second.close()
      await first.close()
      await drop()
    }
  })
})
