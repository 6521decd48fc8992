import type { Endpoint, Schema } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import * as z from 'zod/mini'
import { at, http, HttpResponse, sessionOf } from './server.ts'

type Json = { [key: string]: unknown }
type Change = (sample: never, request: Request) => unknown

const id = '33333333-3333-4333-8333-333333333333'
const formats: Record<string, string> = { 'date-time': '2026-11-12T10:00:00.000Z', date: '2026-11-12', uuid: id }

/** A reply of this schema: everything is there and allowed, one item in each list. */
function sample(json: Json, name: string, root: Json): unknown {
  if (typeof json['$ref'] === 'string') {
    const steps = json['$ref'].slice(2).split('/').filter(Boolean)
    return sample(
      steps.reduce<Json>((here, step) => here[step] as Json, root),
      name,
      root,
    )
  }
  const options = (json['anyOf'] ?? json['oneOf']) as Json[] | undefined
  if (options !== undefined) return sample(options[0]!, name, root)
  if ('const' in json) return json['const']
  if (Array.isArray(json['enum'])) return json['enum'][0]
  const pattern = typeof json['pattern'] === 'string' ? json['pattern'] : ''
  switch (json['type']) {
    case 'string':
      if (pattern.includes('{8}-')) return id
      if (/^(not_after|valid_to|expires_at|expira)/.test(name)) return '2100-01-01T00:00:00.000Z'
      if (typeof json['format'] === 'string' && json['format'] in formats) return formats[json['format']]
      if (json['format'] === 'email' || name === 'email') return 'rosa@ejemplo.ec'
      if (name === 'pais' || name === 'country') return 'EC'
      if (pattern.includes('{4}-')) return 'AAAA-AAAA-AAAA-AAAA'
      return /url|image|thumbnail/.test(name) ? '/api/v1/page_image/x/' : /mime/.test(name) ? 'application/pdf' : name
    case 'integer':
    case 'number':
      return Math.max(1, Number(json['minimum'] ?? 1))
    case 'boolean':
      return true
    case 'array': {
      const items = (json['items'] ?? {}) as Json
      return Array.isArray(items['enum']) ? items['enum'] : [sample(items, name, root)]
    }
    case 'object':
      return Object.fromEntries(
        Object.entries((json['properties'] ?? {}) as Record<string, Json>).map(([key, value]) => [
          key,
          sample(value, key, root),
        ]),
      )
    default:
      return null
  }
}

const read = new Map<Schema, Json>()
function jsonOf(schema: Schema): Json {
  const known = read.get(schema) ?? z.toJSONSchema(schema, { unrepresentable: 'any' })
  read.set(schema, known)
  return known
}

/** Gives the members of a reply these values, at every depth; a function changes the value. */
export const set =
  (values: Json) =>
  (reply: unknown): unknown => {
    if (Array.isArray(reply)) return reply.map(set(values))
    if (typeof reply !== 'object' || reply === null) return reply
    return Object.fromEntries(
      Object.entries(reply).map(([name, value]) => {
        const wanted = values[name]
        if (typeof wanted === 'function') return [name, (wanted as (value: unknown) => unknown)(value)]
        return [name, name in values ? wanted : set(values)(value)]
      }),
    )
  }

/** The JSON of a successful reply; undefined for a file. */
function replyOf(endpoint: Endpoint, request: Request): unknown {
  const reply = endpoint.replies[200] ?? endpoint.replies[201] ?? Object.values(endpoint.replies)[0]!
  if ('binary' in reply) return undefined
  const json = jsonOf(reply)
  // A list is an envelope with `pagination`, and else an array.
  const list = (json['anyOf'] as Json[] | undefined)?.find(({ type }) => type === 'array')
  const isList = list !== undefined && !new URL(request.url).searchParams.has('pagination')
  return sample(isList ? list : json, '', json)
}

const routes = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Answers every call of the contract as to an admin; `changes` alter the reply of a call by its API name. */
export const contractHandlers = (changes: Partial<Record<string, Change>> = {}) => [
  http.get(at('/api/auth/session'), () => {
    const session = sessionOf()
    return HttpResponse.json({ ...session, user: { ...session.user, role: 'admin' } })
  }),
  http.all(at('/api/v1/*'), ({ request }) => {
    const { pathname } = new URL(request.url)
    const found = routes.find(({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(pathname))
    if (found === undefined) return new HttpResponse(null, { status: 404 })
    const name = pathname.split('/')[3]!
    const change = changes[`${request.method} ${name}`] ?? changes[name]
    const reply = replyOf(found.endpoint, request)
    if (change !== undefined) return HttpResponse.json(change(reply as never, request) as Json)
    return reply === undefined ? new HttpResponse(new Blob(['x'])) : HttpResponse.json(reply as Json)
  }),
]
