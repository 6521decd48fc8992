import { uuid } from '@foja/contracts/ids'
import type { JsonSchema } from '@foja/contracts/openapi'
import * as z from 'zod/mini'

const uuidPattern = z.toJSONSchema(uuid).pattern

/** Limits of a schema, in the order in which a line names them. */
const limits = ['minLength', 'maxLength', 'minimum', 'exclusiveMinimum', 'maximum', 'minItems', 'maxItems'] as const

const schemasOf = (schema: JsonSchema, key: string): JsonSchema[] => {
  const value = schema[key]
  return Array.isArray(value) ? (value as JsonSchema[]) : []
}
const alternativesOf = (schema: JsonSchema) => [...schemasOf(schema, 'anyOf'), ...schemasOf(schema, 'oneOf')]

/** The form of a text: its format, or the pattern that it follows. */
function formOf({ format, pattern }: JsonSchema): string[] {
  if (pattern === uuidPattern) return ['uuid']
  // The pattern of a format says nothing more, at length.
  if (typeof format === 'string') return [format]
  return typeof pattern === 'string' ? [`pattern ${pattern}`] : []
}

function limitsOf(schema: JsonSchema): string[] {
  return limits.flatMap((key) => {
    const value = schema[key]
    // The range of safe integers limits nothing.
    if (value === undefined || Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER) return []
    return [`${key} ${JSON.stringify(value)}`]
  })
}

function nameOf(type: string, schema: JsonSchema): string {
  if (type === 'array') {
    const item = typeOf((schema['items'] ?? {}) as JsonSchema)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  const rest = schema['additionalProperties']
  const isRecord = type === 'object' && typeof rest === 'object' && Object.keys(rest ?? {}).length > 0
  return isRecord ? `{ [clave]: ${typeOf(rest as JsonSchema)} }` : type
}

/** A schema in one line: `string · uuid`, `string | null · maxLength 40`, `"pendiente" | "agendado"`. */
export function typeOf(schema: JsonSchema): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) ?? ''
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  const options = alternativesOf(schema)
  if (options.length > 0) return options.map(typeOf).join(' | ')
  if (schema['readOnly'] === true) return 'se acepta como se leyó, y no cambia nada'
  const types = [schema['type'] ?? []].flat() as string[]
  if (types.length === 0) return 'any'
  const names = types.map((type) => nameOf(type, schema)).join(' | ')
  const usual = schema['default'] === undefined ? [] : [`por omisión ${JSON.stringify(schema['default'])}`]
  return [names, ...formOf(schema), ...limitsOf(schema), ...usual].join(' · ')
}

/** The object schemas of a schema that have fields: itself, or those of its items or alternatives. */
export function objectsOf(schema: JsonSchema): JsonSchema[] {
  if (schema['properties'] !== undefined) return Object.keys(schema['properties'] as object).length > 0 ? [schema] : []
  if (schema['items'] !== undefined) return objectsOf(schema['items'] as JsonSchema)
  return alternativesOf(schema).flatMap(objectsOf)
}
