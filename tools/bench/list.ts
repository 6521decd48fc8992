// Lists, search and figures at two sizes, on both databases, through the whole server; and the route compared with a
// bare one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenDatabase } from '../../packages/db/src/database-port.ts'
import { openDatabase } from '@foja/db/open-database'
import { silentLogger } from '@foja/db/silent-logger'
import { createTestDatabase } from '@foja/testing/database'
import { seedCases, type Seeded } from '@foja/testing/seed-cases'
import { bareServer, Recorder } from '../../apps/server/test/bare-server.ts'
import { signedIn } from '../../apps/server/test/office.ts'
import { startTestServer, type TestServer } from '../../apps/server/test/test-server.ts'
import { median } from './scenario.ts'

/** Allowed ratios: time at the large size to the small one, also of the home page, and of the route to the bare handler. */
const allowed = { growth: 1.5, home: 2, route: 2 }

export type ListBench = {
  sizes: [small: number, large: number]
  kinds: OpenDatabase['kind'][]
  rounds: number
  noise: number
}

type Case = { label: string; path: string; as: 'gestor' | 'admin'; most: number }

type Stage = {
  database: OpenDatabase
  server: TestServer
  seeded: Seeded
  size: number
  recorder: Recorder
  tokens: Record<Case['as'], string>
  close: () => Promise<void>
}

const file = { blobKey: 'bench', size: 1, sha256: '0'.repeat(64), paginas: 1, pageSizes: [{ width: 612, height: 792 }] }

async function openStage(kind: OpenDatabase['kind'], size: number, say: (line: string) => void): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'foja-bench-list-'))
  // As in production: in a folder, synced, in its thread.
  const database =
    kind === 'embedded'
      ? await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
      : await createTestDatabase('postgres')
  const recorder = new Recorder()
  const db = database.kysely.withPlugin(recorder)
  const server = await startTestServer({ db, bus: database, checkReplies: false })
  const begun = performance.now()
  const onProgress = (done: number) => process.stderr.write(`\r  ${done.toLocaleString('es')} `)
  const seeded = await seedCases(server.deps.db, { solicitudes: size, file, passwordHash: null, onProgress })
  process.stderr.write('\r')
  say(`  ${size.toLocaleString('es')} solicitudes cargadas en ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  const close = async () => {
    await server.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, server, seeded, size, recorder, tokens: { gestor: '', admin: '' }, close }
}

/** Tokens are short-lived: users sign in after both sizes are loaded. */
async function signIn(stage: Stage): Promise<void> {
  const { server, seeded } = stage
  const gestor = await signedIn(server, { role: 'gestor', nombre: 'Gestora', id_company: seeded.company })
  const admin = await signedIn(server, { role: 'admin', nombre: 'Administradora', id_company: null })
  stage.tokens = { gestor: gestor.token, admin: admin.token }
}

const list = '/api/v1/get_list_solicitud_main_type2/?pagination'

/** The same queries at each size; the deep page is halfway. */
function casesFor({ size, seeded }: Stage): Case[] {
  const mains = Math.ceil((size * 4) / 5)
  const office = 0.6
  const year = new Date().getUTCFullYear() - 1
  const asked: [label: string, query: string][] = [
    ['primera página', '&page=1'],
    ['página profunda', '&page=DEEP'],
    ['profunda, por creación', '&page=DEEP&ordering=created_at'],
    ['profunda, por título', '&page=DEEP&ordering=titulo'],
    ['filtro: agendado', '&page=1&status=agendado'],
    ['filtro: concluido', '&page=1&status=concluido'],
    ['filtro: asignado a', `&page=1&asignado_a=${seeded.mediador}`],
    ['filtro: mediación', '&page=1&mediacion=acuerdo_parcial'],
    ['filtro: vencidas', '&page=1&vencidas=1'],
    ['filtro: un año', `&page=1&desde=${year}-01-01&hasta=${year}-12-31`],
    ['filtro: estado y persona', `&page=1&status=concluido&asignado_a=${seeded.mediador}`],
    ['búsqueda: común', '&page=1&q=arrendamiento'],
    ['búsqueda: apellido', '&page=1&q=nuñez'],
    ['búsqueda: dos palabras', '&page=1&q=nuñez%20linderos'],
    ['búsqueda: sin resultado', '&page=1&q=inexistente'],
    ['búsqueda: código', '&page=1&q=CODE'],
  ]
  return (['gestor', 'admin'] as const).flatMap((as) => {
    const deep = Math.floor((mains * (as === 'admin' ? 1 : office)) / 20)
    const pages = asked.map(([label, query]) => ({
      label,
      path: list + query.replace('DEEP', String(deep)),
      as,
      most: allowed.growth,
    }))
    const figures = { as, label: 'métricas', path: '/api/v1/metrics/', most: allowed.growth }
    const home = { as, label: 'inicio', path: '/api/v1/summary/', most: allowed.home }
    return [...pages, figures, home]
  })
}

async function call(app: TestServer['app'], path: string, token: string): Promise<string> {
  const response = await app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`)
  return response.body
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

/** Runs several functions alternately, so that a busy neighbour slows all alike. */
async function byTurns(works: readonly (() => Promise<unknown>)[], rounds: number): Promise<number[][]> {
  const times = works.map(() => [] as number[])
  for (let round = -Math.ceil(rounds / 4); round < rounds; round += 1) {
    for (const [n, work] of works.entries()) {
      const ms = await timed(work)
      if (round >= 0) times[n]!.push(ms)
    }
  }
  return times
}

const ms = (value: number) => `${value.toFixed(2)} ms`.padStart(10)

/** A typed code of a case file. */
async function codeOf({ server, tokens }: Stage): Promise<string> {
  const page = JSON.parse(await call(server.app, `${list}&page=3`, tokens.gestor)) as {
    results: { id_solicitud_main: string }[]
  }
  return page.results[0]!.id_solicitud_main
}

async function compareSizes(
  small: Stage,
  large: Stage,
  { rounds, noise }: ListBench,
  say: (line: string) => void,
): Promise<string[]> {
  const missed: string[] = []
  const codes = [await codeOf(small), await codeOf(large)]
  const largeCases = casesFor(large)
  say(
    `  ${''.padEnd(34)}${'p50'.padStart(10)}${'p95'.padStart(10)}   ${'p50'.padStart(10)}${'p95'.padStart(10)}   razón`,
  )
  for (const [n, one] of casesFor(small).entries()) {
    const works = [
      () => call(small.server.app, one.path.replace('CODE', codes[0]!), small.tokens[one.as]),
      () => call(large.server.app, largeCases[n]!.path.replace('CODE', codes[1]!), large.tokens[one.as]),
    ]
    let [a, b] = (await byTurns(works, rounds)) as [number[], number[]]
    // A busy second looks like growth; real growth is there in a repetition too.
    const { most } = one
    for (let again = 0; again < 2 && median(b) > median(a) * most; again += 1) {
      ;[a, b] = (await byTurns(works, rounds * 3)) as [number[], number[]]
    }
    const ratio = median(b) / median(a)
    const isMissed = ratio > most * noise
    const mark = isMissed ? '✗' : ratio > most ? '~' : '✓'
    say(
      `  ${`${one.as} · ${one.label}`.padEnd(34)}${ms(median(a))}${ms(percentile(a, 0.95))}   ${ms(median(b))}${ms(percentile(b, 0.95))}   ${ratio.toFixed(2)} ${mark}`,
    )
    if (isMissed) missed.push(`${large.database.kind}: ${one.as} · ${one.label}`)
  }
  return missed
}

async function compareWithBare(
  stage: Stage,
  { rounds, noise }: ListBench,
  say: (line: string) => void,
): Promise<string[]> {
  const { server, recorder, database, tokens } = stage
  const path = `${list}&page=1`
  const body = await recorder.record(() => call(server.app, path, tokens.gestor))
  const bare = bareServer(database.kysely, recorder, body)
  const works = [() => bare.inject('/'), () => call(server.app, path, tokens.gestor)]
  const [a, b] = (await byTurns(works, rounds * 3)) as [number[], number[]]
  const ratio = median(b) / median(a)
  await bare.close()
  const isMissed = ratio > allowed.route * noise
  say(
    `  ruta ${ms(median(b))}, servidor desnudo con las mismas ${recorder.length} consultas ${ms(median(a))}: ${ratio.toFixed(2)} × ${isMissed ? '✗' : ratio > allowed.route ? '~' : '✓'}`,
  )
  return isMissed ? [`${database.kind}: la ruta`] : []
}

/** Loads both sizes on each database, measures, prints, and returns the targets missed by more than the noise. */
export async function benchLists(options: ListBench, say: (line: string) => void): Promise<string[]> {
  const missed: string[] = []
  for (const kind of options.kinds) {
    say(kind === 'embedded' ? 'Base de datos incorporada (PGlite)' : 'PostgreSQL')
    const stages: Stage[] = []
    try {
      for (const size of options.sizes) stages.push(await openStage(kind, size, say))
      for (const stage of stages) await signIn(stage)
      const [small, large] = stages as [Stage, Stage]
      missed.push(...(await compareSizes(small, large, options, say)))
      missed.push(...(await compareWithBare(large, options, say)))
    } finally {
      for (const stage of stages) await stage.close()
    }
  }
  return missed
}
