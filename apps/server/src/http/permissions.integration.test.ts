import type { Endpoint } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import { policies } from '@foja/contracts/policies'
import { problemSchema } from '@foja/contracts/problem'
import { testDatabaseKind } from '@foja/testing/database'
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { kinds, wordStart } from '../../test/access/canaries.ts'
import { examples, queryOf, requestOf } from '../../test/access/examples.ts'
import { expected, golden, objectKinds, staleRows, type Expected, type ObjectKind } from '../../test/access/golden.ts'
import {
  foreignIds,
  hiddenWords,
  massAssignment,
  namesObjects,
  searches,
  takesInput,
  type Probe,
} from '../../test/access/probes.ts'
import {
  attempt,
  escalations,
  guessesUntilLimit,
  limits,
  pagesAfterSignOut,
  shareLinks,
} from '../../test/access/rules.ts'
import { bodyOf } from '../../test/office.ts'
import { stateOf } from '../../test/access/state.ts'
import { binTarget, copyOf, giveDate, type Target } from '../../test/access/targets.ts'
import { startWorld, type Person } from '../../test/access/world.ts'

/**
 * Every call × every kind of caller × every kind of object, compared with a table written by hand (golden.txt): 401
 * without a valid session, 403 for what the table forbids and the caller sees, 404 for what the caller may not see or
 * does not exist, neither for the rest. Refused calls change no row. Answers, messages and live streams contain no word
 * and no id that the caller must not see, whether of another company or of a colleague.
 *
 * On PostgreSQL, which is slower, a quarter of the cells: always the same ones, chosen by digest.
 */
type Cell = { person: Person; kind: ObjectKind; wanted: Expected }

declare module 'vitest' {
  interface TaskMeta {
    /** How many cells a test checked, and how many answered differently from the table. */
    cells?: number
    wrong?: number
  }
}

const share = testDatabaseKind === 'postgres' ? 4 : 1
const chosen = (key: string) => createHash('sha256').update(key).digest()[0]! % share === 0

const world = await startWorld()
afterAll(() => world.close())

it('the matrix judges queries without the policies of the database', () => {
  expect(world.server.database.rowSecurity).toBe(false)
})

/** The only document of a request, a stopped batch and a revoked key remain; a case file is restored. */
const remaining = ['deleteDocument', 'deleteSolicitud', 'cancelFillBatch', 'removeCompanyLogo', 'revokeApiKey']
/** Calls that destroy their object. */
const destroys = ({ method, name }: Endpoint) => method === 'DELETE' && !remaining.includes(name)

function cellsOf({ name }: Endpoint): Cell[] {
  const { about, public: open } = golden.get(name)!
  return world.people.flatMap((person) => {
    // Refused before any lookup: one kind of object is enough.
    const isStopped = person.actor === null || person.actor.owesTotp === true
    const few = about === null || open !== null || isStopped
    return (few ? objectKinds.slice(0, 1) : objectKinds)
      .filter((kind) => chosen(`${name}, ${person.name}, ${kind}`))
      .map((kind) => ({ person, kind, wanted: expected(name, person.actor, kind, world.targets.get(kind)!) }))
  })
}

async function shareWith(id_user: string, { document: id_documento }: Target): Promise<void> {
  const row = { id_documento, id_user }
  await world.server.deps.db
    .insertInto('user_shared')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Restores the state that earlier allowed calls changed, and allows as many calls as the first time. */
async function prepare({ name }: Endpoint, { person, kind, wanted }: Cell): Promise<void> {
  const target = world.targets.get(kind)!
  if (wanted === 'open') await world.server.deps.db.deleteFrom('throttle').execute()
  if (kind === 'unknown') return
  if (name === 'solicitudCalendar') await giveDate(world.server, target)
  if (person.actor?.sharedWith === true) await shareWith(person.actor.id, target)
}

/** The object of an allowed call that destroys it: a copy. */
async function copyFor(endpoint: Endpoint, { kind, wanted }: Cell): Promise<string | undefined> {
  const about = examples[endpoint.name]!.about
  if (wanted !== 'open' || about === undefined || !destroys(endpoint)) return undefined
  return await copyOf(world.server, about, world.targets.get(kind)!)
}

/** Words of a PDF as it is drawn; its fonts may write other codes than letters. */
async function drawnIn(headers: Headers, bytes: Buffer): Promise<string> {
  if (headers.get('content-type') !== 'application/pdf') return ''
  const { hits } = await world.server.deps.renderer.searchText(bytes, { query: wordStart })
  return hits.map(({ snippet }) => snippet).join('\n')
}

async function ask(endpoint: Endpoint, cell: Cell): Promise<string | null> {
  const { person, kind } = cell
  const target = world.targets.get(kind)!
  const { path, init } = requestOf(endpoint, target, await copyFor(endpoint, cell))
  const headers = new Headers(init.headers)
  for (const [header, value] of Object.entries(person.headers)) headers.set(header, value)
  const response = await fetch(new URL(path, world.server.origin), { ...init, headers })
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  if (isStream) await response.body?.cancel()
  const bytes = isStream ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer())
  if (endpoint.name === 'restoreDocument' && kind === 'deleted' && cell.wanted === 'open')
    await binTarget(world.server, target)
  if (endpoint.name === 'deleteSolicitud' && cell.wanted === 'open') {
    const body = { id_solicitud_main: target.main }
    await bodyOf(await world.callers['administradora']!.post('/api/v1/restore_solicitud/', body), 200)
  }
  const sent = `${path} ${typeof init.body === 'string' ? init.body : ''}`
  const drawn = response.status === 200 ? await drawnIn(response.headers, bytes) : ''
  const hidden = world.canaries.hiddenIn(Buffer.concat([bytes, Buffer.from(`\n${drawn}`)]), person.actor, sent)
  if (hidden.length > 0) return `${person.name}, object ${kind}: the answer reveals ${hidden.join(', ')}`
  return judge(response, bytes.toString(), cell)
}

/** Returns what is wrong with a reply; null if nothing is. */
function judge({ status, headers }: Response, text: string, { person, kind, wanted }: Cell): string | null {
  const cell = `${person.name}, object ${kind}`
  const asWanted = wanted === 'open' ? status < 500 && ![401, 403, 404, 429].includes(status) : status === wanted
  if (!asWanted) return `${cell}: ${status} instead of ${wanted} ${text.slice(0, 60)}`
  if (wanted === 'open') return null
  if (wanted === 400 && !text.includes('totp_setup_required')) return `${cell}: refused for another reason`
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true
  return isProblem && z.safeParse(problemSchema, JSON.parse(text)).success ? null : `${cell}: no problem document`
}

describe('the golden table', () => {
  it('has one row for each call of the contract and no other row', () => {
    expect(staleRows()).toEqual([])
  })

  it('names the object of each example', () => {
    const objects = endpoints.filter(({ name }) => golden.get(name)?.public === null)
    expect(objects.filter(({ name }) => (examples[name]?.about ?? null) !== golden.get(name)!.about)).toEqual([])
  })
})

/** Runs a probe of each of some calls, and requires that it sent at least `least` requests and found nothing. */
async function probe(of: readonly Endpoint[], run: Probe, least: number): Promise<void> {
  const findings: string[] = []
  let requests = 0
  for (const endpoint of of.filter(({ name }) => chosen(name))) {
    const { sent, findings: more } = await run(world, endpoint)
    requests += sent
    findings.push(...more)
  }
  expect(findings).toEqual([])
  if (share === 1) expect(requests).toBeGreaterThanOrEqual(least)
}

// Before the matrix, whose administrators fill templates of one company in another.
describe('what is of others', () => {
  it('is like unknown wherever a request names it', async () => {
    await probe(namesObjects, foreignIds, 200)
  })

  it('is found by no search for its own words', async () => {
    await probe(searches, hiddenWords, 200)
  })

  it('cannot be reached by properties that the contract does not declare', async () => {
    await probe(takesInput, massAssignment, 300)
  })

  it('is opened by no share link, page or file of another', async () => {
    expect(await shareLinks(world)).toEqual([])
    expect(await pagesAfterSignOut(world)).toEqual([])
  })
})

describe('what no role may do', () => {
  it('is refused and changes no row', async () => {
    const before = await stateOf(world.server)
    const done = await Promise.all(escalations(world).map(async (one) => await attempt(world, one)))
    expect(done.flat()).toEqual([])
    expect(await stateOf(world.server)).toEqual(before)
  })

  it('includes the deletion of a signed document by its owner', async () => {
    const { document } = world.targets.get('of the company')!
    const { db } = world.server.deps
    const set = (signature_count: number) =>
      db.updateTable('document').set({ signature_count }).where('id_documento', '=', document).execute()
    await set(1)
    const answer = await world.callers['dueña']!.send('DELETE', '/api/v1/delete_document/', { id_documento: document })
    await set(0)
    expect(answer.status).toBe(403)
  })
})

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  it('has a policy and a valid example', () => {
    expect(Object.hasOwn(policies, endpoint.policy)).toBe(true)
    const { body, data } = examples[name]!
    const target = world.targets.get('of the company')!
    const fields = Object.fromEntries(new URLSearchParams(queryOf(endpoint, target)))
    if (endpoint.body !== undefined) expect(z.safeParse(endpoint.body, body?.(target)).error).toBeUndefined()
    if (endpoint.query !== undefined) expect(z.safeParse(endpoint.query, fields).error).toBeUndefined()
    const described = endpoint.multipart?.data
    if (described !== undefined) expect(z.safeParse(described, data?.()).error).toBeUndefined()
  })

  it('answers each caller as the golden table says', async ({ task }) => {
    const cells = cellsOf(endpoint)
    const refused = cells.filter(({ wanted }) => wanted !== 'open')
    for (const cell of refused) await prepare(endpoint, cell)
    const before = await stateOf(world.server)
    const answers = await Promise.all(refused.map((cell) => ask(endpoint, cell)))
    expect(await stateOf(world.server), 'refused calls change no row').toEqual(before)
    // Sequentially, because allowed calls change data.
    for (const cell of cells.filter(({ wanted }) => wanted === 'open')) {
      await prepare(endpoint, cell)
      answers.push(await ask(endpoint, cell))
    }
    const wrong = answers.filter((line) => line !== null)
    Object.assign(task.meta, { cells: answers.length, wrong: wrong.length })
    expect(wrong).toEqual([])
  })
})

describe('guesses', () => {
  it.each(Object.keys(limits))('of %s end at a limit', async (kind) => {
    expect(await guessesUntilLimit(world, kind)).not.toBeNull()
    await world.server.deps.db.deleteFrom('throttle').execute()
  })
})

describe('the permission matrix', () => {
  it('has thousands of cells', () => {
    expect(endpoints.flatMap(cellsOf).length).toBeGreaterThanOrEqual(3974 / share / (share === 1 ? 1 : 1.1))
  })

  it('live streams name nothing that their user must not see', () => {
    const { listeners, canaries } = world
    const leaks = listeners.flatMap(({ actor, text }) => canaries.hiddenIn(Buffer.from(text()), actor))
    expect(leaks).toEqual([])
    expect(listeners.filter(({ text }) => text().includes('"changed"')).length).toBeGreaterThan(2)
  })

  it('messages tell their recipients nothing that they must not see', async () => {
    const { server, sent, canaries, people, callers } = world
    await server.jobs.run(server.deps.clock())
    const actorOf = (address: string) => people.find(({ name }) => callers[name]?.email === address)?.actor
    const leaks = sent.flatMap(({ to, ...message }) =>
      to.flatMap((address) => {
        const actor = actorOf(address)
        return actor ? canaries.hiddenIn(Buffer.from(JSON.stringify(message)), actor) : []
      }),
    )
    expect(leaks).toEqual([])
    expect(sent.length).toBeGreaterThan(share === 1 ? 5 : 0)
  })

  // A quarter of the cells does not show everything.
  it.runIf(share === 1)('finds every kind of word where it may be seen', () => {
    expect(kinds.filter((kind) => !world.canaries.seen.has(kind))).toEqual([])
  })
})
