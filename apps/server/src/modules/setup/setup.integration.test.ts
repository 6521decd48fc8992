import { afterEach, describe, expect, it } from 'vitest'
import type { AppDeps } from '../../deps.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { sampleSummary } from './sample/sample.queries.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(overrides: Partial<AppDeps> = {}) {
  server = await startTestServer(overrides)
  const { origin } = server
  const post = (body: unknown) =>
    fetch(`${origin}/api/v1/setup/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const state = async () => (await fetch(`${origin}/api/v1/setup/`)).json()
  return { server, post, state }
}

const password = 'seis gatos leen el diario'
const input = (fields: object = {}) => ({
  company: { nombre: 'Cóndor Andino', pais: 'EC' },
  admin: { nombre: 'Lucía Peñaherrera', email: 'Lucia@CondorAndino.ec', password },
  ...fields,
})
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

describe('the first set-up', () => {
  it('creates a company and an admin who can sign in, once', async () => {
    const { server, post, state } = await start()
    expect(await state()).toEqual({ needed: true, code_required: false, sample: sampleSummary })
    const response = await post(input())
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ email: 'lucia@condorandino.ec', sample_data: false })
    expect(await state()).toMatchObject({ needed: false, code_required: false })
    const client = server.client()
    expect((await client.signIn('lucia@condorandino.ec', password)).status).toBe(200)
    expect(await (await client.api('/api/v1/details_users/')).json()).toMatchObject({
      role: 'admin',
      company: { nombre: 'Cóndor Andino', pais: 'EC' },
    })
    const countries = await server.deps.db.selectFrom('authority_country').select(['pais', 'is_on']).execute()
    expect(countries).toEqual([{ pais: 'EC', is_on: true }])
    const again = await post(input())
    expect(again.status).toBe(400)
    expect(await codeOf(again)).toBe('already_set_up')
  })

  it('succeeds once among concurrent calls', async () => {
    const { server, post } = await start()
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(input())))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400])
    const { count } = await server.deps.db
      .selectFrom('company')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  it('requires the printed code if others can reach the server', async () => {
    const { post, state } = await start({ setupCode: 'ABCDE-FGHJK' })
    expect(await state()).toMatchObject({ needed: true, code_required: true })
    expect(await codeOf(await post(input()))).toBe('setup_code_wrong')
    expect(await codeOf(await post(input({ setup_code: 'ABCDE-FGHJL' })))).toBe('setup_code_wrong')
    expect((await post(input({ setup_code: 'abcdefghjk' }))).status).toBe(201)
  })

  it('refuses weak passwords', async () => {
    const { post } = await start()
    for (const weak of ['password1234', '123456789012', 'aaaaaaaaaaaaaa', 'condorandino2026', 'qwertyuiop12']) {
      const admin = { ...input().admin, password: weak }
      expect(await codeOf(await post(input({ admin }))), weak).toBe('weak_password')
    }
  })

  it('reports a wrong tax id and a weak password together', async () => {
    const { post } = await start()
    const company = { ...input().company, identificacion: '1790012345002' }
    const admin = { ...input().admin, password: 'condorandino2026' }
    const fieldsOf = async (fields: object) => {
      const { code, errors } = (await (await post(input(fields))).json()) as {
        code: string
        errors: { field: string; code: string; message: string }[]
      }
      return [code, ...errors.map((error) => `${error.field} ${error.code} ${error.message.split('.')[0]}`)]
    }
    const [weak, wrong] = [
      'admin.password weak_password La contraseña es fácil de adivinar',
      'company.identificacion tax_id_wrong La identificación tributaria no es correcta',
    ]
    expect(await fieldsOf({ company, admin })).toEqual(['weak_password', weak, wrong])
    expect(await fieldsOf({ company })).toEqual(['tax_id_wrong', wrong])
    expect(await fieldsOf({ admin })).toEqual(['weak_password', weak])
  })

  it('leaves nothing behind if the sample data fails', async () => {
    const { server, post, state } = await start({
      prepareSampleData: async () => async () => {
        throw new Error('no space')
      },
    })
    expect((await post(input({ sample_data: true }))).status).toBe(500)
    expect(await state()).toMatchObject({ needed: true, code_required: false })
    expect(await server.deps.db.selectFrom('company').selectAll().execute()).toEqual([])
  })
})
