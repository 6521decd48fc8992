import type { OpenDatabase } from '@foja/db/database-port'
import type { Database } from '@foja/db/schema'
import type { Queue } from '@foja/jobs/queue'
import type { FastifyServerOptions } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { MailAddress } from '@foja/mail/address'
import type { Mailer } from '@foja/mail/mailer'
import type { ObjectStore } from '@foja/storage/object-store'
import type { PageCache } from '@foja/pdf/cache'
import type { Filler } from '@foja/pdf/filler'
import type { Renderer } from '@foja/pdf/renderer'
import type { Config } from './config.ts'
import type { SigningEngine } from './signing-worker/signing-engine.ts'
import type { ServerKeys } from './keys.ts'

/** The time, so that tests can move it. */
export type Clock = () => Date

/**
 * Inserts a company of made-up users, separate from all others. Runs inside the transaction that creates the first company
 * and its admin, so that a failure leaves neither.
 */
export type AddSampleOffice = (
  trx: Transaction<Database>,
  admin: { id: string; nombre: string; email: string },
) => Promise<void>

/** Prepares the sample (files are stored before the transaction) and returns the function that inserts it. */
export type PrepareSampleData = () => Promise<AddSampleOffice>

/** Everything that the server needs from outside, chosen once at start; modules take the part that they use. */
export type AppDeps = {
  config: Pick<Config, 'publicUrl' | 'host'> & Partial<Pick<Config, 'oidc' | 'trustedProxies'>>
  db: Kysely<Database>
  keys: ServerKeys
  /** Messages between all processes on the same database. */
  bus: Pick<OpenDatabase, 'listen' | 'notify'>
  /** Work for later. */
  queue: Pick<Queue, 'enqueue'>
  /** Address under which people reach Foja, for links in messages; without a trailing slash. */
  origin: () => string
  /** How messages go out, and from whom; null where no mail server is set up: then they are kept. */
  mail: { mailer: Mailer; from: MailAddress } | null
  /** Zone (IANA name) in which messages tell their times; null: that of whoever named them. */
  timeZone: string | null
  /** The bytes of documents. */
  store: ObjectStore
  renderer: Pick<Renderer, 'inspect' | 'renderPage' | 'searchText' | 'compareRevisions'>
  pageCache: PageCache
  /** Finds and fills the fields of PDFs. */
  filler: Pick<Filler, 'detectFields' | 'fill'>
  engine: SigningEngine
  clock: Clock
  logger: FastifyServerOptions['logger']
  /** Folder of the built web application. */
  webFolder: string
  /** Asked for by the first set-up; null when only this computer reaches the server. */
  setupCode: string | null
  prepareSampleData: PrepareSampleData
  /** What must work for the next request to be served, by name; each throws when it does not. */
  checks: Record<string, () => Promise<void>>
  /** Checks each reply against its contract: for tests. */
  checkReplies: boolean
}
