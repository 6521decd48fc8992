import { hostOf, NetworkError, type Fetcher, type FetchReply, type FetchRequest } from '@foja/pades/net/fetcher'
import { parseOcspResponse } from '@foja/pades/ocsp/response'
import { createHash } from 'node:crypto'
import { lruSet } from '../lib/lru-map.ts'

type Answer = { until: number; reply: FetchReply }
type Silence = { until: number; error: NetworkError }

/** How long a server that did not answer, or a request that was refused, is not asked again. */
const silenceMs = 60_000
/** Upper limit for a cached answer, whatever its responder says: a revocation should show within the hour. */
const longestMs = 3_600_000
const mostEntries = 500

/** These errors concern the whole host; all others concern one address. */
const hostErrors: ReadonlySet<string> = new Set(['unreachable', 'timeout'])

function keyOf({ method, url, body }: FetchRequest): string {
  const digest = body === undefined ? '' : createHash('sha256').update(body).digest('base64url')
  return `${method} ${url} ${digest}`
}

/** Earliest `nextUpdate` of an OCSP response, in milliseconds; null for other answers; 0 when it is missing. */
function nextUpdateOf(reply: FetchReply): number | null {
  try {
    const updates = parseOcspResponse(reply.body).responses.map(({ nextUpdate }) => nextUpdate?.getTime() ?? 0)
    return updates.length === 0 ? null : Math.min(...updates)
  } catch {
    return null
  }
}

/**
 * A fetcher for views of documents. It caches OCSP answers until their nextUpdate, and does not ask a server that did
 * not answer again for a minute, so that it slows down one view and not all. Cached answers are validated at each use.
 * `again` bypasses the cache and updates it.
 * @param clock milliseconds; default the system's
 */
export function createCircuitBreakerFetcher(
  fetcher: Fetcher,
  clock: () => number = Date.now,
): Fetcher & { again: Fetcher } {
  const answers = new Map<string, Answer>()
  const silences = new Map<string, Silence>()

  function keep(key: string, request: FetchRequest, reply: FetchReply): void {
    const now = clock()
    if (reply.status !== 200) return lruSet(answers, key, { until: now + silenceMs, reply }, mostEntries)
    // Lists and certificates have their own cache.
    const nextUpdate = request.method === 'POST' ? nextUpdateOf(reply) : null
    if (nextUpdate !== null) lruSet(answers, key, { until: Math.min(nextUpdate, now + longestMs), reply }, mostEntries)
  }

  async function ask(key: string, request: FetchRequest): Promise<FetchReply> {
    const host = hostOf(request.url)
    try {
      const reply = await fetcher(request)
      for (const each of [host, key]) silences.delete(each)
      keep(key, request, reply)
      return reply
    } catch (error) {
      if (error instanceof NetworkError) {
        lruSet(silences, hostErrors.has(error.code) ? host : key, { until: clock() + silenceMs, error }, mostEntries)
      }
      throw error
    }
  }

  async function askUnlessCached(request: FetchRequest): Promise<FetchReply> {
    const [key, host] = [keyOf(request), hostOf(request.url)]
    const silence = [host, key].map((each) => silences.get(each)).find((each) => (each?.until ?? 0) > clock())
    if (silence !== undefined) throw silence.error
    const known = answers.get(key)
    return known !== undefined && known.until > clock() ? known.reply : await ask(key, request)
  }

  return Object.assign(askUnlessCached, { again: async (request: FetchRequest) => await ask(keyOf(request), request) })
}
