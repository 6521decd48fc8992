import type { Database } from '@foja/db/schema'
import type { FastifyServerOptions } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import type { ServerKeys } from './keys.ts'
import type { LoadSampleData } from './modules/setup/sample-data.ts'

/** The time, so that tests can move it. */
export type Clock = () => Date

/** Everything that the server needs from outside, chosen once at start; modules take the part that they use. */
export type AppDeps = {
  config: Pick<Config, 'publicUrl' | 'host'>
  db: Kysely<Database>
  keys: ServerKeys
  clock: Clock
  logger: FastifyServerOptions['logger']
  /** Folder of the built web application. */
  webFolder: string
  /** Asked for by the first set-up; null when only this computer reaches the server. */
  setupCode: string | null
  loadSampleData: LoadSampleData
  /** What must work for the next request to be served, by name; each throws when it does not. */
  checks: Record<string, () => Promise<void>>
  /** Checks each reply against its contract: for tests. */
  checkReplies: boolean
}
