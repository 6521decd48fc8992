import { generatedId, uuid } from '@foja/contracts/ids'
import { timestamp } from '@foja/contracts/common'
import type { Schema } from '@foja/contracts/endpoint'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { typeOf } from './schema-lines.ts'

const lineOf = (schema: Schema) => typeOf(z.toJSONSchema(schema, { io: 'input' }))

describe('the line of a schema on the API page', () => {
  it.each([
    ['a pattern', generatedId, 'string · pattern ^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$'],
    ['a uuid by its name', uuid, 'string · uuid'],
    ['a format instead of its pattern', timestamp, 'string · date-time'],
    ['each type of a union', z.nullable(z.string()), 'string | null'],
    ['the alternatives', z.union([z.int().check(z.minimum(1)), z.literal('last')]), 'integer · minimum 1 | "last"'],
    [
      'limits of texts and lists',
      z.array(z.string().check(z.maxLength(9))).check(z.minLength(1)),
      '(string · maxLength 9)[] · minItems 1',
    ],
    ['the values of a record', z.record(z.string(), z.boolean()), '{ [clave]: boolean }'],
    ['the default', z._default(z.boolean(), true), 'boolean · por omisión true'],
  ])('shows %s', (_name, schema, line) => {
    expect(lineOf(schema)).toBe(line)
  })

  it('shows what is sent back as it was read', () => {
    expect(typeOf({ readOnly: true })).toBe('se acepta como se leyó, y no cambia nada')
  })
})
