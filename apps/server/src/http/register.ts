import type { Endpoint, Schema } from '@foja/contracts/endpoint'
import { can, policies } from '@foja/contracts/policies'
import { runForCompany } from '@foja/db/company-scope'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { AppDeps } from '../deps.ts'
import type { SessionActor } from '../context.ts'
import type { BinaryBody, Handler, Input, ReadReturned, StatusOf } from './endpoint-types.ts'
import { namedTimeZone, pickLocale } from '../texts/locale.ts'
import { allowKey, bearsKey } from './key-limits.ts'
import { allowBody, isMultipart, type BodyRule } from './admission.ts'
import { jsonLimits } from './limits.ts'
import { partsReader } from './multipart.ts'
import { validate } from './validate.ts'
import { ProblemError } from './problem.ts'
import { note } from './request-facts.ts'
import { parseBody } from './parse-body.ts'
import { filePolicy } from './security.ts'

export type ApiOptions = {
  deps: AppDeps
  /** Returns the user of a request by its bearer token; throws `unauthenticated`, or `key_refused` for an API key. */
  authenticate: (request: FastifyRequest) => Promise<SessionActor>
  /** Requires that the caller is unchanged since the request began; throws `unauthenticated` or `forbidden`. */
  requireSameActor: (actor: SessionActor) => Promise<void>
  /** Requires the token of a recipient that can read their request; throws `not_found`. */
  requireRecipient: (token: string) => Promise<void>
}

export type Api = {
  /** `readReturned` is required for endpoints with `returned`. */
  route: <const E extends Endpoint, S extends StatusOf<E>>(
    endpoint: E,
    handler: Handler<E, S>,
    readReturned?: ReadReturned<E>,
  ) => void
}

function parse(schema: Schema | undefined, value: unknown): unknown {
  return schema === undefined ? undefined : validate(schema, value)
}

/** What a path cannot name does not exist: a mistyped or cut address is no fault in a form. */
function parseParams(schema: Schema | undefined, value: unknown): unknown {
  try {
    return parse(schema, value)
  } catch (error) {
    throw error instanceof ProblemError ? new ProblemError('not_found') : error
  }
}

/**
 * Refuses cross-site requests and prefetching for GETs that write. All current browsers send Fetch Metadata, and pages
 * cannot forge it.
 */
function refuseUnintended(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, 'sec-purpose': secPurpose, purpose } = request.headers
  const prefetch = [secPurpose, purpose].some((value) => String(value ?? '').includes('prefetch'))
  if (site === 'cross-site' || prefetch) throw new ProblemError('forbidden')
}

async function authenticate(request: FastifyRequest, options: ApiOptions): Promise<SessionActor> {
  const actor = await options.authenticate(request)
  // Also for those who are refused next.
  allowBody(request, { ...jsonLimits.signedIn, signedIn: true })
  note(request, actor.key === undefined ? { user: actor.id } : { user: actor.id, key: actor.session })
  return actor
}

/** For public endpoints: an invalid token, one that lacks the second factor, or an API key counts as none. */
async function ifSignedIn(request: FastifyRequest, options: ApiOptions): Promise<SessionActor | null> {
  if (bearsKey(request)) return null
  try {
    const actor = await authenticate(request, options)
    return actor.lacksTotp ? null : actor
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'unauthenticated') return null
    throw error
  }
}

/** True if anyone may call it, without a session. */
const isOpen = ({ policy }: Endpoint) => policy === 'public' || policy === 'setup'

async function identify(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ApiOptions,
): Promise<SessionActor | null> {
  if (endpoint.session === 'optional') return await ifSignedIn(request, options)
  if (isOpen(endpoint)) return null
  if (endpoint.policy === 'recipient') {
    await options.requireRecipient(String(request.headers['x-recipient'] ?? ''))
    return null
  }
  const actor = await authenticate(request, options)
  await allowKey(options.deps, endpoint, actor, reply)
  if (actor.lacksTotp && endpoint.beforeTotp !== true) throw new ProblemError('totp_setup_required')
  // Refused even for own objects: nothing more to check.
  if (!can(endpoint.policy, actor)) throw new ProblemError('forbidden')
  return actor
}

/**
 * The company whose rows the database shows to a request; null: every row. Admins administer every company; public
 * calls find objects by secrets (links, codes) before any company is known.
 */
function companyOf(endpoint: Endpoint, actor: SessionActor | null): string | null {
  if (actor === null || actor.role === 'admin' || endpoint.policy === 'public') return null
  // Null would show every row. The database allows it to admins only.
  if (actor.id_company === null) throw new Error(`the user ${actor.id} has no company and is no admin`)
  return actor.id_company
}

/** A stream is read after the handler has returned, from the socket's events: it keeps the context of the request. */
function keepContext(stream: Readable): Readable {
  const inContext = AsyncLocalStorage.snapshot()
  const read = stream._read.bind(stream)
  stream._read = (size) => inContext(() => read(size))
  return stream
}

/** Content-Disposition of a download; names that are not ASCII in RFC 8187 form. */
export function attachment(filename: string): string {
  const ascii = filename
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** True if the client has this version already (RFC 9110, 13.1.2: weak comparison). */
function isCurrent({ headers }: FastifyRequest, etag: string | undefined): boolean {
  const known = headers['if-none-match']
  if (known === undefined || etag === undefined) return false
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function sendBinary(request: FastifyRequest, reply: FastifyReply, body: BinaryBody): FastifyReply {
  if (isCurrent(request, body.headers?.['etag'])) {
    if (body.stream instanceof Readable) body.stream.destroy()
    return reply
      .code(304)
      .headers(body.headers ?? {})
      .send()
  }
  reply.headers({
    'content-type': body.type,
    'content-security-policy': filePolicy,
    ...(body.length === undefined ? {} : { 'content-length': String(body.length) }),
    ...(body.filename === undefined ? {} : { 'content-disposition': attachment(body.filename) }),
    ...body.headers,
  })
  return reply.send(body.stream instanceof Readable ? keepContext(body.stream) : Buffer.from(body.stream))
}

/** Distinguishes replies that may be JSON or binary; our JSON bodies have no `stream`. */
function isBinary(body: unknown): body is BinaryBody {
  const { stream } = (body ?? {}) as Partial<BinaryBody>
  return stream instanceof Readable || stream instanceof Uint8Array
}

function send(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body }: { status: number; body: unknown },
  check: boolean,
): FastifyReply {
  const declared = endpoint.replies[status]
  if (declared === undefined) throw new Error(`${endpoint.name} answers ${status}, which its contract does not declare`)
  reply.code(status)
  if ('binary' in declared && isBinary(body)) return sendBinary(request, reply, body)
  const schema = 'binary' in declared ? declared.json : declared
  if (schema === undefined) throw new Error(`${endpoint.name} answers JSON, which its contract does not declare`)
  if (check) {
    const parsed = z.safeParse(schema, body)
    if (!parsed.success) {
      throw new Error(`${endpoint.name} breaks its contract: ${z.prettifyError(parsed.error)}`)
    }
  }
  return reply.type('application/json').send(JSON.stringify(body))
}

/** A request whose caller is known. `arrived`: its body was complete by then. */
type Identified = { route: Route; actor: SessionActor | null; arrived: boolean }

type Route = {
  endpoint: Endpoint
  answer: (request: FastifyRequest, reply: FastifyReply, actor: SessionActor | null) => Promise<FastifyReply>
}

/** Of two endpoints with the same method and path, picks the one for the content type of the request. */
function pickRoute(routes: readonly Route[], request: FastifyRequest): Route {
  const multipart = isMultipart(request)
  return routes.find(({ endpoint }) => (endpoint.multipart !== undefined) === multipart) ?? routes[0]!
}

function bodyRule(endpoint: Endpoint, actor: SessionActor | null): BodyRule {
  const { bodyBytes } = endpoint
  const usual = isOpen(endpoint) ? jsonLimits.public : jsonLimits.signedIn
  const signedIn = actor !== null
  return bodyBytes === undefined ? { ...usual, signedIn } : { ...jsonLimits.large, bytes: bodyBytes, signedIn }
}

function addRoute(app: FastifyInstance, known: Map<string, Route[]>, route: Route, options: ApiOptions): void {
  const { name, method, path, multipart } = route.endpoint
  const routes = known.get(`${method} ${path}`)
  if (routes?.some(({ endpoint }) => (endpoint.multipart === undefined) === (multipart === undefined)) === true) {
    throw new Error(`${name} cannot be distinguished from the other endpoint at ${method} ${path}`)
  }
  if (routes !== undefined) return void routes.push(route)
  const all = [route]
  known.set(`${method} ${path}`, all)
  const identified = new WeakMap<FastifyRequest, Identified>()
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    // Before the body is read, so that only users of this server can send more than a public call takes.
    onRequest: async (request, reply) => {
      const picked = pickRoute(all, request)
      if (picked.endpoint.writes === true) refuseUnintended(request)
      const actor = await identify(picked.endpoint, request, reply, options)
      allowBody(request, bodyRule(picked.endpoint, actor))
      identified.set(request, { route: picked, actor, arrived: request.raw.complete })
    },
    handler: async (request, reply) => {
      const { route: picked, actor, arrived } = identified.get(request)!
      // A reader of multipart bodies checks again when everything has arrived.
      if (actor !== null && !arrived && picked.endpoint.multipart === undefined) await options.requireSameActor(actor)
      return await picked.answer(request, reply, actor)
    },
  })
}

/** Where modules register their endpoints: `api.route(endpoint, handler)`. */
export function createApi(app: FastifyInstance, options: ApiOptions): Api {
  const known = new Map<string, Route[]>()
  return {
    route<const E extends Endpoint, S extends StatusOf<E>>(
      endpoint: E,
      handler: Handler<E, S>,
      readReturned?: ReadReturned<E>,
    ): void {
      if (!Object.hasOwn(policies, endpoint.policy)) throw new Error(`${endpoint.name} has no policy`)
      if ((endpoint.returned === undefined) !== (readReturned === undefined)) {
        throw new Error(`${endpoint.name} needs a reader of its object exactly if its contract has one`)
      }
      const answer: Route['answer'] = async (request, reply, actor) => {
        const { id: requestId, headers, ip, log } = request
        const locale = pickLocale(headers['accept-language'])
        const userAgent = headers['user-agent'] ?? null
        const browserZone = namedTimeZone(headers['time-zone'])
        const input = {
          ctx: { ...options.deps, actor, requestId, ip, userAgent, locale, browserZone, log },
          params: parseParams(endpoint.params, request.params),
          query: parse(endpoint.query, { ...(request.query as object) }),
          headers: parse(endpoint.headers, headers),
          parts:
            endpoint.multipart === undefined
              ? undefined
              : partsReader(request, endpoint.multipart, async () => {
                  if (actor !== null) await options.requireSameActor(actor)
                }),
          request,
          reply: reply as Pick<FastifyReply, 'setCookie'>,
        }
        return await runForCompany(companyOf(endpoint, actor), async () => {
          const body = await parseBody(endpoint, request.body, async (sent) => {
            return (await readReturned?.({ ...(input as unknown as Input<E>), sent })) ?? null
          })
          // Validated by the schemas from which `Input<E>` is inferred.
          const result = await handler({ ...input, body } as Input<E>)
          return send(endpoint, request, reply, result, options.deps.checkReplies)
        })
      }
      addRoute(app, known, { endpoint, answer }, options)
    },
  }
}
