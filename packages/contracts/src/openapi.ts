import * as z from 'zod/mini'
import { needsSession, type Endpoint, type Multipart, type Schema } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { keyScopeOf, type KeyScope } from './key-scopes.ts'
import { webhookEvents, webhookMessageSchema, webhookSummary } from './webhooks.ts'
import { correctableCodes, errorStatus, otherStatus, problemSchema, type ErrorCode } from './problem.ts'

export type JsonSchema = Record<string, unknown>
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }
type Content = Record<string, { schema: JsonSchema; encoding?: Record<string, { contentType: string }> }>

export type Operation = {
  /** Name of the call; of the first one when two share method and path. */
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
  /** Codes specific to this call. */
  'x-error-codes': ErrorCode[]
  /** Every call of this method and path, with its policy and the scope that an API key needs; null: no key may make it. */
  'x-calls': { name: string; policy: string; scope: KeyScope | null }[]
}

/** A message of a webhook; any 2xx accepts it. */
type WebhookOperation = {
  summary: string
  requestBody: { required: true; content: Content }
  responses: Record<'2XX', { description: string }>
}

export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  /** Messages that Foja sends, by type. */
  webhooks: Record<string, { post: WebhookOperation }>
  components: Record<string, Record<string, unknown>>
}

/** A zod schema as JSON Schema 2020-12, in its input or output form. */
function toSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

function toParameters(schema: Schema | undefined, place: Parameter['in']): Parameter[] {
  if (schema === undefined) return []
  const json = toSchema(schema, 'input')
  const required = Array.isArray(json['required']) ? json['required'] : []
  return Object.entries((json['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function multipartContent({ minFiles, maxFiles, data }: Multipart): Content {
  const files = { type: 'array', items: { type: 'string', format: 'binary' }, minItems: minFiles, maxItems: maxFiles }
  const properties = data === undefined ? { files } : { files, data: toSchema(data, 'input') }
  const isNeeded = data !== undefined && !z.safeParse(data, undefined).success
  const schema = { type: 'object', properties, required: isNeeded ? ['files', 'data'] : ['files'] }
  // `data` is a JSON text in a part of its own.
  return {
    'multipart/form-data':
      data === undefined ? { schema } : { schema, encoding: { data: { contentType: 'application/json' } } },
  }
}

function contentOf(endpoint: Endpoint): Content {
  if (endpoint.multipart !== undefined) return multipartContent(endpoint.multipart)
  return endpoint.body === undefined ? {} : { 'application/json': { schema: bodySchema(endpoint.body, endpoint) } }
}

/** The body, with the members that are ignored when they are sent back unchanged. */
function bodySchema(body: Schema, { returned }: Endpoint): JsonSchema {
  const schema = toSchema(body, 'input')
  if (returned === undefined) return schema
  const unchanged = Object.keys(returned.shape).map((name) => [name, { readOnly: true }])
  return { ...schema, properties: { ...Object.fromEntries(unchanged), ...(schema['properties'] as JsonSchema) } }
}

/**
 * Security requirements are alternatives: an empty one means that no token is needed, and the names after a scheme are
 * the scopes that it needs (OpenAPI 3.1, 4.8.30).
 */
function securityOf(endpoint: Endpoint): Operation['security'] {
  if (endpoint.session === 'optional') return [{}, { bearer: [] }]
  if (!needsSession(endpoint)) return []
  const scope = keyScopeOf(endpoint)
  return [{ bearer: scope === null ? [] : [scope] }]
}

const problemContent: Content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

/** Codes that any upload may answer. */
const ofFiles = [
  'malformed_request',
  'file_missing',
  'file_empty',
  'file_too_large',
  'too_many_files',
  'storage_full',
] as const

const ofKeys = (endpoint: Endpoint): ErrorCode[] =>
  keyScopeOf(endpoint) === null
    ? ['key_refused', 'key_not_allowed']
    : ['key_refused', 'key_scope_missing', 'too_many_attempts']

/** Codes of a call, including those common to its kind. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const session: ErrorCode[] = needsSession(endpoint) ? ['unauthenticated', 'forbidden', ...ofKeys(endpoint)] : []
  const isNamed = endpoint.params !== undefined || endpoint.policy === 'recipient'
  const named: ErrorCode[] = isNamed ? ['not_found'] : []
  const coded: ErrorCode[] = endpoint.policy === 'recipient' ? ['recipient_code_needed'] : []
  const sent: ErrorCode[] = endpoint.multipart === undefined ? [] : [...ofFiles]
  return [...new Set([...endpoint.errors, ...session, ...named, ...coded, ...sent, 'internal', 'unavailable'] as const)]
}

function errorResponses(codes: readonly ErrorCode[]): Operation['responses'] {
  const byStatus = Map.groupBy(codes, errorStatus)
  return Object.fromEntries(
    Array.from(byStatus, ([status, list]) => [
      String(status),
      { description: list.join(', '), content: problemContent },
    ]),
  )
}

const binary: JsonSchema = { type: 'string', format: 'binary' }

function replyContent(reply: Endpoint['replies'][number]): Content {
  const json = 'binary' in reply ? reply.json : reply
  const bytes: Content =
    'binary' in reply
      ? { [reply.binary]: { schema: reply.data === undefined ? binary : toSchema(reply.data, 'output') } }
      : {}
  return json === undefined ? bytes : { ...bytes, 'application/json': { schema: toSchema(json, 'output') } }
}

function repliesOf(endpoint: Endpoint): Operation['responses'] {
  const replies = Object.entries(endpoint.replies).map(([status, reply]) => {
    return [status, { description: 'OK', content: replyContent(reply) }] as const
  })
  return Object.fromEntries(replies)
}

function toOperation(endpoint: Endpoint): Operation {
  const parameters = [
    ...toParameters(endpoint.params, 'path'),
    ...toParameters(endpoint.query, 'query'),
    ...toParameters(endpoint.headers, 'header'),
  ]
  const content = contentOf(endpoint)
  const codes = errorCodesOf(endpoint)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } }),
    responses: { ...repliesOf(endpoint), ...errorResponses(codes) },
    'x-error-codes': codes,
    'x-calls': [{ name: endpoint.name, policy: endpoint.policy, scope: keyScopeOf(endpoint) }],
  }
}

/** Merges two calls of one method and path that differ in content type: OpenAPI allows only one operation. */
function mergeOperations(one: Operation | undefined, other: Operation): Operation {
  if (one === undefined) return other
  const codes = [...new Set([...one['x-error-codes'], ...other['x-error-codes']])]
  const security = [one, other].flatMap((each) => (each.security.length === 0 ? [{}] : each.security))
  return {
    ...one,
    summary: `${one.summary} ${other.summary}`,
    security: [...new Map(security.map((requirement) => [JSON.stringify(requirement), requirement])).values()],
    requestBody: { required: true, content: { ...one.requestBody?.content, ...other.requestBody?.content } },
    responses: { ...one.responses, ...other.responses, ...errorResponses(codes) },
    'x-error-codes': codes,
    'x-calls': [...one['x-calls'], ...other['x-calls']],
  }
}

/** The messages of webhooks: one schema, whose `type` is one of the keys. */
function toWebhooks(): OpenApi['webhooks'] {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/WebhookMessage' } } }
  return Object.fromEntries(
    webhookEvents.map((type) => [
      type,
      {
        post: {
          summary: webhookSummary(type),
          requestBody: { required: true as const, content },
          responses: { '2XX': { description: 'OK' } },
        },
      },
    ]),
  )
}

/** The OpenAPI 3.1 document of all calls, and of the messages of webhooks. */
export function createOpenApi(serverUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase()
    const known = paths[endpoint.path]
    paths[endpoint.path] = { ...known, [method]: mergeOperations(known?.[method], toOperation(endpoint)) }
  }
  const codes = [...correctableCodes, ...Object.keys(otherStatus)]
  const problem = toSchema(problemSchema, 'output')
  const properties = { ...(problem['properties'] as JsonSchema), code: { type: 'string', enum: codes } }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foja',
      version: '1',
      description:
        'Solicitudes de documentos, mediación y firma de PDF. Un programa llama con una clave de API ' +
        '(Authorization: Bearer foja_…), hasta lo que permiten sus permisos y el rol de su dueño; ' +
        'el token de una sesión es «accessToken» de GET /api/auth/session. ' +
        'Con una clave, RateLimit y RateLimit-Policy dicen cuántas llamadas quedan, y Foja-Key-Scopes qué permisos tiene. ' +
        'Lo que una persona puede corregir responde 400 con application/problem+json. ' +
        '«Accept-Language» elige el idioma y «Time-Zone» (un nombre IANA) la zona de las horas que se dicen en frases.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: toWebhooks(),
    components: {
      schemas: {
        Problem: { ...problem, properties },
        WebhookMessage: toSchema(webhookMessageSchema, 'output'),
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Una clave de API, «foja_…», o el token de una sesión. Los permisos son los de las claves.',
        },
      },
    },
  }
}
