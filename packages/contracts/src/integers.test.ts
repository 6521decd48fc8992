import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const largestInteger = 2_147_483_647

type Node = { type?: unknown; maximum?: unknown; minimum?: unknown; [key: string]: unknown }

/** Paths of a schema's integers whose range exceeds a database integer. */
function unbounded(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((part) => unbounded(part, path))
  const { type, maximum, minimum, ...parts } = node as Node
  if (type === 'integer') {
    const isBounded = Number(maximum) <= largestInteger && Number(minimum) >= -largestInteger
    return isBounded ? [] : [path]
  }
  return Object.entries(parts).flatMap(([name, part]) => {
    const isKeyword = ['properties', 'items', 'anyOf', 'allOf', 'additionalProperties'].includes(name)
    return unbounded(part, isKeyword ? path : `${path}.${name}`)
  })
}

function unboundedOf(place: string, schema: Schema | undefined): string[] {
  if (schema === undefined) return []
  return unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), place)
}

/** The sequence of events is a bigint. */
const large = ['history query.before']

describe('integers in requests', () => {
  it('are detected by this test', () => {
    expect(unboundedOf('body', z.strictObject({ n: z.array(z.strictObject({ m: z.optional(z.int()) })) }))).toEqual([
      'body.n.m',
    ])
  })

  it('fit in a database integer', () => {
    const found = endpoints.flatMap(({ name, params, query, headers, body, multipart }) =>
      [
        ...unboundedOf('params', params),
        ...unboundedOf('query', query),
        ...unboundedOf('headers', headers),
        ...unboundedOf('body', body),
        ...unboundedOf('data', multipart?.data),
      ].map((path) => `${name} ${path}`),
    )
    expect(found).toEqual(large)
  })
})
