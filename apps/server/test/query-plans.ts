import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { Recorder } from './bare-server.ts'

/** Returns the query plans of the queries that `work` makes, in order. */
export async function plansOf(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<unknown>,
): Promise<string[]> {
  return await inTransaction(db, async (trx) => {
    const recorder = new Recorder()
    await recorder.record(() => work(trx.withPlugin(recorder)))
    const plans: string[] = []
    for (const { sql, parameters } of recorder.compiled(trx)) {
      const { rows } = await trx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain ${sql}`, [...parameters]),
      )
      plans.push(rows.flatMap((row) => Object.values(row)).join('\n'))
    }
    return plans
  })
}
