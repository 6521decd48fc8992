import type { Endpoint } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import { policies, type Actor } from '@foja/contracts/policies'
import { problemSchema } from '@foja/contracts/problem'
import { testDatabaseKind } from '@foja/testing/database'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { examples, requestOf } from '../../test/access/examples.ts'
import {
  expected,
  isPublic,
  objectKinds,
  type Asker,
  type Expected,
  type ObjectKind,
} from '../../test/access/expected.ts'
import { binTarget, copyOf, giveDate, makeTarget, unknownTarget, type Target } from '../../test/access/targets.ts'
import { openSession, signedIn, type Caller } from '../../test/office.ts'
import { addCompany, startTestServer, type TestServer } from '../../test/test-server.ts'

/**
 * Every endpoint × every kind of caller × every kind of object, checked against the policy table: 401 without a valid
 * session, 403 for what the table forbids and the caller sees, 404 for what the caller may not see or does not exist,
 * neither for the rest. Replies never contain a text of another company.
 *
 * On PostgreSQL, which is slower, a quarter of the cells: always the same ones, chosen by digest.
 */
type Role = Actor['role']
/** `actor` null: no valid session. */
type Person = { name: string; headers: Record<string, string>; actor: Asker | null; foreign: boolean }
type Cell = { person: Person; kind: ObjectKind; wanted: Expected }

declare module 'vitest' {
  interface TaskMeta {
    /** How many cells a test checked, and how many answered differently from the table. */
    cells?: number
    wrong?: number
  }
}

/** Part of every text of the other company. */
const canary = 'ZAFIRO-CANARIO'
let server: TestServer
const people: Person[] = []
const targets = new Map<ObjectKind, Target>()

const share = testDatabaseKind === 'postgres' ? 4 : 1
const chosen = (key: string) => createHash('sha256').update(key).digest()[0]! % share === 0

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function addPeople(company: string, otherCompany: string): Promise<Record<string, Caller>> {
  const callers: Record<string, Caller> = {}
  const rows: [string, Role, string | null][] = [
    ['administradora', 'admin', null],
    ['gestor', 'gestor', company],
    ['mediadora', 'mediador', company],
    ['dueña', 'usuario', company],
    ['colega', 'usuario', company],
    ['administrador ajeno', 'admin', otherCompany],
    ['gestor ajeno', 'gestor', otherCompany],
    ['mediadora ajena', 'mediador', otherCompany],
    ['usuario ajeno', 'usuario', otherCompany],
  ]
  for (const [name, role, of] of rows) {
    const nombre = of === otherCompany && role !== 'admin' ? `${name} ${canary}` : name
    const caller = await signedIn(server, { role, nombre, id_company: of })
    callers[name] = caller
    const actor = { id: caller.id, role, id_company: of }
    people.push({ name, headers: bearer(caller.token), actor, foreign: of === company && role !== 'admin' })
  }
  return callers
}

/** Users with whom documents of every kind are shared, and users who must set up a second factor. */
async function addSpecial(company: string): Promise<void> {
  const { db } = server.deps
  const reader = await signedIn(server, { role: 'usuario', nombre: 'lectora', id_company: company })
  const shown = { id: reader.id, role: 'usuario', id_company: company, sharedWith: true } as const
  people.push({ name: 'lectora', headers: bearer(reader.token), actor: shown, foreign: true })
  const strict = await addCompany(server, 'Exigente')
  await db.updateTable('company').set({ exige_totp: true }).where('id', '=', strict).execute()
  const late = await signedIn(server, { role: 'admin', nombre: 'rezagada', id_company: strict })
  const owing = { id: late.id, role: 'admin', id_company: strict, owesTotp: true } as const
  people.push({ name: 'rezagada', headers: bearer(late.token), actor: owing, foreign: false })
}

/** Callers without a session, with an ended one, or with something else in its place. */
async function addStrangers(company: string, shareToken: string): Promise<void> {
  const { db, clock } = server.deps
  const add = (name: string, headers: Record<string, string>) =>
    people.push({ name, headers, actor: null, foreign: true })
  const gestor = () => signedIn(server, { role: 'gestor', nombre: 'Ida', id_company: company })
  add('no session', {})
  add('a share’s token', bearer(shareToken))
  const unsigned = [{ alg: 'none', typ: 'at+jwt' }, { sub: (await gestor()).id }, '']
  add(
    'an unsigned token',
    bearer(unsigned.map((part) => part && Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')),
  )
  const cookie = await gestor()
  const refresh = await openSession(server, cookie.id)
  add('a cookie alone', { cookie: `foja.session=${refresh.token}; __Host-foja.session=${refresh.token}` })
  const inactive = await gestor()
  await db.updateTable('app_user').set({ activo: false }).where('id', '=', inactive.id).execute()
  add('a deactivated user', bearer(inactive.token))
  const removed = await gestor()
  await db.updateTable('app_user').set({ activo: false, removed_at: clock() }).where('id', '=', removed.id).execute()
  add('a removed user', bearer(removed.token))
  const signedOut = await gestor()
  await db.updateTable('session').set({ revoked_at: clock() }).where('id_user', '=', signedOut.id).execute()
  add('an ended session', bearer(signedOut.token))
  const closed = await addCompany(server, 'Cerrada')
  const asleep = await signedIn(server, { role: 'gestor', id_company: closed })
  await db.updateTable('company').set({ activa: false }).where('id', '=', closed).execute()
  add('a user of a closed company', bearer(asleep.token))
}

beforeAll(async () => {
  server = await startTestServer()
  const company = await addCompany(server, 'Centro de Mediación Ñandú')
  const otherCompany = await addCompany(server, `Oficina ${canary}`)
  const callers = await addPeople(company, otherCompany)
  const { dueña, gestor } = callers
  targets.set('of the company', await makeTarget(server, dueña!, gestor!, company))
  targets.set(
    'of another company',
    await makeTarget(server, callers['usuario ajeno']!, callers['gestor ajeno']!, otherCompany, canary),
  )
  const deleted = await makeTarget(server, dueña!, gestor!, company)
  await binTarget(server, deleted)
  targets.set('deleted', deleted)
  targets.set('unknown', unknownTarget())
  await addSpecial(company)
  await addStrangers(company, targets.get('of the company')!.shareToken)
})
afterAll(() => server.close())

/** Endpoints that destroy their object; the only document of a request and a stopped batch remain. */
const destroys = ({ method, name }: Endpoint) =>
  method === 'DELETE' && name !== 'deleteDocument' && name !== 'cancelFillBatch' && name !== 'removeCompanyLogo'

function cellsOf(endpoint: Endpoint): Cell[] {
  const alone = examples[endpoint.name]?.about === undefined || isPublic(endpoint)
  return people.flatMap((person) => {
    // Refused before any lookup: one kind of object is enough.
    const isStopped = person.actor === null || person.actor.owesTotp === true
    const kinds = alone || isStopped ? objectKinds.slice(0, 1) : objectKinds
    return kinds
      .filter((kind) => chosen(`${endpoint.name}, ${person.name}, ${kind}`))
      .map((kind) => ({ person, kind, wanted: expected(endpoint, person.actor, kind, targets.get(kind)!) }))
  })
}

async function shareWith(id_user: string, { document: id_documento }: Target): Promise<void> {
  const row = { id_documento, id_user }
  await server.deps.db
    .insertInto('user_shared')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Run before and after an allowed call, so that the next one finds the same state. */
async function prepare(endpoint: Endpoint, { person, kind, wanted }: Cell): Promise<string | undefined> {
  const target = targets.get(kind)!
  const about = examples[endpoint.name]!.about
  if (endpoint.name === 'solicitudCalendar' && kind !== 'unknown') await giveDate(server, target)
  if (person.actor?.sharedWith === true && kind !== 'unknown') await shareWith(person.actor.id, target)
  return wanted === 'open' && about !== undefined && destroys(endpoint)
    ? await copyOf(server, about, target)
    : undefined
}

async function ask(endpoint: Endpoint, cell: Cell): Promise<string | null> {
  const { person, kind } = cell
  const target = targets.get(kind)!
  const { path, init } = requestOf(endpoint, target, await prepare(endpoint, cell))
  const headers = new Headers(init.headers)
  for (const [header, value] of Object.entries(person.headers)) headers.set(header, value)
  const response = await fetch(new URL(path, server.origin), { ...init, headers })
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  if (endpoint.name === 'restoreDocument' && kind === 'deleted') await binTarget(server, target)
  return judge(response, text, cell)
}

/** Returns what is wrong with a reply; null if nothing is. */
function judge({ status, headers }: Response, text: string, { person, kind, wanted }: Cell): string | null {
  const cell = `${person.name}, object ${kind}`
  if (person.foreign && text.includes(canary)) return `${cell}: the answer holds words of another company`
  const asWanted = wanted === 'open' ? ![401, 403, 404, 500].includes(status) : status === wanted
  if (!asWanted) return `${cell}: ${status} instead of ${wanted} ${text.slice(0, 60)}`
  if (wanted === 'open') return null
  if (wanted === 400 && !text.includes('totp_setup_required')) return `${cell}: refused for another reason`
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true
  return isProblem && z.safeParse(problemSchema, JSON.parse(text)).success ? null : `${cell}: no problem document`
}

/** Public endpoints that refuse the unknown link of their example. */
const deadLinks = new Set(['pageImage', 'fileLink', 'getDocumentShare', 'verifyPage', 'verifyCode'])

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  it('has a policy and a valid example', () => {
    expect(Object.hasOwn(policies, endpoint.policy)).toBe(true)
    const { body, query, data } = examples[name]!
    const target = targets.get('of the company')!
    const fields = Object.fromEntries(new URLSearchParams(query))
    if (endpoint.body !== undefined) expect(z.safeParse(endpoint.body, body?.(target)).error).toBeUndefined()
    if (endpoint.query !== undefined) expect(z.safeParse(endpoint.query, fields).error).toBeUndefined()
    const described = endpoint.multipart?.data
    if (described !== undefined) expect(z.safeParse(described, data?.()).error).toBeUndefined()
  })

  it('answers each caller as the policy table says', async ({ task }) => {
    const cells = cellsOf(endpoint)
    const refused = cells.filter(({ wanted }) => wanted !== 'open')
    const answers = await Promise.all(refused.map((cell) => ask(endpoint, cell)))
    // Sequentially, because allowed calls change data.
    for (const cell of cells.filter(({ wanted }) => wanted === 'open' && !deadLinks.has(name))) {
      answers.push(await ask(endpoint, cell))
    }
    const wrong = answers.filter((line) => line !== null)
    Object.assign(task.meta, { cells: answers.length, wrong: wrong.length })
    expect(wrong).toEqual([])
  })
})

describe('the permission matrix', () => {
  it('has thousands of cells', () => {
    expect(endpoints.flatMap(cellsOf).length).toBeGreaterThan(3000 / share)
  })
})
