import { lookup as lookupName } from 'node:dns/promises'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isPublicAddress } from './addresses.ts'
import { NetworkError } from './fetcher.ts'
import type { Fetcher, FetchReply, FetchRequest } from './fetcher.ts'

/** An address of a host; `family` is 4 or 6. */
export type ResolvedAddress = { address: string; family: number }

/** Limits of the fetcher, times in milliseconds; each has a default. */
export type HttpFetcherOptions = {
  /** Hosts, or `host:port`, that may have a private address: services of the own network. */
  allowPrivate?: readonly string[]
  /** Of the whole request, including name resolution, redirects and retries; default 15,000. */
  timeoutMs?: number
  /** Number of retries after a harmless failure; default 2. */
  retries?: number
  /** First pause before a retry, doubled each time; default 250. */
  pauseMs?: number
  /** Number of redirects that are followed; default 3. */
  redirects?: number
  /** Default 'Foja'. */
  userAgent?: string
  /** Default: the system's resolver. */
  resolve?: (host: string) => Promise<ResolvedAddress[]>
}

const redirectStatuses = new Set([301, 302, 307, 308])
/** Statuses of a temporarily unavailable server or proxy. */
const passing = new Set([502, 503, 504])

type Settings = Required<Omit<HttpFetcherOptions, 'allowPrivate'>> & { allowed: ReadonlySet<string> }

/**
 * A failure after which a retry is safe: no answer, and nothing executed twice. A name with a private address counts as
 * one, so that neither the time nor the number of lookups tells it from an unreachable name.
 */
class TransientError extends NetworkError {}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase()
const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.hostname === '') throw new NetworkError('url_not_supported', url?.host ?? '')
  // credentials in a URL end up in logs and error reports; they are passed separately
  if (url.username !== '' || url.password !== '') throw new NetworkError('url_not_supported', url.host)
  return url
}

/** Target of a redirect. Never from https to http: private requests are not repeated in the clear. */
export function redirectTarget(from: URL, location: string | undefined): URL {
  if (!location || !URL.canParse(location, from.href)) throw new NetworkError('redirect', from.host)
  const target = parseUrl(new URL(location, from).href)
  if (from.protocol === 'https:' && target.protocol !== 'https:') throw new NetworkError('redirect', target.host)
  return target
}

/** The checked addresses of a host: a name with one forbidden address is refused. */
async function addressesOf(url: URL, settings: Settings): Promise<ResolvedAddress[]> {
  const host = bareHost(url)
  const isAllowed = settings.allowed.has(host) || settings.allowed.has(`${host}:${portOf(url)}`)
  const literal = isIP(host)
  const addresses = literal > 0 ? [{ address: host, family: literal }] : await resolveName(url, host, settings)
  if (isAllowed || addresses.every(({ address }) => isPublicAddress(address))) return addresses
  const ErrorClass = literal > 0 ? NetworkError : TransientError
  throw new ErrorClass('address_forbidden', url.host)
}

async function resolveName(url: URL, host: string, settings: Settings): Promise<ResolvedAddress[]> {
  try {
    const addresses = await settings.resolve(host)
    if (addresses.length > 0) return addresses
  } catch (error) {
    throw new TransientError('unreachable', url.host, { cause: error })
  }
  throw new NetworkError('unreachable', url.host)
}

/** Connects only to the checked addresses: the name is not resolved again. */
function pinned(addresses: ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
}

function headersOf(request: FetchRequest, url: URL, origin: string, settings: Settings): Record<string, string> {
  const { accept = '*/*', headers: further = {} } = request
  const headers: Record<string, string> = { ...further, 'user-agent': settings.userAgent, accept }
  if (request.body) {
    headers['content-type'] = request.contentType ?? 'application/octet-stream'
    headers['content-length'] = String(request.body.length)
  }
  // the redirect target was not trusted with the password
  if (request.authorization && url.origin === origin) headers['authorization'] = request.authorization
  return headers
}

async function readBody(response: IncomingMessage, host: string, maxBytes: number): Promise<Uint8Array> {
  if (maxBytes === 0) {
    response.destroy()
    return new Uint8Array()
  }
  const tooLarge = (): never => {
    response.destroy()
    throw new NetworkError('too_large', host)
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) tooLarge()
    chunks.push(chunk)
  }
  if (!response.complete) throw new NetworkError('unreachable', host)
  return Buffer.concat(chunks)
}

type Exchange = { url: URL; addresses: ResolvedAddress[]; headers: Record<string, string>; signal: AbortSignal }

/** Sends one request over its own connection (no pool, no proxy from the environment). */
function send(request: FetchRequest, { url, addresses, headers, signal }: Exchange): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  const options = { method: request.method, headers, agent, signal, lookup: pinned(addresses) }
  return new Promise((resolve, reject) => {
    const outgoing = isSecure
      ? httpsRequest(url, { ...options, rejectUnauthorized: true }, resolve)
      : httpRequest(url, options, resolve)
    let isConnected = false
    outgoing.on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
    outgoing.on('error', (cause) => {
      const isHarmless = !isConnected || request.method === 'GET'
      const ErrorClass = isHarmless ? TransientError : NetworkError
      reject(new ErrorClass('unreachable', url.host, { cause }))
    })
    outgoing.end(request.body)
  })
}

async function exchange(request: FetchRequest, settings: Settings, signal: AbortSignal): Promise<FetchReply> {
  let url = parseUrl(request.url)
  const { origin } = url
  for (let hops = 0; ; hops++) {
    const addresses = await addressesOf(url, settings)
    const headers = headersOf(request, url, origin, settings)
    const response = await send(request, { url, addresses, headers, signal })
    const status = response.statusCode ?? 0
    if (redirectStatuses.has(status) || status === 303) {
      response.destroy()
      // 303 requires a GET, which would be another request (RFC 9110 §15.4.4); long chains are refused
      if (hops >= settings.redirects || (status === 303 && request.method === 'POST'))
        throw new NetworkError('redirect', url.host)
      url = redirectTarget(url, response.headers.location)
      continue
    }
    const body = await readBody(response, url.host, request.maxBytes)
    const contentType = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
    return { status, contentType, body }
  }
}

/** Ends a wait that cannot be cancelled (name resolution) at the time limit. */
function withDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

async function fetchWithRetries(request: FetchRequest, settings: Settings): Promise<FetchReply> {
  const host = parseUrl(request.url).host
  const signal = AbortSignal.timeout(settings.timeoutMs)
  try {
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= settings.retries
      try {
        const reply = await withDeadline(exchange(request, settings, signal), signal)
        if (isLast || request.method !== 'GET' || !passing.has(reply.status)) return reply
      } catch (error) {
        if (isLast || signal.aborted || !(error instanceof TransientError)) throw error
      }
      await pause(settings.pauseMs * 2 ** attempt, undefined, { signal })
    }
  } catch (error) {
    if (signal.aborted) throw new NetworkError('timeout', host, { cause: error })
    if (error instanceof NetworkError) throw error
    throw new NetworkError('unreachable', host, { cause: error })
  }
}

/**
 * The fetcher for servers. URLs come from untrusted certificates, so it only uses http and https, resolves names
 * itself, refuses private addresses (`address_forbidden`) unless the operator allowed the host, connects to the checked
 * addresses, checks each redirect again, and limits size and time. It ignores proxies, cookies and
 * credentials in URLs. Failed lookups and connections, and for GET also broken ones and 502, 503, 504, are retried
 * after growing pauses.
 */
export function createHttpFetcher(options: HttpFetcherOptions = {}): Fetcher {
  const settings: Settings = {
    allowed: new Set((options.allowPrivate ?? []).map((host) => host.replace(/^\[(.*)\]/, '$1').toLowerCase())),
    timeoutMs: options.timeoutMs ?? 15_000,
    retries: options.retries ?? 2,
    pauseMs: options.pauseMs ?? 250,
    redirects: options.redirects ?? 3,
    userAgent: options.userAgent ?? 'Foja',
    resolve: options.resolve ?? ((host) => lookupName(host, { all: true })),
  }
  return (request) => fetchWithRetries(request, settings)
}
