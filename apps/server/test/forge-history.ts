import { canonicalJson } from '@foja/db/canonical-json'
import type { EventRow } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'
import { createHash } from 'node:crypto'

/** Does what an attacker with the owner's password of the database can do: the triggers are off meanwhile. */
export async function tamper(
  db: Kysely<Database>,
  work: string | ((trx: Transaction<Database>) => Promise<unknown>),
): Promise<void> {
  const tables = ['event', 'history_root', 'history_root_head']
  await db.transaction().execute(async (trx) => {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await (typeof work === 'string' ? sql.raw(work).execute(trx) : work(trx))
    // A deferred check of a foreign key would prevent the next statement.
    await sql`set constraints all immediate`.execute(trx)
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  })
}

const hashOf = ({ id: _id, hash: _hash, ...content }: EventRow) =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

/** Rewrites the events of a chain, with hashes and a head that match again. */
export async function rewriteChain(
  db: Kysely<Database>,
  chain: string,
  change: (row: EventRow) => Partial<EventRow>,
): Promise<void> {
  await tamper(db, async (trx) => {
    const rows = await trx.selectFrom('event').selectAll().where('chain', '=', chain).orderBy('seq').execute()
    let prev_hash = '0'.repeat(64)
    for (const row of rows) {
      const { actor_label, ip, at } = { ...row, ...change(row) }
      const hash = hashOf({ ...row, actor_label, ip, at, prev_hash })
      await trx.updateTable('event').set({ actor_label, ip, at, prev_hash, hash }).where('id', '=', row.id).execute()
      prev_hash = hash
    }
    await trx.updateTable('event_chain').set({ hash: prev_hash }).where('chain', '=', chain).execute()
  })
}

/** Removes the newest event of a chain, and sets the head to the one before. */
export async function dropNewest(db: Kysely<Database>, chain: string): Promise<void> {
  await tamper(db, async (trx) => {
    await sql`delete from event where chain = ${chain}
      and seq = (select seq from event_chain where chain = ${chain})`.execute(trx)
    await sql`update event_chain set (seq, hash) = (select seq, hash from event where event.chain = ${chain}
      order by seq desc limit 1) where chain = ${chain}`.execute(trx)
  })
}

/** Removes a chain with its head. */
export async function dropChain(db: Kysely<Database>, chain: string): Promise<void> {
  await tamper(db, async (trx) => {
    await trx.deleteFrom('event').where('chain', '=', chain).execute()
    await trx.deleteFrom('event_chain').where('chain', '=', chain).execute()
  })
}
