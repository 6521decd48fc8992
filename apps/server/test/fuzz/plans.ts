import type { Endpoint } from '@foja/contracts/endpoint'
import { authPaths } from '@foja/contracts/session'
import { endpoints } from '@foja/contracts/endpoints'
import { makePdf } from '@foja/testing/pdfs'
import * as fc from 'fast-check'
import { examples } from '../access/examples.ts'
import type { Subject, Target } from '../access/targets.ts'
import { fromSchema, type Pool } from './from-schema.ts'
import { hostileJson, hostileText, hostileValue, nearly } from './hostile.ts'

/** A request, whoever sends it. */
export type Plan = {
  /** null: of no call of the contract. */
  endpoint: Endpoint | null
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

const subjectsByName: Record<string, Exclude<keyof Target, 'owner'>[]> = {
  id_solicitud_main: ['main'],
  id_solicitud: ['solicitud'],
  ids_solicitud: ['solicitud'],
  id_documento: ['document'],
  ids_documento: ['document'],
  id_company: ['company'],
  asignado_a: ['person'],
  users: ['person'],
  entregar_a: ['person'],
  pdf_path: ['pdfPath', 'base'],
  share: ['shareToken'],
  id_envio: ['email'],
}

/** What stands for an id in `endpoint`: objects of one's own, of others, of another company, and none at all. */
function poolOf(targets: readonly Target[], endpoint: Endpoint): Pool {
  const about: Subject = examples[endpoint.name]?.about ?? 'document'
  return (name) => {
    const keys = name === 'id' ? [about] : subjectsByName[name]
    return keys?.flatMap((key) => targets.map((target) => target[key]))
  }
}

const pdf = makePdf()
const pictures = [
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '\x89PNG\r\n\x1a\n',
  '<html>',
  'PK\x03\x04',
]
const fileBytes = fc.oneof(
  { weight: 2, arbitrary: fc.constant(pdf) },
  { weight: 1, arbitrary: fc.nat(pdf.length).map((end) => pdf.subarray(0, end)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(pdf.length - 1), fc.nat(255)).map(([at, byte]) => {
      const copy = Buffer.from(pdf)
      copy[at] = byte
      return copy
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom(...pictures).map((text) => Buffer.from(text, 'latin1')) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
)

const safeHeader = (text: string) => text.replace(/[^\x20-\x7e\xa1-\xff]/g, '')
const fileName = fc.oneof(
  fc.constant('x.pdf'),
  hostileText.map((text) => safeHeader(text).slice(0, 500)),
)

type Part = { name: string; file: string | null; bytes: Buffer }

const asMultipart = (parts: Part[], boundary: string, end: string) =>
  Buffer.concat([
    ...parts.flatMap(({ name, file, bytes }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file === null ? '' : `; filename="${file}"`}\r\n\r\n`,
        'latin1',
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}${end}`),
  ])

type Body = { type: string | null; bytes: Buffer | null }

function multipartOf(data: fc.Arbitrary<unknown> | null): fc.Arbitrary<Body> {
  const file = fc.record({
    name: fc.oneof(
      { weight: 9, arbitrary: fc.constant('files') },
      { weight: 1, arbitrary: fc.constantFrom('file', '', '__proto__') },
    ),
    file: fileName,
    bytes: fileBytes,
  })
  const text = (data ?? fc.constant(undefined)).map((value) => JSON.stringify(value) as string | undefined)
  const json = fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: hostileJson })
  const boundaries = fc.oneof(
    { weight: 12, arbitrary: fc.constant(['b', 'b']) },
    { weight: 1, arbitrary: fc.constantFrom(['b', 'c'], ['b', '']) },
  )
  return fc
    .tuple(
      fc.array(file, { maxLength: 3 }),
      json,
      boundaries,
      fc.constantFrom('--\r\n', '--\r\n', '--\r\n', '--\r\n', '', '\r\n'),
    )
    .map(([files, field, [boundary, told], end]) => {
      const fields = field === undefined ? [] : [{ name: 'data', file: null, bytes: Buffer.from(field) }]
      const type = `multipart/form-data${told === '' ? '' : `; boundary=${told}`}`
      return { type, bytes: asMultipart([...files, ...fields], boundary, end) }
    })
}

function bodyOf(endpoint: Endpoint, targets: readonly Target[], pool: Pool): fc.Arbitrary<Body> {
  const json = (value: unknown): Body => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(value) ?? '') })
  const raw = fc.record({
    type: fc.constantFrom(
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'x',
    ),
    bytes: hostileJson.map((text) => Buffer.from(text)),
  })
  const example = examples[endpoint.name]
  if (endpoint.multipart !== undefined) {
    const described = endpoint.multipart.data
    const data = described === undefined ? null : fromSchema(described, pool)
    return fc.oneof(
      { weight: 4, arbitrary: multipartOf(data) },
      { weight: 3, arbitrary: multipartOf(data === null ? hostileValue : nearly(data)) },
      { weight: 1, arbitrary: raw },
    )
  }
  if (endpoint.body === undefined) {
    const none: Body = { type: null, bytes: null }
    return fc.oneof({ weight: 9, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: raw })
  }
  const valid = fromSchema(endpoint.body, pool)
  const good = example?.body === undefined ? valid : fc.constantFrom(...targets).map((target) => example.body!(target))
  return fc.oneof(
    { weight: 3, arbitrary: valid.map(json) },
    { weight: 2, arbitrary: good.map(json) },
    { weight: 3, arbitrary: nearly(valid).map(json) },
    { weight: 3, arbitrary: nearly(good).map(json) },
    { weight: 1, arbitrary: raw },
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** `name=value` pairs: good ones, hostile ones, and the same name twice. */
function queryOf(endpoint: Endpoint, pool: Pool): fc.Arbitrary<string> {
  const base = endpoint.query === undefined ? fc.constant<unknown>({}) : fromSchema(endpoint.query, pool)
  const pairs = fc.oneof({ weight: 5, arbitrary: base }, { weight: 3, arbitrary: nearly(base) })
  const more = fc.option(fc.tuple(fc.constantFrom('q', 'page', '__proto__', 'id', 'share'), hostileText), { freq: 6 })
  return fc.tuple(pairs, more, fc.nat(7)).map(([value, extra, twice]) => {
    const known = typeof value === 'object' && value !== null ? Object.entries(value) : []
    const all = [...known, ...(extra === null ? [] : [extra]), ...(twice === 0 ? known : [])]
    return all.map(([key, item]) => `${escape(key)}=${escape(asText(item))}`).join('&')
  })
}

/** Percent-encoded; a lone surrogate, which has no encoding, as its bytes would be. */
const escape = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 9000)

const oddHeaders: [string, string][] = [
  ['accept-language', 'x'.repeat(3000)],
  ['accept-language', 'en;q=NaN, \xff'],
  ['time-zone', '../../etc/passwd'],
  ['time-zone', 'America/Guayaquil'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-0,-1'],
  ['idempotency-key', '\xff'.repeat(300)],
  ['idempotency-key', 'a'],
  ['x-share-password', '%E0%A4%A'],
  ['x-forwarded-for', '8.8.8.8'],
  ['x-http-method-override', 'DELETE'],
  ['content-encoding', 'gzip'],
  ['cookie', 'foja.session=x; next-auth.csrf-token=%00|'],
  ['origin', 'https://evil.example'],
  ['accept', 'text/html'],
]
const oddHeader = fc.option(fc.constantFrom(...oddHeaders), { freq: 4 })

function pathOf(endpoint: Endpoint, pool: Pool): fc.Arbitrary<string> {
  const known = pool('id') ?? []
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: hostileText.map(escape) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '..%2f..', '%00', '%ff', 'A'.repeat(190), '%2e%2e') },
  )
  return id.map((value) => endpoint.path.replace(/\{\w+\}/g, () => value))
}

const callOf = (method: string, path: string) =>
  endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path) ?? null

function planOf(endpoint: Endpoint, targets: readonly Target[]): fc.Arbitrary<Plan> {
  const pool = poolOf(targets, endpoint)
  const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')
  const method = fc.oneof({ weight: 30, arbitrary: fc.constant(endpoint.method) }, { weight: 1, arbitrary: methods })
  return fc
    .tuple(method, pathOf(endpoint, pool), queryOf(endpoint, pool), bodyOf(endpoint, targets, pool), oddHeader)
    .map(([chosen, path, query, body, odd]) => ({
      endpoint: chosen === endpoint.method ? endpoint : callOf(chosen, endpoint.path),
      method: chosen,
      path: query === '' ? path : `${path}?${query}`,
      headers: {
        ...(body.type === null ? {} : { 'content-type': body.type }),
        ...(odd === null ? {} : { [odd[0]]: odd[1] }),
      },
      body: body.bytes,
    }))
}

const otherPaths = [
  ...Object.values(authPaths),
  '/api/auth/error',
  '/api/openapi.json',
  '/api/docs',
  '/config.json',
  '/',
  '/health/live',
  '/assets/',
  '/api/',
  '/api/v1/',
]

/** What is no call of the contract: the session's wire, the page, the documentation. */
function otherPlan(): fc.Arbitrary<Plan> {
  const form = fc
    .dictionary(
      fc.constantFrom('csrfToken', 'email', 'password', 'callbackUrl', 'json', 'code', 'level', 'message'),
      hostileText,
    )
    .map((fields) => Buffer.from(new URLSearchParams(fields).toString()))
  const path = fc.tuple(fc.constantFrom(...otherPaths), fc.option(hostileText.map(escape), { freq: 2 }))
  const type = fc.constantFrom('application/x-www-form-urlencoded', 'application/json')
  return fc
    .tuple(fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT'), path, form, type, oddHeader)
    .map(([method, [start, more], body, contentType, odd]) => ({
      endpoint: null,
      method,
      path: more === null ? start : `${start}${method === 'POST' ? '?x=' : ''}${more}`,
      headers: {
        ...(method === 'GET' ? {} : { 'content-type': contentType }),
        ...(odd === null ? {} : { [odd[0]]: odd[1] }),
      },
      body: method === 'GET' ? null : body,
    }))
}

/** Requests of every call, and some of none, about `targets`. */
export function plansAbout(targets: readonly Target[]): fc.Arbitrary<Plan> {
  const each = endpoints.map((endpoint) => planOf(endpoint, targets))
  return fc.oneof({ weight: 30, arbitrary: fc.oneof(...each) }, { weight: 1, arbitrary: otherPlan() })
}
