import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { createTestDatabase } from '@foja/testing/database'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { readTrail } from './read-trail.ts'

const chain = 'AAAA-BBBB-CCCC-0003'
const documents = [randomUUID(), randomUUID()] as const
const count = 2300
let largest = 0

const database = await createTestDatabase()
await inTransaction(database.kysely, async (trx) => {
  for (let n = 1; n <= count; n += 1) {
    const about = { id_solicitud_main: chain, id_documento: documents[n % 2]! }
    await appendEvent(trx, { ...about, action: 'document.uploaded', actor_label: 'Ana', data: { n } })
  }
})
afterAll(() => database.close())

/** The database, wrapped to record the size of the largest result. */
const watched = () =>
  database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      largest = Math.max(largest, result.rows.length)
      return Promise.resolve(result)
    },
  })

describe('a trail longer than one batch', () => {
  it('returns its newest events, count and verdict without loading all of it', async () => {
    const trail = await readTrail(watched(), { chain, most: 3 })
    expect(trail.events.map(({ seq }) => seq)).toEqual([2298, 2299, 2300])
    expect(trail).toMatchObject({ counted: count, verdict: { events: count, intact: true, at: null, fault: null } })
    expect(largest).toBeLessThanOrEqual(1000)
  })

  it('returns only wanted events, but verifies the whole chain', async () => {
    const wanted = (row: { id_documento: string | null }) => row.id_documento === documents[0]
    const { events, counted } = await readTrail(database.kysely, { chain, most: 2, wanted })
    expect([events.map(({ seq }) => seq), counted]).toEqual([[2298, 2300], count / 2])
    await sql`alter table event disable trigger user`.execute(database.kysely)
    await sql`update event set actor_label = 'Eva' where chain = ${chain} and seq = 1501`.execute(database.kysely)
    const broken = await readTrail(database.kysely, { chain, most: 2, wanted })
    expect(broken.verdict).toMatchObject({ events: count, intact: false, at: 1501 })
    await sql`update event set actor_label = 'Ana' where chain = ${chain} and seq = 1501`.execute(database.kysely)
    await sql`alter table event enable trigger user`.execute(database.kysely)
  })

  it('is not intact once an event is appended after its end', async () => {
    await sql`insert into event (chain, seq, id_solicitud_main, actor_label, action, at, prev_hash, hash)
      select chain, seq + 1, id_solicitud_main, 'nadie', action, at, hash, hash from event
      where chain = ${chain} and seq = ${count}`.execute(database.kysely)
    const { verdict } = await readTrail(database.kysely, { chain, most: 1 })
    expect(verdict).toMatchObject({ events: count, intact: false, at: count + 1 })
  })
})
