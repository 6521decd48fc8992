import { DatabaseProblem } from '@foja/db/errors'
import { StorageError } from '@foja/storage/errors'
import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { logPathOf, registerErrors, reportProblem, sendProblem, toProblem } from './errors.ts'
import { ProblemError } from './problem.ts'
import { factsOf } from './request-facts.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

describe('toProblem', () => {
  it.each([
    [new ProblemError('no_signer'), 'no_signer'],
    [new StorageError('disk_full', ''), 'storage_full'],
    [new StorageError('forbidden', ''), 'unavailable'],
    [new StorageError('unavailable', ''), 'unavailable'],
    [new StorageError('no_bucket', ''), 'unavailable'],
    [new StorageError('timeout', ''), 'unavailable'],
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

/** A log that keeps levels and messages. */
function keepLog() {
  const lines: string[] = []
  const keep = (level: string) => (_: object, message: string) => void lines.push(`${level} ${message}`)
  return { lines, log: { error: keep('error'), debug: keep('debug') } as unknown as FastifyBaseLogger }
}

describe('paths that the file plugin refuses', () => {
  it.each([400, 403, 404])('are not found for status %i', (statusCode) => {
    expect(toProblem(Object.assign(new Error('odd path'), { statusCode })).code).toBe('not_found')
  })

  it.each([401, 405, 500])('are no such paths for status %i', (statusCode) => {
    expect(toProblem(Object.assign(new Error('other'), { statusCode })).code).toBe('internal')
  })
})

describe('reportProblem', () => {
  it.each([
    [new Error('anything'), 'error request failed'],
    [new ProblemError('unavailable'), 'error request failed'],
    [new ProblemError('unavailable', { retryAfter: 5 }), 'debug request refused'],
    [new ProblemError('storage_full', { retryAfter: 5 }), 'error request failed'],
    [new ProblemError('not_found'), 'debug request refused'],
  ])('logs %s as «%s»', (error, line) => {
    const { lines, log } = keepLog()
    reportProblem(error, log)
    expect(lines).toEqual([line])
  })
})

describe('sendProblem', () => {
  const answerTo = async (error: ProblemError) => {
    const app = fastify()
    app.get('/a/:token', (request, reply) => sendProblem(error, request, reply))
    const answer = await app.inject('/a/secret')
    await app.close()
    return answer
  }

  it('answers in whole seconds when to try again, one at least', async () => {
    const retry = async (retryAfter: number) =>
      (await answerTo(new ProblemError('too_many_attempts', { retryAfter }))).headers['retry-after']
    expect([await retry(0), await retry(0.2), await retry(1.2), await retry(30)]).toEqual(['1', '1', '2', '30'])
    expect((await answerTo(new ProblemError('not_found'))).headers).not.toHaveProperty('retry-after')
  })

  it('answers as problem+json with its status', async () => {
    const { statusCode, headers, body } = await answerTo(new ProblemError('not_found'))
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found', status: 404 })
  })
})

describe('paths in the log', () => {
  it('are the pattern of the route, or have no long segment', async () => {
    const app = fastify()
    const paths: string[] = []
    app.get('/file/:token', (request, reply) => {
      paths.push(logPathOf(request))
      return reply.send()
    })
    app.setNotFoundHandler(async (request) => void paths.push(logPathOf(request)))
    for (const url of ['/file/secret', `/x/${'a'.repeat(36)}`, `/x/${'a'.repeat(37)}?share=b`]) await app.inject(url)
    await app.close()
    expect(paths).toEqual(['/file/:token', `/x/${'a'.repeat(36)}`, '/x/…'])
  })
})

describe('a request whose client left before its body was complete', () => {
  const left = 'the client left before its request was complete'
  /** Lines above and below `info` in the log after `fail` throws in such a request. */
  async function loggedAfter(fail: (raw: IncomingMessage) => unknown): Promise<string[]> {
    const lines: string[] = []
    const app = fastify({ logger: { level: 'debug', stream: { write: (line) => void lines.push(line) } } })
    registerErrors(app, () => undefined)
    const began = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<boolean | undefined>()
    const onRequest = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
      began.resolve()
      await once(reply.raw, 'close')
      throw fail(raw)
    }
    const onSend = async (request: FastifyRequest) => ended.resolve(factsOf(request).left)
    app.post('/', { onRequest, onSend }, () => '')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' })
    socket.write(['POST / HTTP/1.1', 'host: x', 'content-length: 20', '', ''].join('\r\n'))
    await began.promise
    socket.destroy()
    expect(await ended.promise).toBe(true)
    await app.close()
    return lines
      .map((line) => JSON.parse(line) as { level: number; msg: string })
      .flatMap(({ level, msg }) => (level === 30 ? [] : [`${level} ${msg}`]))
  }

  it('is reported if it failed for another reason', async () => {
    expect(await loggedAfter(() => new Error('broken'))).toEqual(['50 request failed', `20 ${left}`])
  })

  it('is only a debug line for the closed connection', async () => {
    expect(await loggedAfter(({ errored }) => errored)).toEqual([`20 ${left}`])
    expect(await loggedAfter(({ errored }) => new ProblemError('internal', { cause: errored }))).toEqual([`20 ${left}`])
    expect(await loggedAfter(() => coded('FST_MP_PREMATURE_CLOSE'))).toEqual([`20 ${left}`])
  })
})

describe('requests without a route', () => {
  const answerOf = async (method: 'GET' | 'POST' | 'DELETE', url: string) => {
    const app = fastify()
    registerErrors(app, (request, reply) => (request.url === '/page' ? reply.send('a page') : undefined))
    app.get('/broken', () => {
      throw new ProblemError('no_signer')
    })
    const { statusCode, headers, body } = await app.inject({ method, url })
    await app.close()
    return { status: statusCode, allow: headers.allow, body }
  }

  it('are answered by the fallback outside of the API, else as not found', async () => {
    expect((await answerOf('GET', '/page')).body).toBe('a page')
    expect(await answerOf('GET', '/other')).toMatchObject({ status: 404, allow: undefined })
    expect(await answerOf('GET', '/api/v1/no_such_call/')).toMatchObject({ status: 404, allow: undefined })
  })

  it('name the methods of a path that is called by another', async () => {
    expect(await answerOf('GET', '/api/v1/check_link/')).toMatchObject({ status: 405, allow: 'POST' })
    expect(await answerOf('DELETE', '/api/v1/signing_settings/')).toMatchObject({ status: 405, allow: 'GET, PUT' })
    expect(await answerOf('POST', '/api/v1/details_document/x/')).toMatchObject({ status: 405, allow: 'GET' })
  })

  it('are not found where a known path has an invalid parameter', async () => {
    expect(await answerOf('GET', `/api/v1/details_document/${'x'.repeat(500)}/`)).toMatchObject({ status: 404 })
  })

  it('that throw are answered by their problem', async () => {
    const problem = JSON.parse((await answerOf('GET', '/broken')).body) as object
    expect(problem).toMatchObject({ code: 'no_signer', status: 400, type: '/api/docs#error-no_signer' })
  })
})
