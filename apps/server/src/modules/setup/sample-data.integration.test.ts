import type { SolicitudDetails, SolicitudMainPage } from '@foja/contracts/solicitudes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, Caller } from '../../../test/office.ts'
import { startTestServer, testPassword, type TestServer } from '../../../test/test-server.ts'
import { sampleDataPreparer } from './prepare-sample-data.ts'
import { sampleCases } from './sample-cases.ts'

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
})
