import type { LevelServices, TimestampAuthority } from '@foja/pades/levels'
import type { Fetcher } from '@foja/pades/net/fetcher'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import { limitFetcher } from '@foja/pades/net/limited-fetcher'
import { createValidationCache, type ValidationCache } from '@foja/pades/net/validation-cache'
import type { NetworkRules } from '../protocol.ts'
import { parseAuthorities } from '../parse-authorities.ts'
import type { Authority, SignServices } from '../sign-protocol.ts'

/**
 * Network limits of one task. A file and its certificates name the servers: together with the timeout of the last
 * request this stays below the task's time limit, so that hostile files cannot hold all slots for long.
 */
const limits = { maxQuestions: 300, deadlineMs: 90_000 }

const fetchers = new Map<string, Fetcher>()
/** CRLs and issuers that this thread fetched, kept for its next tasks. */
let cache: ValidationCache | undefined

/** The fetcher of this thread. */
export function fetcherOf({ privateHosts }: NetworkRules): Fetcher {
  const key = privateHosts.join(' ')
  const known = fetchers.get(key)
  if (known !== undefined) return known
  const fetcher = createHttpFetcher({ allowPrivate: privateHosts, userAgent: 'Foja' })
  fetchers.set(key, fetcher)
  return fetcher
}

/** The validation cache of this thread. */
export function sharedCache(): ValidationCache {
  return (cache ??= createValidationCache())
}

function authorityOf({ url, username, password, policy }: Authority): TimestampAuthority {
  return {
    url,
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(policy === null ? {} : { policy }),
  }
}

/** The services of a level; without `services`, those of B-B, which uses no network. */
export function levelServices(services: SignServices | null, rules: NetworkRules): LevelServices {
  const started = Date.now()
  const { tsa = null, anchors = [], timestampAnchors = anchors, intermediates, now = started } = services ?? {}
  return {
    fetcher: limitFetcher(fetcherOf(rules), limits),
    tsa: tsa === null ? null : authorityOf(tsa),
    anchors: parseAuthorities(anchors),
    timestampAnchors: parseAuthorities(timestampAnchors),
    intermediates: parseAuthorities(intermediates),
    // The server's clock, which advances while authorities are asked.
    now: () => new Date(now + (Date.now() - started)),
    cache: sharedCache(),
  }
}
