import type { Schema } from '@foja/contracts/endpoint'
import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { hostileText } from './hostile.ts'

type Json = { [key: string]: unknown }

/** Preferred values by property name, so that requests reach existing objects. */
export type Pool = (name: string) => readonly string[] | undefined

const instants = [
  '2026-11-20T15:00:00.000Z',
  '2027-01-31T23:59:59Z',
  '2100-12-31T23:59:59.999Z',
  '2026-03-08T02:30:00Z',
]
const words = fc.oneof(
  fc.constantFrom('Acta de mediación', 'Ñandú', 'Quito', 'a', 'Contrato “final”.pdf', '0102030405', 'EC'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
)

const matching = new Map<string, fc.Arbitrary<string>>()

/** Cached, because building the arbitrary is slower than generating its values. */
function textLike(pattern: string): fc.Arbitrary<string> {
  const known = matching.get(pattern)
  if (known !== undefined) return known
  const created = fc.stringMatching(new RegExp(pattern))
  matching.set(pattern, created)
  return created
}

function textOf(schema: Json): fc.Arbitrary<string> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 200,
  } = schema as {
    format?: string
    pattern?: string
    minLength?: number
    maxLength?: number
  }
  if (format === 'date-time') return fc.constantFrom(...instants)
  if (format === 'date') return fc.constantFrom('2026-11-20', '2024-02-29', '9999-12-31')
  if (format === 'email') return fc.constantFrom('ana@cliente.example', 'NADIE@foja.example')
  if (pattern !== undefined) return textLike(pattern)
  return words.map((text) => text.padEnd(minLength, 'x').slice(0, Math.max(minLength, Math.min(maxLength, 200))))
}

function numberOf(schema: Json): fc.Arbitrary<number> {
  const bound = (name: string, other: number) => (typeof schema[name] === 'number' ? schema[name] : other)
  const min = Math.max(bound('minimum', -1000), -1e6)
  const max = Math.max(min, Math.min(bound('maximum', 1000), 1e6))
  if (schema['type'] === 'integer') return fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
  return fc.double({ min, max, noNaN: true })
}

function objectOf(schema: Json, build: (schema: Json, name: string) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = (schema['required'] ?? []) as string[]
  const entries = Object.entries(properties).map(([name, property]) => [name, build(property, name)] as const)
  const known = fc.record(Object.fromEntries(entries), { requiredKeys: required })
  const more = schema['additionalProperties']
  if (typeof more !== 'object' || more === null) return known
  const names = schema['propertyNames'] === undefined ? words : textOf(schema['propertyNames'] as Json)
  return fc.dictionary(names, build(more as Json, ''), { maxKeys: 3 })
}

/** Values that mostly match a schema; `pool` provides those of properties that reference objects. */
export function fromSchema(schema: Schema, pool: Pool): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const build = (json: Json, name: string): fc.Arbitrary<unknown> => {
    const known = pool(name)
    const reference = json['$ref']
    if (typeof reference === 'string') {
      const path = reference.slice(2).split('/')
      return build(
        path.reduce<Json>((at, key) => at[key] as Json, root),
        name,
      )
    }
    const options = (json['anyOf'] ?? json['oneOf'] ?? json['allOf']) as Json[] | undefined
    if (options !== undefined) return fc.oneof(...options.map((option) => build(option, name)))
    if ('const' in json) return fc.constant(json['const'])
    if (Array.isArray(json['enum'])) return fc.constantFrom(...(json['enum'] as unknown[]))
    switch (json['type']) {
      case 'string':
        return known === undefined ? textOf(json) : fc.constantFrom(...known)
      case 'integer':
      case 'number':
        return numberOf(json)
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array': {
        const minLength = Number(json['minItems'] ?? 0)
        const maxLength = Math.max(minLength, Math.min(Number(json['maxItems'] ?? 4), 4))
        return fc.array(build((json['items'] ?? {}) as Json, name), { minLength, maxLength })
      }
      case 'object':
        return objectOf(json, build)
      default:
        return hostileText
    }
  }
  return build(root, '')
}
