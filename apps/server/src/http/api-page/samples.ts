import type { Schema } from '@foja/contracts/endpoint'
import * as z from 'zod/mini'

type Json = { [key: string]: unknown }

/** Three months from the start of the server: the end of a key, which is neither past nor more than a year away. */
const later = `${new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)}T15:00:00.000Z`

/** Values by the name of their member, where a schema alone says too little. */
const named: Readonly<Record<string, unknown>> = {
  titulo: 'Arriendo del local 4',
  nombre: 'Ana Torres',
  name: 'Contrato de arriendo',
  email: 'ana@cliente.example',
  to: ['ana@cliente.example'],
  motivo: 'Falta un dato',
  mensaje: 'Por favor, fírmalo esta semana.',
  q: 'arriendo',
  hasta: '2026-12-31T15:00:00.000Z',
  expires_at: later,
  ids: ['1'],
  text: 'Ana Torres',
  password: 'caballo correcto bateria grapa',
  current_password: 'caballo correcto bateria grapa',
  new_password: 'tucán paralelo bisagra 47',
  codigo: '7KQ2-M9XD-4TNA-P83F',
  host: 'smtp.foja.example',
  port: 465,
  url: 'https://programa.example/foja',
  tsa_url: 'https://foja.example/tsa',
  time_zone: 'America/Guayaquil',
  handle: 'kQ3vT8xN2mZr5LbWc7HdYg0fUjP4sEaRi9OoK1tMnXq',
  token: 'kQ3vT8xN2mZr5LbWc7HdYg0fUjP4sEaRi9OoK1tMnXq',
}

/** Members that examples show although they may be left out. */
const shown: ReadonlySet<string> = new Set([
  'titulo',
  'mensaje',
  'motivo',
  'id_documento',
  'pagination',
  'password',
  'current_password',
])

/** Tried in order for a text with a pattern. */
const texts = [
  '3f6c1c1e-8a54-4c6e-9d0b-5a7d2f1e4b90',
  'A7K2-09QM-4TXD-P83F',
  'kQ3vT8xN2mZr5LbWc7HdYg0fUjP4sEaRi9OoK1tMnXq',
  'EC',
  'USD',
  '123456',
  '7KQ2M9XD4TNAP83F',
  '#1f2732',
  '1.3.6.1.4.1.601.10.3.1',
  'https://foja.example/tsa',
  'monto',
  '192.0.2.0/24',
  'MAA=',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
]

function textOf(schema: Json): string {
  const { format, pattern, minLength = 0 } = schema as { format?: string; pattern?: string; minLength?: number }
  if (format === 'date-time') return '2026-12-01T15:00:00.000Z'
  if (format === 'date') return '2026-12-01'
  if (format === 'email') return 'ana@cliente.example'
  const found = texts.find(
    (text) => text.length >= minLength && (pattern === undefined || new RegExp(pattern).test(text)),
  )
  if (pattern !== undefined && found !== undefined) return found
  return 'texto'.padEnd(minLength, 'o')
}

function objectOf(schema: Json): Json {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const required = (schema['required'] ?? []) as string[]
  const chosen = properties.filter(([name]) => required.includes(name) || shown.has(name))
  return Object.fromEntries(chosen.map(([name, property]) => [name, sample(property, name)]))
}

function sample(schema: Json, name: string): unknown {
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (options !== undefined) return sample(options.find(({ type }) => type !== 'null') ?? {}, name)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0]
  const known = Object.hasOwn(named, name) ? named[name] : undefined
  if (known !== undefined && (schema['type'] === 'array') === Array.isArray(known)) return known
  switch (schema['type']) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1))
    case 'boolean':
      return true
    case 'array':
      return [sample((schema['items'] ?? {}) as Json, name)]
    case 'object':
      return objectOf(schema)
    default:
      return null
  }
}

/** A value that `schema` accepts, as an example for people: what is required, and little else. */
export function sampleOf(schema: Schema): unknown {
  return sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }), '')
}

/** A sample with the first member of an object that requires none, so that an example changes something. */
export function sampleOfBody(schema: Schema): unknown {
  const value = sampleOf(schema)
  // The caller's password alone changes nothing.
  const isTold = (name: string) => name !== 'current_password'
  if (typeof value !== 'object' || value === null || Object.keys(value).some(isTold)) return value
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json
  const [first] = Object.entries((json['properties'] ?? {}) as Record<string, Json>)
  return first === undefined ? value : { [first[0]]: sample(first[1], first[0]), ...value }
}
