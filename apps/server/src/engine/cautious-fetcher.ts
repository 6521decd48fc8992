import { hostOf, NetworkError, type Fetcher, type FetchReply, type FetchRequest } from '@foja/pades/net/fetcher'
import { parseOcspResponse } from '@foja/pades/ocsp/response'
import { createHash } from 'node:crypto'
import { putNewest } from './put-newest.ts'

type Answer = { until: number; reply: FetchReply }
type Silence = { until: number; error: NetworkError }

/** How long a server that does not answer is left alone, and a question that got no good answer is not repeated. */
const silenceMs = 60_000
/** An answer serves no longer than this, whatever its responder says: a revocation should show within the hour. */
const longestMs = 3_600_000
const mostEntries = 500

/** Any address of a server that is down would fail; the rest is about one address. */
const ofTheHost: ReadonlySet<string> = new Set(['unreachable', 'timeout'])

function keyOf({ method, url, body }: FetchRequest): string {
  const digest = body === undefined ? '' : createHash('sha256').update(body).digest('base64url')
  return `${method} ${url} ${digest}`
}

/** Milliseconds until when an OCSP answer holds; null for anything else and for one that does not say. */
function nextUpdateOf(reply: FetchReply): number | null {
  try {
    const updates = parseOcspResponse(reply.body).responses.map(({ nextUpdate }) => nextUpdate?.getTime() ?? 0)
    return updates.length === 0 ? null : Math.min(...updates)
  } catch {
    return null
  }
}

/**
 * A fetcher for views of documents: OCSP answers serve until their nextUpdate, and a server that did not answer is not
 * asked again for a minute, so that it slows down one view and not all. What is kept is judged anew at each use.
 * `again` asks whatever is remembered, and remembers the outcome.
 * @param clock milliseconds; default the system's
 */
export function createCautiousFetcher(fetcher: Fetcher, clock: () => number = Date.now): Fetcher & { again: Fetcher } {
  const answers = new Map<string, Answer>()
  const silences = new Map<string, Silence>()

  function keep(key: string, request: FetchRequest, reply: FetchReply): void {
    const now = clock()
    if (reply.status !== 200) return putNewest(answers, key, { until: now + silenceMs, reply }, mostEntries)
    // Lists and certificates have a cache of their own.
    const nextUpdate = request.method === 'POST' ? nextUpdateOf(reply) : null
    if (nextUpdate !== null)
      putNewest(answers, key, { until: Math.min(nextUpdate, now + longestMs), reply }, mostEntries)
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
        putNewest(silences, ofTheHost.has(error.code) ? host : key, { until: clock() + silenceMs, error }, mostEntries)
      }
      throw error
    }
  }

  async function askUnlessKnown(request: FetchRequest): Promise<FetchReply> {
    const [key, host] = [keyOf(request), hostOf(request.url)]
    const silence = [host, key].map((each) => silences.get(each)).find((each) => (each?.until ?? 0) > clock())
    if (silence !== undefined) throw silence.error
    const known = answers.get(key)
    return known !== undefined && known.until > clock() ? known.reply : await ask(key, request)
  }

  return Object.assign(askUnlessKnown, { again: async (request: FetchRequest) => await ask(keyOf(request), request) })
}
