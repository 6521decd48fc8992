import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'

/** The sample company and the users it came with. */
export type SampleRecord = { company: string; people: string[] }

const key = 'sample_office'

export async function rememberSample(trx: Transaction<Database>, sample: SampleRecord, at: Date): Promise<void> {
  await trx
    .insertInto('setting')
    .values({ key, value: JSON.stringify(sample), updated_at: at })
    .execute()
}

export async function forgetSample(trx: Transaction<Database>): Promise<void> {
  await trx.deleteFrom('setting').where('key', '=', key).execute()
}

/** Null if there is no sample, or no longer. `locked`: prevents concurrent removal until the transaction ends. */
export async function findSample(db: Kysely<Database>, how: 'read' | 'locked' = 'read'): Promise<SampleRecord | null> {
  const select = db.selectFrom('setting').where('key', '=', key).select('value')
  const row = await (how === 'locked' ? select.forUpdate() : select).executeTakeFirst()
  if (row === undefined) return null
  const { company, people } = row.value
  return typeof company === 'string' && Array.isArray(people) ? { company, people: people.map(String) } : null
}
