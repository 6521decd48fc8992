import { openDatabase } from '@foja/db/open-database'
import { prepareDatabase } from '@foja/testing/data-folder'
import { silentLogger, testDatabaseKind } from '@foja/testing/database'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, post, setUpTotp, tokenIn } from '../../../../test/account.ts'
import { runTool } from '../../../../test/run-tool.ts'
import { addCompany, addPerson, startTestServer, type TestServer } from '../../../../test/test-server.ts'
import { createKeys } from '../../../keys.ts'
import { issueRecoveryLink } from './issue-recovery-link.ts'

let server: TestServer
let company: string
beforeAll(async () => {
  server = await startTestServer()
  company = await addCompany(server, 'Cóndor Andino')
})
afterAll(() => server.close())

const password = 'el camino de vuelta 27'
const ask = (email: string, withoutTotp = false) =>
  issueRecoveryLink(server.deps.db, server.deps.keys, { email, withoutTotp }, server.deps.clock())
const choose = (token: string) => post(server.client(), '/api/v1/set_password/', { token, password })
const signIn = async (email: string) => {
  const { status, url } = await server.client().signIn(email, password)
  return { status, error: url.searchParams.get('error') }
}
const eventsOf = async (id: string) => {
  const rows = await server.deps.db.selectFrom('event').select(['action', 'data']).orderBy('id').execute()
  return rows.filter(({ data }) => data['id_user'] === id).map(({ action }) => action)
}

describe('recovery link created on the server', () => {
  it('works once, for users who may sign in', async () => {
    const { id, email } = await enter(server, { role: 'admin', id_company: null })
    const link = await ask(` ${email.toUpperCase()} `)
    expect(link).toMatchObject({ hadTotp: false })
    expect((await choose(link!.token)).status).toBe(200)
    expect((await choose(link!.token)).status).toBe(400)
    expect((await signIn(email)).status).toBe(200)
    expect(await eventsOf(id)).toEqual(['user.let_in'])
    await addPerson(server, { email: 'cerrada@foja.example', id_company: company, activo: false })
    for (const other of ['nadie@foja.example', 'cerrada@foja.example', '']) expect(await ask(other)).toBeNull()
  })

  it('works even if the daily limit of passwords by link is used up', async () => {
    const { email } = await enter(server, { role: 'admin', id_company: null })
    // Reset links requested before this one are refused from now on.
    for (let i = 0; i < 5; i += 1) expect((await choose((await ask(email))!.token)).status).toBe(200)
    const { deps } = server
    await deps.db.updateTable('throttle').set({ count: 5 }).where('key', 'like', 'password by link:%').execute()
    const { token } = (await ask(email))!
    expect((await choose(token)).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  it('lets a user who signed in only through the provider set a password', async () => {
    const { id, email } = await enter(server, { role: 'gestor', id_company: company })
    const linked = { password_hash: null, oidc_subject: 'https://provider.example ana' }
    await server.deps.db.updateTable('app_user').set(linked).where('id', '=', id).execute()
    expect((await choose((await ask(email))!.token)).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  it('removes the second factor only on request', async () => {
    const { id, email, client } = await enter(server, { role: 'gestor', id_company: company })
    await setUpTotp(server, client)
    const first = await ask(email)
    expect(first).toMatchObject({ hadTotp: true })
    await choose(first!.token)
    expect(await signIn(email)).toEqual({ status: 401, error: 'TotpRequired' })
    await ask(email, true)
    expect((await signIn(email)).status).toBe(200)
    expect(await eventsOf(id)).toEqual(['user.let_in', 'totp.removed', 'user.let_in'])
  })

  it.runIf(testDatabaseKind === 'embedded')('runs as a command while the server is stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foja-recovery-link-'))
    await prepareDatabase(join(folder, 'db'))
    const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
    const ana = { id: '6f0cf4a2-2a1e-4f0e-9d57-0a3f2f0f6f01', email: 'ana@oficina.example', nombre: 'Ana' }
    await database.kysely
      .insertInto('app_user')
      .values({ ...ana, role: 'admin', id_company: null, cargo: null, telefono: null, password_hash: 'x' })
      .execute()
    const busy = await runTool('reset-password', ana.email, '--data', folder)
    await database.close()
    expect(busy).toMatchObject({ status: 1, output: expect.stringContaining('Foja está en marcha') as string })
    const keyFile = join(folder, 'keys', 'server.json')
    const without = await runTool('reset-password', ana.email, '--data', folder)
    expect(without.output).toBe(`No existe el archivo de claves ${keyFile}. Indícalo con FOJA_KEY_FILE.\n`)
    expect(without.status).toBe(1)
    expect(existsSync(keyFile)).toBe(false)
    await createKeys(keyFile)
    const { status, output } = await runTool('reset-password', ana.email, '--data', folder)
    expect(output).toContain('http://127.0.0.1:3000/elegir-clave#token=')
    expect(tokenIn(output)).toHaveLength(43)
    expect(status).toBe(0)
    const unknown = await runTool('reset-password', 'otra@oficina.example', '--data', folder)
    expect(unknown).toMatchObject({ status: 1, output: expect.stringContaining('Nadie con el correo') as string })
    expect((await runTool('reset-password', '--data', folder)).output).toContain('npm run reset-password -- CORREO')
    await rm(folder, { recursive: true })
  })
})
