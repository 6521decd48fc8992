import type { Endpoint } from '@foja/contracts/endpoint'
import { makePdf } from '@foja/testing/pdfs'
import * as fc from 'fast-check'
import { examples, queryOf } from '../access/examples.ts'
import type { Subject, Target } from '../access/targets.ts'
import type { TestFile } from '../office.ts'
import { fromSchema, type Pool } from './from-schema.ts'

/** A valid request including secrets, which no schema can generate. */
export type Good = {
  /** Name of the only sender it is valid for; absent: any. */
  by?: string
  id?: string
  query?: Record<string, string>
  body?: object
  files?: readonly TestFile[]
  data?: object
  headers?: Record<string, string>
}

/** Valid requests by endpoint name. */
export type Stock = Readonly<Record<string, readonly Good[]>>

type Part = { file: string; name: string; bytes: Uint8Array }

/** A multipart body before it is written; `text` is the value of the field `data`. */
export type Form = {
  kind: 'form'
  parts: readonly Part[]
  data: unknown
  text: string | null
  boundary: string
  declared: string
  end: string
}

export type DraftBody =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | Form
  | { kind: 'raw'; type: string; bytes: Buffer }

/** A request before it is written, so that single parts can be changed. */
export type Draft = {
  by: string | null
  method: string
  /** As it stands in the path. */
  id: string
  /** Name-value pairs; a name may be repeated. */
  query: readonly (readonly [string, unknown])[]
  headers: Record<string, string>
  body: DraftBody
}

const subjectsByName: Record<string, Exclude<keyof Target, 'owner' | 'words'>[]> = {
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

const aboutOf = (endpoint: Endpoint): Subject => examples[endpoint.name]?.about ?? 'document'

/** Ids for the properties of `endpoint`: of the own company, of others, and unknown ones. */
function poolOf(targets: readonly Target[], endpoint: Endpoint): Pool {
  const about = aboutOf(endpoint)
  return (name) => {
    const keys = name === 'id' ? [about] : subjectsByName[name]
    return keys?.flatMap((key) => targets.map((target) => target[key]))
  }
}

const pdf: TestFile = { name: 'x.pdf', bytes: makePdf() }

const formOf = (files: readonly TestFile[], data: unknown): Form => ({
  kind: 'form',
  parts: files.map(({ name, bytes }) => ({ name: 'files', file: name, bytes })),
  data,
  text: data === undefined ? null : JSON.stringify(data),
  boundary: 'b',
  declared: 'b',
  end: '--\r\n',
})

function bodyOf(endpoint: Endpoint, { body, files, data }: Pick<Good, 'body' | 'files' | 'data'>): DraftBody {
  if (endpoint.multipart !== undefined) return formOf(files ?? [pdf], data)
  return body === undefined ? { kind: 'none' } : { kind: 'json', value: body }
}

const draftOf = (endpoint: Endpoint, good: Good, id: string): Draft => ({
  by: good.by ?? null,
  method: endpoint.method,
  id: encodeURIComponent(good.id ?? id),
  query: Object.entries(good.query ?? {}),
  headers: good.headers ?? {},
  body: bodyOf(endpoint, good),
})

/** The example of the permission matrix about one of `targets`. */
function exampleOf(endpoint: Endpoint, targets: readonly Target[]): fc.Arbitrary<Draft> {
  const { about, body, data, files } = examples[endpoint.name]!
  return fc.constantFrom(...targets).map((target) => {
    const good: Good = { query: Object.fromEntries(new URLSearchParams(queryOf(endpoint, target))) }
    if (body !== undefined) good.body = body(target)
    if (files !== undefined) good.files = files()
    if (data !== undefined) good.data = data()
    return draftOf(endpoint, good, about === undefined ? 'A'.repeat(43) : target[about])
  })
}

/** Values that match the schemas of `endpoint`, with ids of `targets`. */
function typicalOf(endpoint: Endpoint, targets: readonly Target[]): fc.Arbitrary<Draft> {
  const pool = poolOf(targets, endpoint)
  const ofSchema = (schema: Endpoint['body']) =>
    schema === undefined ? fc.constant<unknown>(undefined) : fromSchema(schema, pool)
  return fc
    .record({
      id: fc.constantFrom(...pool('id')!),
      query: ofSchema(endpoint.query),
      body: ofSchema(endpoint.body),
      data: ofSchema(endpoint.multipart?.data),
      files: fc.nat({ max: Math.min(endpoint.multipart?.maxFiles ?? 0, 3) }),
    })
    .map(({ id, query, body, data, files }) => ({
      ...draftOf(endpoint, {}, id),
      query: Object.entries(query ?? {}),
      body:
        endpoint.multipart === undefined
          ? bodyOf(endpoint, body === undefined ? {} : { body: body as object })
          : formOf(
              Array.from({ length: files }, () => pdf),
              data,
            ),
    }))
}

/** Valid requests of `endpoint`, apart from target and sender. */
export function goodDrafts(endpoint: Endpoint, targets: readonly Target[], stock: Stock): fc.Arbitrary<Draft> {
  const kept = stock[endpoint.name] ?? []
  const known = targets[0]![aboutOf(endpoint)]
  return fc.oneof(
    { weight: 3, arbitrary: typicalOf(endpoint, targets) },
    { weight: 4, arbitrary: exampleOf(endpoint, targets) },
    ...(kept.length === 0
      ? []
      : [{ weight: 5, arbitrary: fc.constantFrom(...kept).map((good) => draftOf(endpoint, good, known)) }]),
  )
}
