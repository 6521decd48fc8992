import { isForeignKeyViolation } from '@foja/db/errors'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Kysely } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { announceForgotten } from '../documents/public.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'bus'>

const hourMs = 3_600_000
/** How long the files of a batch can be downloaded. */
const batchMs = 24 * hourMs

/** The keys of stored files that a base or a batch references. */
export async function findNamedByTemplates(db: Kysely<Database>, keys: readonly string[]): Promise<string[]> {
  const bases = await db.selectFrom('template_base').where('blob_key', 'in', keys).select('blob_key').execute()
  const files = await db.selectFrom('template_batch_file').where('blob_key', 'in', keys).select('blob_key').execute()
  return [...bases, ...files].map(({ blob_key }) => blob_key)
}

async function deleteBases({ db, clock, bus }: Deps): Promise<void> {
  const bases = await db
    .selectFrom('template_base as base')
    .where('base.created_at', '<', new Date(clock().getTime() - hourMs))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('template_version as state')
            .whereRef('state.pdf_path', '=', 'base.pdf_path')
            .select('state.version'),
        ),
      ),
    )
    .select(['base.pdf_path', 'base.sha256'])
    .execute()
  for (const { pdf_path, sha256 } of bases) {
    try {
      await inTransaction(db, async (trx) => {
        await trx.deleteFrom('template_base').where('pdf_path', '=', pdf_path).execute()
        await announceForgotten(trx, { bus }, [sha256])
      })
    } catch (error) {
      // A template was just created on it, so it stays.
      if (isForeignKeyViolation(error)) continue
      throw error
    }
  }
}

/**
 * Deletes unused bases after an hour, and batches after a day with their ZIP files. The sweep then deletes the
 * unreferenced files.
 */
export async function sweepTemplates(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - batchMs)
  await deps.db.deleteFrom('template_batch').where('created_at', '<', before).execute()
  await deleteBases(deps)
}
