import type { DatabaseLogger, OpenDatabase } from '@foja/db/database-port'
import { withSeal } from '@foja/db/history-seal'
import { openDatabase } from '@foja/db/open-database'
import { createPgBossQueue } from '@foja/jobs/pg-boss-queue'
import { createPageCache } from '@foja/pdf/cache'
import { createFiller } from '@foja/pdf/filler'
import { createRenderer } from '@foja/pdf/renderer'
import { openDiskStore } from '@foja/storage/disk-store'
import { encryptObjects } from '@foja/storage/encrypted-store'
import type { FastifyBaseLogger } from 'fastify'
import { randomInt } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicOrigin } from './public-origin.ts'
import { buildApp } from './app.ts'
import { isPrivate, type Config } from './config.ts'
import type { AppDeps } from './deps.ts'
import { createSigningEngine } from './signing-worker/signing-engine.ts'
import { historyKey, loadKeys, type ServerKeys } from './keys.ts'
import { createClamd } from './lib/antivirus.ts'
import { seal, unseal } from './lib/seal.ts'
import { accountJobs, workAccounts } from './modules/identity/account/account-jobs.ts'
import { emailJobs, workEmails } from './modules/delivery/email-jobs.ts'
import { connectMail } from './modules/delivery/mail-server.ts'
import { openFileKeys } from './modules/setup/maintenance/file-keys.ts'
import { checkInstallation, checkKeys } from './modules/setup/maintenance/installation.ts'
import { historyJob, scheduleRoots, sealHistory } from './modules/setup/maintenance/history-job.ts'
import { markFileOf } from './modules/setup/maintenance/history-mark.ts'
import { scheduleSweeps, sweep, sweepJob } from './modules/setup/maintenance/sweep.ts'
import { completeSetup, needsSetup } from './modules/setup/complete-setup.ts'
import { templateJobs, workTemplates } from './modules/templates/run-fill-batch.ts'
import { verificationJobs, workVerification } from './modules/signing/verification/verification-jobs.ts'
import { createVerdicts } from './modules/verification-core/verdicts.ts'
import { tallyJob, workTallies } from './modules/casework/solicitudes/tally-job.ts'
import { sampleDataPreparer } from './modules/setup/sample/prepare-sample-data.ts'

/** Options of a server start. */
export type StartOptions = {
  config: Config
  /** Folder of the built web application; default: where its build puts it. */
  webFolder?: string
}

export type RunningServer = {
  /** Address to open in a browser. */
  url: string
  /** Set while there is no company and administrator. */
  setup: { url: string; code: string | null } | undefined
  /** The role that limits queries to one company, if the login of the database may not use it. */
  missingRole: string | undefined
  /** Finishes running requests, refuses new ones, closes everything. */
  close: () => Promise<void>
}

const pageCacheBytes = 512 * 1024 * 1024

/** Letters and digits that are not easily confused; ten of them are 50 bits. */
function createSetupCode(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const letters = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

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
  await completeSetup({ ...deps, setupCode: null, ip: null }, input)
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

async function openDeps(options: StartOptions, closers: Closers, logger: DatabaseLogger) {
  const { config } = options
  // Differs from the setting if that is 0.
  const listening = { port: config.port }
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
  const keys = await loadKeys(config.keyFile)
  const database: OpenDatabase = await openDatabase({
    url: config.databaseUrl,
    folder: join(config.dataFolder, 'db'),
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
    names: [sweepJob, tallyJob, historyJob, ...templateJobs, ...emailJobs, ...accountJobs, ...verificationJobs],
    logger,
    ...(database.rowSecurity ? { role: database.companyRole } : {}),
  })
  const files = join(config.dataFolder, 'files')
  const disk = await openDiskStore(files)
  // Inside the folder of the files, so that a copy of them includes it.
  await checkInstallation({ db: kysely, store: disk }, join(files, 'installation'))
  await checkKeys(kysely, keys.session.id)
  await sealHistory({ db: kysely, clock: () => new Date(), markFile: markFileOf(config.dataFolder) })
  const store = encryptObjects(disk, await openFileKeys(kysely, keys, { encrypt: config.encryptFiles }))
  const renderer = await createRenderer()
  closers.add(renderer.close)
  const filler = await createFiller()
  closers.add(filler.close)
  const engine = createSigningEngine({ privateHosts: config.privateHosts })
  closers.add(engine.close)
  const antivirus = config.clamd === undefined ? null : createClamd(config.clamd)
  const outside = { db: kysely, store, antivirus, renderer, filler, engine, keys, clock: () => new Date() }
  const deps: AppDeps = {
    ...outside,
    config,
    bus: database,
    queue,
    origin: () => publicOrigin(config, listening.port),
    mail: null,
    mailSetup: { environment: null, name: undefined, changed: async () => {} },
    timeZone: config.timeZone ?? null,
    pageCache: createPageCache({ ...(await pageCacheFolder(config, keys)), maxBytes: pageCacheBytes, renderer }),
    logger: { level: config.logLevel },
    webFolder: options.webFolder ?? fileURLToPath(new URL('../../web/dist', import.meta.url)),
    setupCode: isPrivate(config) ? null : createSetupCode(),
    prepareSampleData: sampleDataPreparer(outside),
    checks: { database: database.ping, storage: async () => store.ping(), queue: async () => queue.ping() },
    softChecks: antivirus === null ? {} : { antivirus: antivirus.ping },
    checkReplies: false,
  }
  const name = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).hostname
  closers.add(await connectMail(deps, { environment: config.mail ?? null, name }))
  const missingRole = database.rowSecurity ? undefined : database.companyRole
  return { deps, queue, listening, isEmbedded: kind === 'embedded', missingRole }
}

/** Opens everything and listens. If a step fails, closes what was opened and throws the error. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config } = options
  const closers = createClosers()
  const { logger, attach } = createDatabaseLogger()
  try {
    const { deps, queue, listening, isEmbedded, missingRole } = await openDeps(options, closers, logger)
    await createAdmin(deps, config.admin)
    const app = await buildApp(deps)
    attach(app.log)
    // Closed in reverse order: requests end before jobs.
    closers.add(async () => queue.stop())
    closers.add(async () => app.close())
    // An embedded database and its files have no other user: whatever is unfinished now was left by a crash.
    await sweep(deps, app.log, isEmbedded ? 0 : undefined)
    await queue.start()
    await scheduleSweeps(queue, deps, app.log)
    await workTallies(queue, deps)
    await workTemplates(queue, deps, { alone: isEmbedded })
    await workVerification(queue, { ...deps, verdicts: createVerdicts(deps) })
    await app.listen({ port: config.port, host: config.host })
    listening.port = (app.server.address() as AddressInfo).port
    // After listening, because letters contain the address.
    await workEmails(queue, deps)
    await workAccounts(queue, deps)
    const history = {
      ...deps,
      // The current one: an admin may change it while the server runs.
      get mail() {
        return deps.mail
      },
      log: app.log,
      markFile: markFileOf(config.dataFolder),
      mailTo: config.historyMailTo,
    }
    await scheduleRoots(queue, history)
    const url = deps.origin()
    const setup = (await needsSetup(deps.db)) ? { url: `${url}/bienvenida`, code: deps.setupCode } : undefined
    return { url, setup, missingRole, close: closers.run }
  } catch (error) {
    await closers.run().catch(() => {})
    throw error
  }
}
