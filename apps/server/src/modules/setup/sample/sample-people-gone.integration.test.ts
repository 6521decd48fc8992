import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bodyOf, createCase, signedIn, type Caller } from '../../../../test/office.ts'
import { userPaths } from '../../../../test/people-calls.ts'
import { giveSigner } from '../../../../test/people.ts'
import { attach } from '../../../../test/steps.ts'
import { addCompany, startTestServer, type TestServer } from '../../../../test/test-server.ts'

let server: TestServer
let company: string
let boss: Caller
beforeEach(async () => {
  server = await startTestServer()
  company = await addCompany(server, 'Muestra')
  boss = await signedIn(server, { role: 'admin', id_company: null })
})
afterEach(() => server.close())

/** A sample user, the only one of the sample. */
async function samplePerson(): Promise<Caller> {
  const person = await signedIn(server, { role: 'gestor', nombre: 'Sara de Muestra', id_company: company })
  const value = JSON.stringify({ company, people: [person.id] })
  await server.deps.db.insertInto('setting').values({ key: 'sample_office', value, updated_at: new Date() }).execute()
  return person
}

const path = '/api/v1/sample_office/'
const ask = (caller: Caller) => caller.read<{ sample: { personas: number } }>(path)
const remove = async (caller: Caller) => await bodyOf<{ outcome: string }>(await caller.remove(path), 200)
const statusOf = async (caller: Caller) => (await caller.call('/api/v1/details_users/')).status

it.each([['of no company'], ['of the sample']])(
  'removing the sample keeps the calling admin %s who came with it',
  async (where) => {
    const person = await samplePerson()
    const role = { role: 'admin', ...(where === 'of no company' ? { id_company: null } : {}) }
    await bodyOf(await boss.put(userPaths.update(person.id), role), 200)
    await bodyOf(await person.remove(userPaths.remove(boss.id)), 200)
    expect((await ask(person)).sample.personas).toBe(0)
    const { outcome } = await remove(person)
    expect([outcome, await statusOf(person)]).toEqual([where === 'of no company' ? 'removed' : 'kept', 200])
  },
)

it.each(['held', 'sent'] as const)('removing the sample deletes a user whose email is %s', async (status) => {
  const { db } = server.deps
  const person = await samplePerson()
  const letter = {
    id: randomUUID(),
    id_company: company,
    kind: 'notice' as const,
    status,
    locale: 'es',
    recipients: JSON.stringify({ to: [person.email], cc: [] }),
    id_reader: person.id,
    subject: 'Llegaron dos solicitudes',
    text: 'Dos.',
    html: '<p>Dos.</p>',
  }
  await db.insertInto('email').values(letter).execute()
  expect(await remove(boss)).toMatchObject({ outcome: 'removed' })
  expect(await db.selectFrom('app_user').where('id', '=', person.id).selectAll().execute()).toEqual([])
})

it('removing the sample keeps a user who moved to another company', async () => {
  const person = await samplePerson()
  const elsewhere = await addCompany(server, 'Real')
  await bodyOf(await boss.put(userPaths.update(person.id), { id_company: elsewhere }), 200)
  expect((await ask(boss)).sample.personas).toBe(0)
  expect(await remove(boss)).toMatchObject({ outcome: 'removed' })
  expect(await statusOf(person)).toBe(200)
})

it('removing the sample ends key and links of a user who stays in the history, with events', async () => {
  const { db } = server.deps
  const person = await samplePerson()
  await giveSigner(person, 'Sara de Muestra')
  const { solicitud, document } = await createCase(person)
  await bodyOf(await attach(boss, { id_solicitud: solicitud.id_solicitud }), 201)
  const { id_documento } = document
  await bodyOf(await person.post('/api/v1/create_share_document/', { id_documento }), 201)
  expect(await remove(boss)).toMatchObject({ outcome: 'kept' })
  expect(await statusOf(person)).toBe(401)
  expect(await db.selectFrom('signer').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('share').where('revoked_at', 'is', null).selectAll().execute()).toEqual([])
  const events = await db.selectFrom('event').where('actor', '=', boss.id).select('action').execute()
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['solicitud.handed_over', 'share.removed', 'signer.removed', 'user.removed']),
  )
})
