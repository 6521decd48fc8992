import type { DatabaseLogger, OpenDatabase } from '@foja/db/database-port'
import type { EmbeddedServer } from '@foja/db/embedded-connection'
import { withSeal } from '@foja/db/history-seal'
import { isBackupRunning } from '@foja/db/copy/delete-hold'
import { openDatabase } from '@foja/db/open-database'
import { createPgBossQueue } from '@foja/jobs/pg-boss-queue'
import { createPageCache } from '@foja/pdf/cache'
import { createFiller } from '@foja/pdf/filler'
import { createRenderer } from '@foja/pdf/renderer'
import { encryptObjects } from '@foja/storage/encrypted-store'
import type { FastifyBaseLogger } from 'fastify'
import { mkdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStore } from './open-store.ts'
import { publicOrigin } from './public-origin.ts'
import { buildApp } from './app.ts'
import { isPrivate, type Config } from './config.ts'
import type { AppDeps } from './deps.ts'
import { ProblemError } from './http/problem.ts'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import { createSigningEngine } from './signing-worker/signing-engine.ts'
import { historyKey, loadKeys, type ServerKeys } from './keys.ts'
import { createClamd } from './lib/antivirus.ts'
import { diskSpaceOf } from './lib/disk-space.ts'
import type { Measurable } from './lib/metrics.ts'
import { openTracing } from './lib/open-tracing.ts'
import { wrapTasks } from './lib/wrap-tasks.ts'
import { createStoreCheck } from './lib/probe-store.ts'
import { readableCode } from './lib/readable-code.ts'
import { seal, unseal } from './lib/seal.ts'
import { connectMail } from './modules/delivery/mail-server.ts'
import { openBackupDoor, type BackupDoor } from './modules/setup/maintenance/backup/backup-door.ts'
import { holdDeletes } from './modules/setup/maintenance/backup/hold-deletes.ts'
import { openFileKeys } from './modules/setup/maintenance/file-keys.ts'
import { checkInstallation, checkKeys } from './modules/setup/maintenance/installation.ts'
import { sealHistory } from './modules/setup/maintenance/history-job.ts'
import { markFileOf } from './modules/setup/maintenance/history-mark.ts'
import { completeSetup, needsSetup } from './modules/setup/complete-setup.ts'
import { sampleDataPreparer } from './modules/setup/sample/prepare-sample-data.ts'
import { jobNames, startJobs } from './start-jobs.ts'

/** Options of a server start. */
export type StartOptions = {
  config: Config
  /** The embedded database, if it was started before; default: it is started when needed. */
  embedded?: Promise<EmbeddedServer> | undefined
  /** Folder of the built web application; default: where its build puts it. */
  webFolder?: string
  /** Aborted when the server is about to be closed: it is not ready, and serves requests meanwhile. */
  goingAway?: AbortSignal
}

export type RunningServer = {
  /** Address to open in a browser. */
  url: string
  /** Set while there is no company and administrator, unless this process serves no pages. */
  setup: { url: string; code: string | null } | undefined
  /** The role that limits queries to one company, if the login of the database may not use it. */
  missingRole: string | undefined
  /** Resolves when the background jobs run; rejects if they cannot. */
  working: Promise<void>
  /** Finishes running requests, refuses new ones, closes everything. */
  close: () => Promise<void>
}

const pageCacheBytes = 512 * 1024 * 1024

/** The job repeats them, with growing pauses. */
const webhookLimits = { retries: 0, redirects: 0, timeoutMs: 15_000 }

/** Letters and digits that are not easily confused; ten of them are 50 bits. */
const setupAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The database opens before the request logger exists; its lines are dropped until one is attached. */
function createDatabaseLogger(): { logger: DatabaseLogger; attach: (log: FastifyBaseLogger) => void } {
  let target: FastifyBaseLogger | undefined
  const logger: DatabaseLogger = {
    info: (fields, message) => target?.info(fields, message),
    warn: (fields, message) => target?.warn(fields, message),
    error: (fields, message) => target?.error(fields, message),
  }
  return { logger, attach: (log) => void (target = log) }
}

/** Creates the administrator of the environment if there are no users. */
async function createAdmin(deps: AppDeps, admin: Config['admin']): Promise<void> {
  if (admin === undefined || !(await needsSetup(deps.db))) return
  const input = { company: { nombre: 'Mi oficina' }, admin: { nombre: 'Administración', ...admin }, sample_data: false }
  try {
    await completeSetup({ ...deps, setupCode: null, ip: null }, input)
  } catch (error) {
    // Another server on the same database, started at the same moment, was first.
    if (!(error instanceof ProblemError && error.code === 'already_set_up')) throw error
  }
}

/** Closes what was opened, in reverse order; a failure does not stop the others. */
type Closers = { add: (close: () => Promise<void>) => void; run: () => Promise<void> }
function createClosers(): Closers {
  const closers: (() => Promise<void>)[] = []
  return {
    add: (close) => void closers.push(close),
    async run() {
      const failures: unknown[] = []
      for (const close of closers.splice(0).reverse()) await close().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw new AggregateError(failures, 'not everything closed')
    },
  }
}

/**
 * Folder and encryption of the drawn pages. The folder of the other kind is deleted, so that no plain page of an
 * encrypted file stays.
 */
async function pageCacheFolder({ dataFolder, encryptFiles }: Config, keys: ServerKeys) {
  const [plain, sealed] = [join(dataFolder, 'cache'), join(dataFolder, 'cache-encrypted')]
  await rm(encryptFiles ? plain : sealed, { recursive: true, force: true })
  if (!encryptFiles) return { folder: plain }
  const key = keys.derive('page cache')
  return {
    folder: sealed,
    encryption: {
      seal: (bytes: Uint8Array, name: string) => seal(key, bytes, name),
      open: (bytes: Uint8Array, name: string) => unseal(key, bytes, name),
    },
  }
}

/** A data folder on a file system without sockets still works, without backups of the running Foja. */
async function openDoor(
  { dataFolder }: Config,
  copyTo: NonNullable<OpenDatabase['copyTo']>,
  logger: DatabaseLogger,
  closers: Closers,
): Promise<Pick<BackupDoor, 'isHeld'>> {
  try {
    const door = await openBackupDoor(dataFolder, copyTo)
    closers.add(door.close)
    return door
  } catch (error) {
    logger.warn({ err: error }, 'backups have to wait until Foja is stopped')
    return { isHeld: () => false }
  }
}

/** Loaded only where they are read. */
async function openMetrics({ metricsToken: token }: Config): Promise<AppDeps['metrics']> {
  if (token === undefined) return null
  const { createMetrics } = await import('./lib/metrics.ts')
  return { numbers: createMetrics(), token }
}

async function openDeps(options: StartOptions, closers: Closers, logger: DatabaseLogger) {
  const { config } = options
  // Differs from the setting if that is 0.
  const listening = { port: config.port }
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
  const keys = await loadKeys(config.keyFile)
  const tracing = config.traceCollector === undefined ? null : await openTracing(config.traceCollector)
  // Closed last: closing the rest still opens spans. A collector that does not answer is no failure.
  if (tracing !== null) closers.add(async () => tracing.close().catch(() => {}))
  const database: OpenDatabase = await openDatabase({
    url: config.databaseUrl,
    folder: join(config.dataFolder, 'db'),
    embedded: options.embedded,
    logger,
  })
  closers.add(database.close)
  // Before `checkKeys`: a key rotation either finds this process, or blocks that check until it is done.
  await database.announce()
  const { kind } = database
  const kysely = withSeal(database.kysely, historyKey(keys))
  const queue = createPgBossQueue({
    database: kysely,
    kind,
    names: jobNames,
    maintains: config.role !== 'http',
    logger,
    around: async ({ name, request }, work) => {
      const cause: Record<string, string> = request === null ? {} : { 'foja.request_id': request }
      await (tracing?.span(`job ${name}`, cause, work) ?? work())
    },
    ...(database.rowSecurity ? { role: database.companyRole } : {}),
  })
  const files = await openStore(config)
  closers.add(files.close)
  await checkInstallation({ db: kysely, store: files.store }, files.mark)
  await checkKeys(kysely, keys.session.id)
  await sealHistory({ db: kysely, clock: () => new Date(), markFile: markFileOf(config.dataFolder) })
  const door = database.copyTo === null ? null : await openDoor(config, database.copyTo, logger, closers)
  const isHeld = async () => (door === null ? await isBackupRunning(database.kysely) : door.isHeld())
  const encrypted = encryptObjects(files.store, await openFileKeys(kysely, keys, { encrypt: config.encryptFiles }))
  const store = holdDeletes(encrypted, isHeld)
  const metrics = await openMetrics(config)
  const measured = <T extends Measurable>(pool: string, worker: T): T => {
    const counted = metrics?.numbers.measure(pool, worker) ?? worker
    if (tracing === null) return counted
    return wrapTasks(counted, (task, work) => tracing.span(`${pool} ${task}`, {}, work))
  }
  const renderer = measured('rendering', await createRenderer())
  closers.add(renderer.close)
  const filler = measured('filling', await createFiller())
  closers.add(filler.close)
  const engine = measured('signing', createSigningEngine({ privateHosts: config.privateHosts }))
  closers.add(engine.close)
  const antivirus = config.clamd === undefined ? null : createClamd(config.clamd)
  const outside = { db: kysely, store, antivirus, renderer, filler, engine, keys, clock: () => new Date() }
  const deps: AppDeps = {
    ...outside,
    config,
    bus: database,
    database,
    queue,
    diskSpace: async () => await diskSpaceOf(config.dataFolder),
    metrics,
    tracing,
    origin: () => publicOrigin(config, listening.port),
    mail: null,
    mailSetup: { environment: null, name: undefined, changed: async () => {} },
    timeZone: config.timeZone ?? null,
    webhookFetcher: createHttpFetcher({ allowPrivate: config.privateHosts, ...webhookLimits }),
    pageCache: createPageCache({ ...(await pageCacheFolder(config, keys)), maxBytes: pageCacheBytes, renderer }),
    logger: { level: config.logLevel },
    webFolder: options.webFolder ?? fileURLToPath(new URL('../../web/dist', import.meta.url)),
    setupCode: isPrivate(config) ? null : readableCode(setupAlphabet),
    prepareSampleData: sampleDataPreparer(outside),
    checks: {
      database: database.ping,
      storage: createStoreCheck(store, outside.clock),
      queue: async () => queue.ping(),
    },
    softChecks: antivirus === null ? {} : { antivirus: antivirus.ping },
    goingAway: options.goingAway ?? new AbortController().signal,
    checkReplies: false,
  }
  const name = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).hostname
  closers.add(await connectMail(deps, { environment: config.mail ?? null, name }))
  const missingRole = database.rowSecurity ? undefined : database.companyRole
  return { deps, queue, listening, isEmbedded: kind === 'embedded', isShared: files.isShared, missingRole }
}

/** Opens everything and listens. If a step fails, closes what was opened and throws the error. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config } = options
  const startedAt = Date.now()
  const closers = createClosers()
  const { logger, attach } = createDatabaseLogger()
  try {
    const { deps, queue, listening, isEmbedded, isShared, missingRole } = await openDeps(options, closers, logger)
    await createAdmin(deps, config.admin)
    // Its queries run in another thread than building the routes.
    const queueStarts = queue.start()
    queueStarts.catch(() => {})
    // Closed in reverse order: requests end before jobs.
    closers.add(async () => queueStarts.then(async () => queue.stop()))
    const app = await buildApp(deps)
    attach(app.log)
    closers.add(async () => app.close())
    await queueStarts
    await app.listen({ port: config.port, host: config.host })
    listening.port = (app.server.address() as AddressInfo).port
    const url = deps.origin()
    const isServing = config.role !== 'worker'
    const setup =
      isServing && (await needsSetup(deps.db)) ? { url: `${url}/bienvenida`, code: deps.setupCode } : undefined
    // After listening, because letters contain the address, and no request waits for them.
    const jobs =
      config.role === 'http'
        ? Promise.resolve(async () => {})
        : startJobs(queue, deps, { config, log: app.log, isEmbedded, isShared, startedAt })
    const working = (async () => void (await jobs))()
    working.catch(() => {})
    closers.add(async () => (await jobs.catch(() => undefined))?.())
    return { url, setup, missingRole, working, close: closers.run }
  } catch (error) {
    await closers.run().catch(() => {})
    throw error
  }
}
