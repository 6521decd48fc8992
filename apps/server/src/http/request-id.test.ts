import { runForJob } from '@foja/jobs/request-scope'
import { describe, expect, it } from 'vitest'
import { loggerOptions, requestIdOf } from './request-id.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'
const own = /^[2-9A-Z]{5}-[2-9A-Z]{5}$/

describe('the id of a request', () => {
  it('is new without a header', () => {
    const [one, other] = [requestIdOf({ headers: {} }), requestIdOf({ headers: {} })]
    expect(one).toMatch(own)
    expect(other).not.toBe(one)
  })

  it.each(['a1b2c3d4', '550e8400-e29b-41d4-a716-446655440000', 'x'.repeat(64)])('is the sent one: %s', (sent) => {
    expect(requestIdOf({ headers: { 'x-request-id': sent } })).toBe(sent)
  })

  it.each(['', 'short', 'x'.repeat(65), 'a b c d e f', 'ñandú-ñandú', '"},{"level":60', 'abcdefgh\n'])(
    'is new if the sent one is not well-formed: %j',
    (sent) => expect(requestIdOf({ headers: { 'x-request-id': sent } })).toMatch(own),
  )

  it('is that of the trace', () => {
    for (const sent of [`00-${trace}-${parent}-01`, `01-${trace}-${parent}-00-more`])
      expect(requestIdOf({ headers: { traceparent: sent } })).toBe(trace)
    expect(requestIdOf({ headers: { traceparent: `00-${trace}-${parent}-01`, 'x-request-id': 'of-proxy' } })).toBe(
      'of-proxy',
    )
  })

  it.each([
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `ff-${trace}-${parent}-01`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${trace}-${parent}`,
    `00-${trace}-${parent}-01x`,
    trace,
  ])('is new if the trace is not well-formed (W3C Trace Context, 3.2): %s', (sent) => {
    expect(requestIdOf({ headers: { traceparent: sent } })).toMatch(own)
  })
})

describe('the lines of the log', () => {
  const mixin = () => {
    const options = loggerOptions({ level: 'warn' })
    return typeof options === 'object' ? (options as { mixin: () => object }).mixin() : null
  }

  it('carry no tokens and cookies', () => {
    expect(loggerOptions({ level: 'warn' })).toMatchObject({
      level: 'warn',
      redact: {
        paths: ['busboyOptions.headers', 'headers.authorization', 'headers.cookie'],
        remove: true,
      },
    })
    expect(loggerOptions(false)).toBe(false)
  })

  it('of a job name it, and the request that caused it', () => {
    const job = { name: 'reset-password', id: '7' }
    expect(mixin()).toEqual({})
    expect(runForJob(job, null, mixin)).toEqual({ job: 'reset-password', jobId: '7' })
    expect(runForJob(job, 'ABCDE', mixin)).toEqual({ job: 'reset-password', jobId: '7', reqId: 'ABCDE' })
  })
})
