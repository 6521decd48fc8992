import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { namedPool } from './named-pool.ts'

const ofSystem = (code: string, syscall: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
const refused = ofSystem('ECONNREFUSED', 'connect')

/** A pool whose server answers everything with `error`. */
function poolOf(error: Error, when: 'connect' | 'query'): ReturnType<typeof namedPool> {
  const fail = async () => {
    throw error
  }
  const client = { query: fail, release: () => {} }
  const connect = when === 'connect' ? fail : async () => client
  return namedPool({ options: {}, connect, end: async () => {} } as unknown as pg.Pool)
}

describe.each(['connect', 'query'] as const)('an error of %s', (when) => {
  const askedOf = async (error: Error) => {
    const client = await poolOf(error, when).connect()
    return await client.query('select $1', [1])
  }

  it.each([
    ['a server that is not there', refused],
    ['both addresses of localhost', Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' })],
    ['an unknown host name', ofSystem('ENOTFOUND', 'getaddrinfo')],
    ['a name server that does not answer', ofSystem('EAI_AGAIN', 'getaddrinfo')],
    ['a network that is cut', ofSystem('EHOSTUNREACH', 'connect')],
    ['a connection that times out', ofSystem('ETIMEDOUT', 'read')],
    ['a connection that breaks', new Error('Connection terminated unexpectedly')],
    ['a connection that is not had in time', new Error('timeout exceeded when trying to connect')],
  ])('%s: reports the database as unreachable', async (_, error) => {
    await expect(askedOf(error)).rejects.toMatchObject({ code: 'database_unreachable', cause: error })
  })

  it.each([
    ['an error of the server itself', Object.assign(new Error('password authentication failed'), { code: '28P01' })],
    ['anything else', new TypeError('x is not a function')],
  ])('%s: is passed on unchanged', async (_, error) => {
    await expect(askedOf(error)).rejects.toBe(error)
  })
})
