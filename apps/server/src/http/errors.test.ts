import { DatabaseProblem } from '@foja/db/errors'
import { StorageError } from '@foja/storage/errors'
import { describe, expect, it } from 'vitest'
import { toProblem } from './errors.ts'
import { ProblemError } from './problem.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

describe('toProblem', () => {
  it.each([
    [new ProblemError('no_signer'), 'no_signer'],
    [new StorageError('disk_full', ''), 'storage_full'],
    [new StorageError('forbidden', ''), 'unavailable'],
    [new StorageError('unavailable', ''), 'unavailable'],
    [new StorageError('too_large', ''), 'file_too_large'],
    [new StorageError('not_found', ''), 'internal'],
    [new DatabaseProblem('database_unreachable', ''), 'unavailable'],
    [new DatabaseProblem('database_closed', ''), 'unavailable'],
    [new DatabaseProblem('nested_query', ''), 'internal'],
    [coded('ENOSPC'), 'storage_full'],
    [coded('ECONNREFUSED'), 'unavailable'],
    [coded('53100'), 'storage_full'],
    [coded('53300'), 'unavailable'],
    [coded('57P01'), 'unavailable'],
    [coded('08006'), 'unavailable'],
    [coded('40P01'), 'unavailable'],
    [coded('22021'), 'validation_failed'],
    [coded('22P05'), 'validation_failed'],
    [coded('22003'), 'validation_failed'],
    [coded('42601'), 'internal'],
    [coded('23505'), 'internal'],
    [new Error('anything'), 'internal'],
    ['not even an error', 'internal'],
  ])('maps %s', (error, code) => {
    expect(toProblem(error).code).toBe(code)
  })

  it('does not keep the text of an invalid JSON body', () => {
    const quoting = Object.assign(new SyntaxError('Unexpected token \'s\', "secreta!" is not valid JSON'), {
      statusCode: 400,
    })
    for (const error of [quoting, coded('FST_ERR_CTP_INVALID_JSON_BODY')]) {
      const problem = toProblem(error)
      expect(problem.code).toBe('malformed_request')
      expect(problem.options.cause).toBe(error.name)
    }
  })
})
