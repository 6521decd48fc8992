import type { EventRow } from '@foja/db/events'
import { readRoots, rootHeads } from '@foja/db/history-roots'
import type { Database } from '@foja/db/schema'
import { atOneMoment, eventsOf, headOf } from '@foja/db/verify-chains'
import type { Kysely, Transaction } from 'kysely'
import { createHash } from 'node:crypto'
import type { ExportLine } from './export-lines.ts'

type Line = Exclude<ExportLine, { kind: 'end' }>

/** The roots, each before its heads. */
async function* rootLines(trx: Transaction<Database>): AsyncGenerator<Line> {
  for await (const roots of readRoots(trx)) {
    for (const { published_at: _published, token, ...root } of roots) {
      yield { kind: 'root', ...root, token: token?.toString('base64') ?? null }
      for await (const heads of rootHeads(trx, root.no)) for (const head of heads) yield { kind: 'root_head', ...head }
    }
  }
}

/** The events of each chain, and then its head. */
async function* chainLines(trx: Transaction<Database>): AsyncGenerator<Line> {
  let head: ReturnType<typeof headOf>
  let chain: string | undefined
  for await (const rows of eventsOf(trx)) {
    for (const row of rows) {
      if (chain !== row.chain && head !== undefined) yield { kind: 'head', ...head }
      chain = row.chain
      head = headOf(row)
      const { head_seq: _s, head_hash: _h, head_no: _n, head_mac: _m, head_sealed_from: _f, ...event } = row
      yield { kind: 'event', ...(event satisfies EventRow) }
    }
  }
  if (head !== undefined) yield { kind: 'head', ...head }
}

async function* contentLines(trx: Transaction<Database>, at: Date): AsyncGenerator<Line> {
  yield { kind: 'foja-history', version: 1, at }
  for (const row of await trx.selectFrom('history_counter').selectAll().orderBy('shard').execute()) {
    yield { kind: 'counter', ...row }
  }
  yield* rootLines(trx)
  yield* chainLines(trx)
}

/**
 * Writes the whole history in one snapshot as JSON Lines: counters, roots with their heads and timestamps, chains with
 * their heads, and last the digest of all of it. Returns the number of events.
 */
export async function exportHistory(
  db: Kysely<Database>,
  at: Date,
  write: (line: string) => Promise<void>,
): Promise<number> {
  return await atOneMoment(db, async (trx) => {
    const digest = createHash('sha256')
    let events = 0
    for await (const line of contentLines(trx, at)) {
      const text = `${JSON.stringify(line)}\n`
      if (line.kind === 'event') events += 1
      digest.update(text)
      await write(text)
    }
    const end: ExportLine = { kind: 'end', events, sha256: digest.digest('hex') }
    await write(`${JSON.stringify(end)}\n`)
    return events
  })
}
