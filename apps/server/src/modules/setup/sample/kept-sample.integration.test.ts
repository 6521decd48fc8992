import type { SolicitudMainPage } from '@foja/contracts/solicitudes'
import { afterAll, expect, it } from 'vitest'
import { bodyOf, Caller, expectProblem } from '../../../../test/office.ts'
import { attach } from '../../../../test/steps.ts'
import { addCompany, addPerson, startTestServer, testPassword } from '../../../../test/test-server.ts'
import { sampleDataPreparer } from './prepare-sample-data.ts'

let server = await startTestServer()
server.deps.prepareSampleData = sampleDataPreparer(server.deps)
afterAll(() => server.close())

async function signedInAs(email: string): Promise<Caller> {
  const client = server.client()
  await client.signIn(email, testPassword)
  return new Caller(server.origin, '', email, (await client.token())!)
}

it('removing the sample keeps a case file to which a user added a document, and assigns it to the caller', async () => {
  const { db } = server.deps
  const body = {
    company: { nombre: 'Centro Andino', pais: 'EC' },
    admin: { nombre: 'Dora Admin', email: 'dora@foja.example', password: testPassword },
    sample_data: true,
  }
  const headers = { 'content-type': 'application/json' }
  const set = await fetch(`${server.origin}/api/v1/setup/`, { method: 'POST', headers, body: JSON.stringify(body) })
  await bodyOf(set, 201)
  const dora = await signedInAs('dora@foja.example')
  const list = await dora.read<SolicitudMainPage>('/api/v1/get_list_solicitud_main_type2/?pagination&page_size=100')
  const lease = list.results.find(({ titulo }) => titulo === 'Arrendamiento de local comercial')!
  const { id_solicitud } = lease.solicitudes[0]!
  await bodyOf(await attach(dora, { id_solicitud }), 201)
  const { sample } = await dora.read<{ sample: object }>('/api/v1/sample_office/')
  expect(sample).toMatchObject({ expedientes: 11, se_quedan: 1 })

  await addPerson(server, {
    email: 'gestor@foja.example',
    role: 'gestor',
    nombre: 'Gael',
    id_company: await addCompany(server, 'Otra'),
  })
  const gestor = await signedInAs('gestor@foja.example')
  await expectProblem(await gestor.remove('/api/v1/sample_office/'), 403, 'forbidden')

  const answer = await bodyOf(await dora.remove('/api/v1/sample_office/'), 200)
  expect(answer).toEqual({ outcome: 'kept', expedientes: 1 })
  const after = await dora.read<{ history_intact: boolean; asignado_a: { nombre: string }; status: string }>(
    `/api/v1/details_solicitud/${id_solicitud}/`,
  )
  expect(after).toMatchObject({ history_intact: true, asignado_a: { nombre: 'Dora Admin' } })
  const people = await dora.read<{ nombre: string }[]>('/api/v1/list_users/')
  expect(people.map(({ nombre }) => nombre).toSorted()).toEqual(['Dora Admin', 'Gael'])
  expect(await db.selectFrom('company').select('id').execute()).toHaveLength(3)
  const metrics = await dora.read<Record<string, number>>('/api/v1/metrics/')
  expect(Object.values(metrics)).toContain(lease.solicitudes.length)
  expect(await dora.read('/api/v1/sample_office/')).toEqual({ sample: null })
})
