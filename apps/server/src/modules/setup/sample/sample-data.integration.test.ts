import type { Company } from '@foja/contracts/companies'
import type { ListedUser } from '@foja/contracts/users'
import type { SolicitudDetails, SolicitudMainPage } from '@foja/contracts/solicitudes'
import type { preflightSigning } from '@foja/contracts/signing'
import type { Template } from '@foja/contracts/templates'
import type { summary } from '@foja/contracts/home'
import { verifyChain } from '@foja/db/verify-chains'
import { afterAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { details, listed, save } from '../../../../test/templates.ts'
import { sendByEmail } from '../../../../test/mail.ts'
import { bodyOf, Caller, createCase, expectProblem } from '../../../../test/office.ts'
import { startTestServer, testPassword } from '../../../../test/test-server.ts'
import { isTaxId } from '../../identity/companies/tax-id.ts'
import { sampleDataPreparer } from './prepare-sample-data.ts'
import { sampleCases } from './sample-cases.ts'
import { sampleCompany } from './sample-people.ts'

type Preflight = z.output<(typeof preflightSigning.replies)[200]>
type Summary = z.output<(typeof summary.replies)[200]>

async function signedInAs(email: string): Promise<Caller> {
  const client = server.client()
  await client.signIn(email, testPassword)
  return new Caller(server.origin, '', email, (await client.token())!)
}

let server = await startTestServer()
server.deps.prepareSampleData = sampleDataPreparer(server.deps)
afterAll(() => server.close())

it('sample data fills a new office with readable cases', async () => {
  const email = 'dora@foja.example'
  const body = {
    company: { nombre: 'Centro Andino', pais: 'EC' },
    admin: { nombre: 'Dora Admin', email, password: testPassword },
    sample_data: true,
  }
  const headers = { 'content-type': 'application/json' }
  const path = `${server.origin}/api/v1/setup/`
  await bodyOf(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }), 201)
  const dora = await signedInAs(email)

  const list = await dora.read<SolicitudMainPage>('/api/v1/get_list_solicitud_main_type2/?pagination&page_size=100')
  expect(list.results.map(({ titulo }) => titulo).toSorted()).toEqual(
    sampleCases.map(({ titulo }) => titulo).toSorted(),
  )
  for (const { id_solicitud_main, solicitudes } of list.results)
    expect(solicitudes[0]?.id_solicitud).toBe(id_solicitud_main)
  const metrics = await dora.read<Record<string, number>>('/api/v1/metrics/')
  expect(Object.values(metrics).every((count) => count > 0)).toBe(true)
  const solicitudes = list.results.flatMap((main) => main.solicitudes)
  expect(solicitudes).toHaveLength(sampleCases.flatMap(({ documents }) => documents).length)
  for (const { status, fecha_agendada: date, description } of solicitudes) {
    expect(description[0]).toMatchObject({ mime: 'application/pdf', signatures: { count: 0 } })
    expect(description[0]?.paginas).toBeGreaterThan(0)
    if (status === 'agendado') expect([0, 6]).not.toContain(new Date(date!).getUTCDay())
  }
  const details = `/api/v1/details_solicitud/${solicitudes[0]!.id_solicitud}/`
  expect((await dora.read<SolicitudDetails>(details)).history_intact).toBe(true)

  const home = await dora.read<Summary>('/api/v1/summary/')
  for (const kind of ['overdue', 'sign', 'assign'] as const) expect(home.counts[kind], kind).toBeGreaterThan(0)
  for (const line of ['creadas', 'agendadas', 'concluidas'] as const) {
    expect(home.weeks.filter((week) => week[line] > 0).length, line).toBeGreaterThan(1)
  }
  expect(home.mean_seconds_to_conclude).toBeGreaterThan(86_400)
  const times = home.recent.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(Date.parse(times[0]!)).toBeLessThanOrEqual(server.deps.clock().getTime())
  expect(home.emails).toMatchObject({ failed: 0, held: 0 })
})

it('sample data leaves the new company itself unchanged', async () => {
  const dora = await signedInAs('dora@foja.example')
  const companies = await dora.read<Company[]>('/api/v1/list_companies/')
  expect(companies).toHaveLength(2)
  const own = companies.find(({ nombre }) => nombre === 'Centro Andino')!
  const nothing = { identificacion: null, email: null, telefono: null, direccion: null, has_logo: false }
  expect(own).toMatchObject({ ...nothing, pais: 'EC', usuarios: 1, expedientes: 0 })
  const sample = companies.find(({ id }) => id !== own.id)!
  expect(sample).toMatchObject({ ...sampleCompany, has_logo: true, usuarios: 5 })
  expect(sample.nombre).toContain('(ejemplo)')
  expect(isTaxId('EC', sample.identificacion!)).toBe(true)
  const logo = await dora.call(`/api/v1/company_logo/${sample.id}/`)
  const bytes = Buffer.from(await logo.arrayBuffer())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
})

it('sample data includes an invited and a deactivated user', async () => {
  const dora = await signedInAs('dora@foja.example')
  const people = (await dora.read<ListedUser[]>('/api/v1/list_users/')).filter(({ nombre }) => nombre !== 'Dora Admin')
  const statuses = people.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['activo', 'activo', 'activo', 'activo', 'desactivado', 'invitado'])
  const invited = people.find(({ status }) => status === 'invitado')!
  expect(Date.parse(invited.invitation_expires_at!)).toBeGreaterThan(server.deps.clock().getTime())
  for (const { email, cargo, nombre } of people) {
    expect(email).toMatch(/@oficina\.example$/)
    expect(cargo, nombre).not.toBe(null)
  }
  // No email: these addresses do not exist.
  expect(await server.deps.db.selectFrom('email').select('id').execute()).toEqual([])
})

it('sample data matches the counts announced before the setup', async () => {
  const announced = (await (await fetch(`${server.origin}/api/v1/setup/`)).json()) as { sample: object }
  const dora = await signedInAs('dora@foja.example')
  const { sample } = await dora.read<{ sample: { id: string; nombre: string } }>('/api/v1/sample_office/')
  const { id: _id, nombre: empresa, ...counts } = sample
  expect(counts).toMatchObject({ se_quedan: 0 })
  expect({ empresa, ...counts, se_quedan: undefined }).toEqual({ ...announced.sample, se_quedan: undefined })
})

it('sample events come from several users with plausible times', async () => {
  const { db, clock } = server.deps
  const now = clock()
  const people = await db.selectFrom('app_user').selectAll().execute()
  const dora = people.find(({ nombre }) => nombre === 'Dora Admin')!
  const events = await db
    .selectFrom('event')
    .where('id_company', '<>', dora.id_company)
    .selectAll()
    .orderBy('id')
    .execute()
  const actors = Map.groupBy(events, ({ actor }) => actor)
  expect(actors.has(dora.id)).toBe(false)
  expect(actors.size).toBe(5)
  for (const [actor, acts] of actors) {
    const { created_at, last_login_at, nombre } = people.find(({ id }) => id === actor)!
    const times = acts.map(({ at }) => at.getTime())
    expect(created_at.getTime(), nombre).toBeLessThan(Math.min(...times))
    expect(last_login_at!.getTime(), nombre).toBeGreaterThan(created_at.getTime())
    expect(last_login_at!.getTime(), nombre).toBeGreaterThan(Math.max(...times) - 3_600_000)
    expect(last_login_at! <= now, nombre).toBe(true)
    expect(Math.max(...times), nombre).toBeLessThanOrEqual(now.getTime())
  }
  // Each chain is in chronological order and valid.
  for (const chain of new Set(events.map((event) => event.chain))) {
    const times = events.filter((event) => event.chain === chain).map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect((await verifyChain(db, chain)).intact).toBe(true)
  }
  const cases = await db.selectFrom('solicitud').selectAll().execute()
  const mediators = Map.groupBy(cases, ({ asignado_a }) => asignado_a)
  mediators.delete(null)
  expect(mediators.size).toBeGreaterThan(3)
  expect(mediators.get(dora.id)!.length).toBeLessThan(3)
})

it('sample data gives each role something to do', async () => {
  const { db } = server.deps
  const { password_hash } = await db
    .selectFrom('app_user')
    .where('email', '=', 'dora@foja.example')
    .select('password_hash')
    .executeTakeFirstOrThrow()
  await db.updateTable('app_user').set({ password_hash }).where('email', 'like', '%@oficina.example').execute()
  const counts = async (name: string) =>
    (await (await signedInAs(`${name}@oficina.example`)).read<Summary>('/api/v1/summary/')).counts
  expect((await counts('esteban.carrion')).sign).toBeGreaterThan(0)
  expect(await counts('paulina.freire')).toMatchObject({ overdue: 1 })
  expect((await counts('gabriel.toapanta')).send).toBeGreaterThan(1)
  expect((await counts('rocio.maldonado')).assign).toBeGreaterThan(1)
})

it('sample data has two usable templates, one of them used', async () => {
  const { db } = server.deps
  const dora = await signedInAs('dora@foja.example')
  const list = await listed(dora)
  expect(list.map(({ name, uses, paginas }) => [name, uses, paginas])).toEqual([
    ['Solicitud de mediación', 0, 1],
    ['Acta de acuerdo total', 1, 2],
  ])
  const [form, act] = await Promise.all(list.map(({ id }) => details(dora, id)))
  // Its form fields were detected, and the missing ones added.
  const ofForm = form!.fields.filter(({ form_field: name }) => name !== undefined)
  const types = ['text', 'text', 'text', 'text', 'text', 'text', 'select', 'multiline', 'checkbox', 'checkbox']
  expect(ofForm.map(({ type }) => type)).toEqual(types)
  expect(form!.fields.filter(({ form_field: name }) => name === undefined).map(({ type }) => type)).toEqual([
    'date',
    'signature',
  ])
  for (const { id, name, pdf_path, fields, version } of [form!, act!]) {
    const saved = await save(dora, { id, name, pdf_path, fields, version })
    expect((await bodyOf<Template>(saved, 200)).version).toBe(2)
  }
  const filled = await db
    .selectFrom('document_version')
    .innerJoin('document', 'document.id_documento', 'document_version.id_documento')
    .where('id_template', '=', act!.id)
    .select(['document.id_documento', 'document.nombre', 'origin'])
    .execute()
  expect(filled).toMatchObject([{ nombre: 'Acta de acuerdo total.pdf', origin: 'fill' }])
  const waiting = await dora.post('/api/v1/preflight_signing/', { ids_documento: [filled[0]!.id_documento] })
  const { documents } = await bodyOf<Preflight>(waiting, 200)
  expect(documents[0]!.fields.map(({ name }) => name)).toEqual(['firma_parte_1', 'firma_parte_2', 'firma_mediadora'])
  const texts = `/api/v1/search_document/${filled[0]!.id_documento}/?q=${encodeURIComponent('Íñigo Núñez Íñiguez')}`
  expect((await dora.read<{ hits: { page: number }[] }>(texts)).hits.map(({ page }) => page)).toEqual([1])
})

it('sample data records all steps of a concluded case in order', async () => {
  const { db } = server.deps
  const cases = await db.selectFrom('solicitud').selectAll().where('status', '=', 'concluido').execute()
  expect(cases.length).toBeGreaterThan(0)
  for (const { id_solicitud_main, version, fecha_agendada, concluded_at } of cases) {
    expect(version).toBe(3)
    expect(concluded_at!.getTime()).toBeGreaterThan(fecha_agendada!.getTime())
    const events = await db
      .selectFrom('event')
      .select('action')
      .where('id_solicitud_main', '=', id_solicitud_main)
      .orderBy('seq')
      .execute()
    const steps = [...new Set(events.map(({ action }) => action))]
    expect(steps).toEqual([
      'solicitud_main.created',
      'document.uploaded',
      'solicitud.sent',
      'mediation.changed',
      'solicitud.concluded',
    ])
  }
})

it('removing the sample leaves everything else unchanged', async () => {
  const { db, store } = server.deps
  const dora = await signedInAs('dora@foja.example')
  const { main } = await createCase(dora)
  const sample = await db
    .selectFrom('company')
    .where('nombre', '=', sampleCompany.nombre)
    .selectAll()
    .executeTakeFirstOrThrow()
  const one = await db.selectFrom('document').where('id_company', '=', sample.id).selectAll().executeTakeFirstOrThrow()
  // Only sample users worked on its templates; drop the version saved above.
  await db.deleteFrom('template_version').where('version', '=', 2).execute()
  const { id_documento, id_solicitud } = one
  await bodyOf(await dora.post('/api/v1/create_share_document/', { id_documento }), 201)
  await bodyOf(await sendByEmail(dora, { id_documento }), 200)
  await bodyOf(await dora.remove('/api/v1/sample_office/'), 200)
  expect(await dora.read('/api/v1/sample_office/')).toEqual({ sample: null })
  expect(await bodyOf(await dora.remove('/api/v1/sample_office/'), 200)).toEqual({ outcome: 'removed', expedientes: 0 })
  const left = async (table: 'company' | 'app_user' | 'template' | 'solicitud_main') =>
    (await db.selectFrom(table).selectAll().execute()).length
  expect([await left('company'), await left('app_user'), await left('template')]).toEqual([1, 1, 0])
  const list = await dora.read<SolicitudMainPage>('/api/v1/get_list_solicitud_main_type2/?pagination&page_size=100')
  expect(list.results.map(({ id_solicitud_main: id }) => id)).toEqual([main.id_solicitud_main])
  const metrics = await dora.read<Record<string, number>>('/api/v1/metrics/')
  expect(Object.values(metrics).reduce((sum, n) => Math.max(sum, n), 0)).toBe(1)
  const home = await dora.read<Summary>('/api/v1/summary/')
  expect(home.weeks.reduce((sum, { creadas, concluidas }) => sum + creadas + concluidas, 0)).toBe(1)
  expect(home.recent.every(({ id_solicitud_main: id }) => id === main.id_solicitud_main)).toBe(true)
  await expectProblem(await dora.call(`/api/v1/details_solicitud/${id_solicitud}/`), 404, 'not_found')
  await expect(store.get(sample.logo_key!)).rejects.toMatchObject({ code: 'not_found' })
  const chains = await db.selectFrom('event_chain').select('chain').execute()
  for (const { chain } of chains) expect((await verifyChain(db, chain)).intact).toBe(true)
})
