import type { Endpoint } from '@foja/contracts/endpoint'
import { authPaths } from '@foja/contracts/session'
import { endpoints } from '@foja/contracts/endpoints'
import * as fc from 'fast-check'
import type { Target } from '../access/targets.ts'
import { goodDrafts, type Draft, type DraftBody, type Form, type Stock } from './drafts.ts'
import { hostileText } from './hostile.ts'
import { escape, oddHeader, odditiesOf } from './oddities.ts'

export type Plan = {
  /** null: outside of the contract. */
  endpoint: Endpoint | null
  /** Name of the only sender; null: any. */
  by: string | null
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

function writeForm({ parts, text, boundary, end }: Form): Buffer {
  const head = (name: string, more: string) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`, 'latin1')
  const close = Buffer.from('\r\n')
  const files = parts.flatMap(({ name, file, bytes }) => [head(name, `; filename="${file}"`), bytes, close])
  const data = text === null ? [] : [head('data', ''), Buffer.from(text), close]
  return Buffer.concat([...files, ...data, Buffer.from(`--${boundary}${end}`)])
}

function writeBody(body: DraftBody): { type: string | null; bytes: Buffer | null } {
  if (body.kind === 'none') return { type: null, bytes: null }
  if (body.kind === 'raw') return body
  if (body.kind === 'json') return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body.value) ?? '') }
  return {
    type: `multipart/form-data${body.declared === '' ? '' : `; boundary=${body.declared}`}`,
    bytes: writeForm(body),
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const writeQuery = (query: Draft['query']): string =>
  query
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${escape(name)}=${escape(asText(value))}`)
    .join('&')

const callOf = (method: string, path: string) =>
  endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path) ?? null

function write(endpoint: Endpoint, { by, method, id, query, headers, body }: Draft): Plan {
  const path = endpoint.path.replace('{page}', '1').replace(/\{\w+\}/g, () => id)
  const requested = writeQuery(query)
  const { type, bytes } = writeBody(body)
  return {
    endpoint: method === endpoint.method ? endpoint : callOf(method, endpoint.path),
    by,
    method,
    path: requested === '' ? path : `${path}?${requested}`,
    headers: { ...(type === null ? {} : { 'content-type': type }), ...headers },
    body: bytes,
  }
}

const planOf = (endpoint: Endpoint, targets: readonly Target[], stock: Stock): fc.Arbitrary<Plan> =>
  fc
    .tuple(goodDrafts(endpoint, targets, stock), odditiesOf(endpoint))
    .map(([draft, oddity]) => write(endpoint, oddity(draft)))

const otherPaths = [
  ...Object.values(authPaths),
  '/api/auth/error',
  '/api/openapi.json',
  '/api/docs',
  '/',
  '/health/live',
  '/assets/',
  '/api/',
  '/api/v1/',
]

/** Requests outside of the contract: session endpoints, pages, documentation. */
function otherPlan(): fc.Arbitrary<Plan> {
  const form = fc
    .dictionary(
      fc.constantFrom('csrfToken', 'email', 'password', 'callbackUrl', 'json', 'code', 'passkey', 'level', 'message'),
      hostileText,
    )
    .map((fields) => Buffer.from(new URLSearchParams(fields).toString()))
  const path = fc.tuple(fc.constantFrom(...otherPaths), fc.option(hostileText.map(escape), { freq: 2 }))
  const type = fc.constantFrom('application/x-www-form-urlencoded', 'application/json')
  return fc
    .tuple(fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT'), path, form, type, fc.option(oddHeader, { freq: 2 }))
    .map(([method, [start, more], body, contentType, odd]) => ({
      endpoint: null,
      by: null,
      method,
      path: more === null ? start : `${start}${method === 'POST' ? '?x=' : ''}${more}`,
      headers: {
        ...(method === 'GET' ? {} : { 'content-type': contentType }),
        ...(odd === null ? {} : { [odd[0]]: odd[1] }),
      },
      body: method === 'GET' ? null : body,
    }))
}

/** Endpoints that hash passwords or use keys take a tenth of a second of a core, so they get half the weight. */
const costly = new Set([
  'beginPasskey',
  'beginTotp',
  'changePassword',
  'changePasswordView',
  'createApiKey',
  'createUser',
  'customPdfSigning',
  'extendSignatures',
  'removePasskey',
  'removeTotp',
  'renewRecoveryCodes',
  'setPassword',
  'recipientSignSimple',
  'uploadOfficeSeal',
  'uploadSigner',
])

/** Requests of all endpoints, and some outside of the contract, about `targets` and from `stock`. */
export function plansAbout(targets: readonly Target[], stock: Stock): fc.Arbitrary<Plan> {
  const each = endpoints.map((endpoint) => ({
    weight: costly.has(endpoint.name) ? 1 : 2,
    arbitrary: planOf(endpoint, targets, stock),
  }))
  return fc.oneof({ weight: 30, arbitrary: fc.oneof(...each) }, { weight: 1, arbitrary: otherPlan() })
}
