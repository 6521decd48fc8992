import type { DatabaseLogger, OpenDatabase } from '@foja/db/database-port'
import { openDatabase } from '@foja/db/open-database'
import { createPgBossQueue } from '@foja/jobs/pg-boss-queue'
import { withoutExamples } from '@foja/mail/example-address'
import { createSmtpMailer } from '@foja/mail/smtp-mailer'
import { createPageCache } from '@foja/pdf/cache'
import { createFiller } from '@foja/pdf/filler'
import { createRenderer } from '@foja/pdf/renderer'
import { openDiskStore } from '@foja/storage/disk-store'
import type { FastifyBaseLogger } from 'fastify'
import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicOrigin } from './public-origin.ts'
import { buildApp } from './app.ts'
import { isPrivate, type Config } from './config.ts'
import type { AppDeps } from './deps.ts'
import { createSigningEngine } from './signing-worker/signing-engine.ts'
import { loadKeys } from './keys.ts'
import { accountJobs, workAccounts } from './modules/identity/account/account-jobs.ts'
import { emailJobs, workEmails } from './modules/delivery/email-jobs.ts'
import { checkInstallation, checkKeys } from './modules/setup/maintenance/installation.ts'
import { scheduleSweeps, sweep, sweepJob } from './modules/setup/maintenance/sweep.ts'
import { completeSetup, needsSetup } from './modules/setup/complete-setup.ts'
import { templateJobs, workTemplates } from './modules/templates/batch-jobs.ts'
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

function mailOf({ mail, publicUrl }: Config): AppDeps['mail'] {
  if (mail === undefined) return null
  const name = publicUrl === undefined ? {} : { name: new URL(publicUrl).hostname }
  return { mailer: withoutExamples(createSmtpMailer({ server: mail.server, ...name })), from: mail.from }
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
  const { kysely, kind } = database
  const queue = createPgBossQueue({
    database: kysely,
    kind,
    names: [sweepJob, tallyJob, ...templateJobs, ...emailJobs, ...accountJobs, ...verificationJobs],
    logger,
  })
  const files = join(config.dataFolder, 'files')
  const store = await openDiskStore(files)
  // Inside the folder of the files, so that a copy of them includes it.
  await checkInstallation({ db: kysely, store }, join(files, 'installation'))
  await checkKeys(kysely, keys.session.id)
  const renderer = await createRenderer()
  closers.add(renderer.close)
  const filler = await createFiller()
  closers.add(filler.close)
  const engine = createSigningEngine({ privateHosts: config.privateHosts })
  closers.add(engine.close)
  const cacheFolder = join(config.dataFolder, 'cache')
  const outside = { db: database.kysely, store, renderer, filler, engine, keys, clock: () => new Date() }
  const deps: AppDeps = {
    ...outside,
    config,
    bus: database,
    queue,
    origin: () => publicOrigin(config, listening.port),
    mail: mailOf(config),
    timeZone: config.timeZone ?? null,
    pageCache: createPageCache({ folder: cacheFolder, maxBytes: pageCacheBytes, renderer }),
    logger: { level: config.logLevel },
    webFolder: options.webFolder ?? fileURLToPath(new URL('../../web/dist', import.meta.url)),
    setupCode: isPrivate(config) ? null : createSetupCode(),
    prepareSampleData: sampleDataPreparer(outside),
    checks: { database: database.ping, storage: async () => store.ping(), queue: async () => queue.ping() },
    checkReplies: false,
  }
  return { deps, queue, listening, isEmbedded: kind === 'embedded' }
}

/** Opens everything and listens. If a step fails, closes what was opened and throws the error. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config } = options
  const closers = createClosers()
  const { logger, attach } = createDatabaseLogger()
  try {
    const { deps, queue, listening, isEmbedded } = await openDeps(options, closers, logger)
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
    // After listening, because messages contain the address.
    await workEmails(queue, deps)
    await workAccounts(queue, deps)
    const url = deps.origin()
    const setup = (await needsSetup(deps.db)) ? { url: `${url}/bienvenida`, code: deps.setupCode } : undefined
    return { url, setup, close: closers.run }
  } catch (error) {
    await closers.run().catch(() => {})
    throw error
  }
}
