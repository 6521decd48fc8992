import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isTooComplex } from './json-parts.ts'
import { jsonLimits } from './limits.ts'
import { pageReply } from './paging.ts'
import { ProblemError } from './problem.ts'
import { validate } from './validate.ts'

describe('validate', () => {
  const schema = z.strictObject({ name: z.string().check(z.minLength(2)) })
  const problemOf = (value: unknown, within?: string) => {
    try {
      validate(schema, value, within)
    } catch (error) {
      if (error instanceof ProblemError) return error
      throw error
    }
    return undefined
  }

  it('returns what the schema makes of a value', () => {
    expect(validate(z.object({ n: z._default(z.number(), 7) }), {})).toEqual({ n: 7 })
  })

  it('names the field of each error, within the field that contains the value', () => {
    expect(problemOf({ name: 'x' })).toMatchObject({
      code: 'validation_failed',
      options: { errors: [{ field: 'name' }] },
    })
    expect(problemOf({ name: 'x' }, 'data')?.options.errors?.[0]?.field).toBe('data.name')
    expect(problemOf({ name: 'Ana', role: 'admin' })?.code).toBe('validation_failed')
  })

  it('names 20 errors at most', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, z.string()]))
    const errorsOf = (count: number) => {
      const known = Object.fromEntries(Object.entries(many).slice(0, count))
      try {
        validate(z.object(known), {})
      } catch (error) {
        if (error instanceof ProblemError) return error.options.errors?.length
      }
      return 0
    }
    expect([errorsOf(1), errorsOf(19), errorsOf(20), errorsOf(30)]).toEqual([1, 19, 20, 20])
  })

  it('counts a check that throws as invalid', () => {
    const throwing = z.string().check(() => {
      throw new TypeError('length')
    })
    expect(() => validate(throwing, 'x')).toThrow(ProblemError)
  })
})

describe('pageReply', () => {
  const rows = ['a', 'b']
  const query = { page: 2, page_size: 2, pagination: '' }

  it('is a bare array without pagination', () => {
    expect(pageReply({ page: 2, page_size: 2 }, rows, 9)).toBe(rows)
  })

  it('names the pages before and after', () => {
    expect(pageReply(query, rows, 5)).toEqual({ count: 5, page: 2, page_size: 2, next: 3, previous: 1, results: rows })
    expect(pageReply(query, rows, 4)).toMatchObject({ next: null, previous: 1 })
    expect(pageReply({ ...query, page: 1 }, rows, 2)).toMatchObject({ next: null, previous: null })
  })
})

describe('isTooComplex', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  it.each([
    ['four values', '[1,2,3]', 4, false],
    ['four values where three are allowed', '[1,2,3]', 3, true],
    ['an object', '{"a":{"b":1},"c":2}', 4, false],
    ['an object where fewer are allowed', '{"a":{"b":1},"c":2}', 3, true],
    ['a text with commas and brackets', '"[,{,]"', 1, false],
    ['a text with quotation marks', String.raw`["a\",,,","\\",1]`, 4, false],
    ['values after a text that ends in a backslash', String.raw`["a\\",1,2]`, 3, true],
    ['a text that never ends', '["abc,,,,', 2, false],
    ['the deepest nesting', nested(jsonLimits.depth), 1000, false],
    ['one level more', nested(jsonLimits.depth + 1), 1000, true],
    ['one level more beside others', `[${'[],'.repeat(5)}${nested(jsonLimits.depth)}]`, 1000, true],
    ['objects beside each other', `[${'{},'.repeat(100)}1]`, 1000, false],
    ['values after an empty text', '["",1,2,""]', 4, true],
    ['brackets beside each other', `[${'[],'.repeat(100)}1]`, 1000, false],
  ])('of %s', (_, json, values, expected) => {
    expect(isTooComplex(json, values)).toBe(expected)
  })
})
