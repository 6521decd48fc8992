import type { KeyScope } from '@foja/contracts/key-scopes'
import type { Actor } from '@foja/contracts/policies'
import type { FastifyBaseLogger } from 'fastify'
import type { AppDeps } from './deps.ts'
import type { Locale } from './texts/locale.ts'

/** The user of a request, read from the rows of the user and of the session or API key. */
export type SessionActor = Actor & {
  nombre: string
  email: string
  /** Id of the session, or of the API key. */
  session: string
  /** Present: the request was sent with an API key, which allows these calls. */
  key?: { scopes: readonly KeyScope[] }
  /** The company requires a second factor that they have not set up. */
  lacksTotp: boolean
}

/**
 * First parameter of every use case: the dependencies of the server, and the caller of one request. `actor` is null for
 * public endpoints without a session.
 */
export type Ctx<A extends SessionActor | null = SessionActor> = AppDeps & {
  actor: A
  /** Shown in problems and in the log. */
  requestId: string
  /** Client address, behind a trusted proxy the forwarded one. */
  ip: string
  /** User-Agent header. */
  userAgent: string | null
  locale: Locale
  /** IANA zone that the browser named; null if it named none or an unknown one. `timeZone` is the configured one. */
  browserZone: string | null
  /** Writes to the log with the id of the request. */
  log: FastifyBaseLogger
}
