import type { Company } from '@foja/contracts/companies'
import type { ListedUser } from '@foja/contracts/users'
import type { SolicitudDetails, SolicitudMainPage } from '@foja/contracts/solicitudes'
import type { preflightSigning } from '@foja/contracts/signing'
import type { Template } from '@foja/contracts/templates'
import type { summary } from '@foja/contracts/home'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { details, listed, save } from '../../../test/templates.ts'
import { bodyOf, Caller } from '../../../test/office.ts'
import { startTestServer, testPassword, type TestServer } from '../../../test/test-server.ts'
import { isTaxId } from '../companies/companies.public.ts'
import { sampleDataPreparer } from './prepare-sample-data.ts'
import { sampleCases } from './sample-cases.ts'

type Preflight = z.output<(typeof preflightSigning.replies)[200]>
type Summary = z.output<(typeof summary.replies)[200]>

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.deps.prepareSampleData = sampleDataPreparer(server.deps)
})
afterAll(() => server.close())

it('fills a new office with cases that can be read from first to last', async () => {
  const email = 'dora@foja.example'
  const body = {
    company: { nombre: 'Centro Andino', pais: 'EC' },
    admin: { nombre: 'Dora Admin', email, password: testPassword },
    sample_data: true,
  }
  const headers = { 'content-type': 'application/json' }
  const path = `${server.origin}/api/v1/setup/`
  await bodyOf(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }), 201)
  const client = server.client()
  await client.signIn(email, testPassword)
  const dora = new Caller(server.origin, '', email, (await client.token())!)

  const list = await dora.read<SolicitudMainPage>('/api/v1/get_list_solicitud_main_type2/?pagination&page_size=100')
  expect(list.results.map(({ titulo }) => titulo).toSorted()).toEqual(
    sampleCases.map(({ titulo }) => titulo).toSorted(),
  )
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
  for (const kind of ['send', 'overdue', 'sign', 'assign'] as const) expect(home.counts[kind], kind).toBeGreaterThan(0)
  for (const line of ['creadas', 'agendadas', 'concluidas'] as const) {
    expect(home.weeks.filter((week) => week[line] > 0).length, line).toBeGreaterThan(1)
  }
  expect(home.mean_seconds_to_conclude).toBeGreaterThan(86_400)
  const times = home.recent.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(Date.parse(times[0]!)).toBeLessThanOrEqual(server.deps.clock().getTime())
  expect(home.emails).toMatchObject({ failed: 0, held: 0 })
})

it('is an office of several people, one of whom was invited and one let go', async () => {
  const client = server.client()
  await client.signIn('dora@foja.example', testPassword)
  const dora = new Caller(server.origin, '', 'dora@foja.example', (await client.token())!)
  const people = await dora.read<ListedUser[]>('/api/v1/list_users/')
  const statuses = people.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['activo', 'activo', 'activo', 'activo', 'activo', 'desactivado', 'invitado'])
  const invited = people.find(({ status }) => status === 'invitado')!
  expect(Date.parse(invited.invitation_expires_at!)).toBeGreaterThan(server.deps.clock().getTime())
  for (const { email, cargo, nombre } of people.filter(({ nombre: name }) => name !== 'Dora Admin')) {
    expect(email).toMatch(/@oficina\.example$/)
    expect(cargo, nombre).not.toBe(null)
  }
  const [company] = await dora.read<Company[]>('/api/v1/list_companies/')
  expect(company).toMatchObject({ nombre: 'Centro Andino', has_logo: true, usuarios: 6 })
  expect(isTaxId('EC', company!.identificacion!)).toBe(true)
  const logo = await dora.call(`/api/v1/company_logo/${company!.id}/`)
  expect(
    Buffer.from(await logo.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  // Nobody is written to: these addresses are of nobody.
  expect(await server.deps.db.selectFrom('email').select('id').execute()).toEqual([])
})

it('has two templates that can be used, one of which was', async () => {
  const { db } = server.deps
  const client = server.client()
  await client.signIn('dora@foja.example', testPassword)
  const dora = new Caller(server.origin, '', 'dora@foja.example', (await client.token())!)
  const list = await listed(dora)
  expect(list.map(({ name, uses, paginas }) => [name, uses, paginas])).toEqual([
    ['Solicitud de mediación', 0, 1],
    ['Acta de acuerdo total', 1, 2],
  ])
  const [form, act] = await Promise.all(list.map(({ id }) => details(dora, id)))
  // Its own form was found, and what it has no field for was added.
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
  const made = await db
    .selectFrom('document_version')
    .innerJoin('document', 'document.id_documento', 'document_version.id_documento')
    .where('id_template', '=', act!.id)
    .select(['document.id_documento', 'document.nombre', 'origin'])
    .execute()
  expect(made).toMatchObject([{ nombre: 'Acta de acuerdo total.pdf', origin: 'fill' }])
  const waiting = await dora.post('/api/v1/preflight_signing/', { ids_documento: [made[0]!.id_documento] })
  const { documents } = await bodyOf<Preflight>(waiting, 200)
  expect(documents[0]!.fields.map(({ name }) => name)).toEqual(['firma_parte_1', 'firma_parte_2', 'firma_mediadora'])
  const texts = `/api/v1/search_document/${made[0]!.id_documento}/?q=${encodeURIComponent('Íñigo Núñez Íñiguez')}`
  expect((await dora.read<{ hits: { page: number }[] }>(texts)).hits.map(({ page }) => page)).toEqual([1])
})

it('tells the whole way of a case that was concluded, in its order', async () => {
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
