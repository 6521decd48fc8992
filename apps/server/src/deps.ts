import type { OpenDatabase } from '@foja/db/database-port'
import type { Database } from '@foja/db/schema'
import type { Queue } from '@foja/jobs/queue'
import type { FastifyServerOptions } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { MailAddress } from '@foja/mail/address'
import type { Mailer } from '@foja/mail/mailer'
import type { SmtpServer } from '@foja/mail/smtp-url'
import type { ObjectStore } from '@foja/storage/object-store'
import type { Fetcher } from '@foja/pades/net/fetcher'
import type { PageCache } from '@foja/pdf/cache'
import type { Filler } from '@foja/pdf/filler'
import type { Renderer } from '@foja/pdf/renderer'
import type { Config } from './config.ts'
import type { HttpLimits } from './http/limits.ts'
import type { SigningEngine } from './signing-worker/signing-engine.ts'
import type { ServerKeys } from './keys.ts'
import type { Antivirus } from './lib/antivirus.ts'
import type { DiskSpace } from './lib/disk-space.ts'
import type { Metrics } from './lib/metrics.ts'
import type { Tracing } from './lib/tracing.ts'

/** The current time, so that tests can move it. */
export type Clock = () => Date

/**
 * Inserts a company of made-up users, separate from all others. Runs inside the transaction that creates the first
 * company and its admin, so that a failure leaves neither.
 */
export type AddSampleOffice = (
  trx: Transaction<Database>,
  admin: { id: string; nombre: string; email: string },
) => Promise<void>

/** Prepares the sample (files are stored before the transaction) and returns the function that inserts it. */
export type PrepareSampleData = () => Promise<AddSampleOffice>

/** A mail server and the sender of all messages. */
export type MailServer = { server: SmtpServer; from: MailAddress }

/** Where the mail server comes from. */
export type MailSetup = {
  /** The server of SMTP_URL, which replaces the stored one; null: not set. */
  environment: MailServer | null
  /** Name sent in EHLO; undefined: this computer's. */
  name: string | undefined
  /** Makes every process of the installation use the stored settings. */
  changed: () => Promise<void>
}

/** All external dependencies of the server, chosen at start; modules pick what they use. */
export type AppDeps = {
  config: Pick<Config, 'publicUrl' | 'host'> &
    Partial<Pick<Config, 'oidc' | 'trustedProxies' | 'securityContact' | 'role' | 'backup'>>
  /** Of `withSeal`, with the key of `keys`. */
  db: Kysely<Database>
  keys: ServerKeys
  /** Messages between all processes on the same database. */
  bus: Pick<OpenDatabase, 'listen' | 'notify'>
  /** What kind of database it is, and its connections. */
  database: Pick<OpenDatabase, 'kind' | 'connections'>
  /** Background jobs. */
  queue: Pick<Queue, 'enqueue' | 'counts' | 'ping' | 'failed' | 'retry' | 'discard'>
  /** Bytes of the disk with the data folder. */
  diskSpace: () => Promise<DiskSpace>
  /** The numbers that `/metrics` reports, and its token; null: there is no such page. */
  metrics: { numbers: Metrics; token: string } | null
  /** Spans for a collector; null: none. */
  tracing: Tracing | null
  /** Public address for links in messages, without a trailing slash. */
  origin: () => string
  /** Mailer and sender, replaced when an admin changes them; null: none, messages stay in the outbox. */
  mail: { mailer: Mailer; from: MailAddress } | null
  mailSetup: MailSetup
  /** Zone (IANA name) of times in messages; null: the zone in which they were chosen. */
  timeZone: string | null
  store: ObjectStore
  /** Scans uploads; null if none is configured. */
  antivirus: Antivirus | null
  renderer: Pick<
    Renderer,
    'inspect' | 'decodePicture' | 'unlock' | 'renderPage' | 'pageText' | 'searchText' | 'compareRevisions'
  >
  pageCache: PageCache
  /** Detects and fills PDF fields. */
  filler: Pick<Filler, 'detectFields' | 'fill'>
  engine: SigningEngine
  /** Sends webhooks, to public addresses and configured private ones only; follows no redirect. */
  webhookFetcher: Fetcher
  clock: Clock
  logger: FastifyServerOptions['logger']
  webFolder: string
  /** Required by the first setup; null if only this computer reaches the server. */
  setupCode: string | null
  prepareSampleData: PrepareSampleData
  /** Readiness checks by name; each throws on failure. */
  checks: Record<string, () => Promise<void>>
  /** Checks whose failure is shown, while the server stays ready. */
  softChecks: Record<string, () => Promise<void>>
  /** Aborted when the process was told to stop; it serves requests for a while after that. */
  goingAway: AbortSignal
  /** Changes limits of requests and connections; for tests. */
  limits?: Partial<HttpLimits>
  /** Validates each reply against its contract; for tests. */
  checkReplies: boolean
}
