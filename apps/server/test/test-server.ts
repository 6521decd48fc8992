import type { OpenDatabase } from '@foja/db/database-port'
import { withSeal } from '@foja/db/history-seal'
import type { Actor } from '@foja/contracts/policies'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import { createPageCache } from '@foja/pdf/cache'
import { createFiller, type Filler } from '@foja/pdf/filler'
import { createRenderer } from '@foja/pdf/renderer'
import { createHeldQueue, type HeldQueue } from '@foja/testing/held-queue'
import { createTestDatabase } from '@foja/testing/database'
import { openTestStore } from '@foja/testing/test-store'
import { hashSync } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Ctx, SessionActor } from '../src/context.ts'
import type { AppDeps } from '../src/deps.ts'
import { createSigningEngine } from '../src/signing-worker/signing-engine.ts'
import { historyKey, loadKeys } from '../src/keys.ts'
import { workAccounts } from '../src/modules/identity/account/account-jobs.ts'
import { workEmails } from '../src/modules/delivery/email-jobs.ts'
import { askForRows } from '../src/modules/requests/request-from-template.ts'
import { workTemplates } from '../src/modules/templates/run-fill-batch.ts'
import { workVerification } from '../src/modules/signing/verification/verification-jobs.ts'
import { workWebhooks } from '../src/modules/webhooks/webhook-jobs.ts'
import { createVerdicts } from '../src/modules/verification-core/verdicts.ts'
import { TestClient } from './test-client.ts'

export type TestServer = {
  app: FastifyInstance
  deps: AppDeps
  database: OpenDatabase
  /** The queue; its jobs wait until a test runs them. */
  jobs: HeldQueue
  origin: string
  /** Folder of all files of the server except its database. */
  folder: string
  /** Moves the server's clock forward. */
  advance: (milliseconds: number) => void
  /** Creates a new browser. */
  client: () => TestClient
  close: () => Promise<void>
}

/** A filler that starts on first use, because most tests do not need it. */
function lateFiller(): Pick<Filler, 'detectFields' | 'fill' | 'close'> {
  let started: Promise<Filler> | undefined
  const start = () => (started ??= createFiller({ threads: 1 }))
  return {
    detectFields: async (source) => (await start()).detectFields(source),
    fill: async (source, request) => (await start()).fill(source, request),
    close: async () => (await started)?.close(),
  }
}

/**
 * Starts the whole server on a free port over a new database, or the given one, which it closes. Every reply is validated against its contract; the clock
 * starts now and is moved by `advance`.
 */
export async function startTestServer(overrides: Partial<AppDeps> = {}, given?: OpenDatabase): Promise<TestServer> {
  const database = given ?? (await createTestDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'foja-server-'))
  const { store, close: closeStore } = await openTestStore(join(folder, 'files'))
  const renderer = await createRenderer({ threads: 1 })
  const filler = lateFiller()
  const engine = createSigningEngine({ threads: 1, privateHosts: ['127.0.0.1'] })
  const jobs = createHeldQueue()
  let offset = 0
  const deps: AppDeps = {
    config: { publicUrl: undefined, host: '127.0.0.1' },
    db: database.kysely,
    bus: database,
    database,
    queue: jobs,
    diskSpace: async () => ({ free: 80e9, total: 100e9 }),
    metrics: null,
    tracing: null,
    origin: () => 'https://foja.example',
    mail: null,
    mailSetup: { environment: null, name: undefined, changed: async () => {} },
    timeZone: 'America/Guayaquil',
    keys: await loadKeys(join(folder, 'keys.json')),
    clock: () => new Date(Date.now() + offset),
    // The cause of an unexpected 500 is in the report.
    logger: { level: 'error' },
    webFolder: join(folder, 'web'),
    setupCode: null,
    store,
    antivirus: null,
    renderer,
    filler,
    engine,
    webhookFetcher: createHttpFetcher({ allowPrivate: ['127.0.0.1'], retries: 0, redirects: 0, timeoutMs: 2000 }),
    pageCache: createPageCache({ folder: join(folder, 'cache'), maxBytes: 64 * 1024 * 1024, renderer }),
    prepareSampleData: async () => async () => {},
    checks: { database: database.ping, storage: async () => store.ping() },
    softChecks: {},
    goingAway: new AbortController().signal,
    checkReplies: true,
    // The tests of a file are one address.
    limits: {
      publicCalls: { tries: 1_000_000, seconds: 60 },
      newConnections: { tries: 1_000_000, seconds: 60 },
    },
    ...overrides,
  }
  deps.db = withSeal(deps.db, historyKey(deps.keys))
  await workEmails(jobs, deps, { alone: true })
  await workAccounts(jobs, deps)
  await workWebhooks(jobs, deps, { alone: true })
  await workTemplates(jobs, deps, { ask: askForRows(deps) })
  await workVerification(jobs, { ...deps, verdicts: createVerdicts(deps) })
  const app = await buildApp(deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    app,
    deps,
    database,
    jobs,
    origin,
    folder,
    advance: (milliseconds) => void (offset += milliseconds),
    client: () => new TestClient(origin),
    close: async () => {
      const closed = app.close()
      // A connection with a response that the test did not read would stay open for another minute.
      app.server.closeAllConnections()
      await closed
      await engine.close()
      await filler.close()
      await renderer.close()
      await database.close()
      closeStore()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a server for the tests of a file or of a `describe`, which closes after them. */
export async function openTestServer(overrides?: Partial<AppDeps>): Promise<TestServer> {
  const server = await startTestServer(overrides)
  afterAll(() => server.close())
  return server
}

export type NewPerson = {
  email: string
  nombre?: string
  role?: 'admin' | 'gestor' | 'mediador' | 'usuario'
  id_company?: string | null
  activo?: boolean
}

/** Password of all users that `addPerson` creates. */
export const testPassword = 'caballo correcto bateria grapa'

/** A hash of `testPassword` at a low cost: verifying takes the cost that the hash itself states. */
const testHash = hashSync(testPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 })

export async function addCompany({ deps }: TestServer, nombre: string): Promise<string> {
  const id = randomUUID()
  await deps.db.insertInto('company').values({ id, nombre, pais: 'EC' }).execute()
  return id
}

/** Adds a user who can sign in with `testPassword`. A `usuario` must have a company. */
export async function addPerson({ deps }: TestServer, person: NewPerson): Promise<string> {
  const id = randomUUID()
  await deps.db
    .insertInto('app_user')
    .values({ nombre: 'Ana Prueba', role: 'admin', id_company: null, ...person, id, password_hash: testHash })
    .execute()
  return id
}

/** The context of a request by `actor`, for tests that call a use case directly. */
export function ctxOf({ app, deps }: TestServer, actor: Actor & Partial<SessionActor>, more: Partial<Ctx> = {}): Ctx {
  const caller = { nombre: 'Prueba', email: 'prueba@foja.test', session: randomUUID(), lacksTotp: false, ...actor }
  const request = {
    requestId: 'TEST',
    ip: '127.0.0.1',
    userAgent: null,
    locale: 'es' as const,
    browserZone: null,
    log: app.log,
  }
  return { ...deps, ...request, actor: caller, ...more }
}
