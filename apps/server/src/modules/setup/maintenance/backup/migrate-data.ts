import type { CopyDatabase } from '@foja/db/copy/copy-session'
import { dumpTables, type DumpedRows, type DumpedSchema } from '@foja/db/copy/dump-tables'
import { loadTables } from '@foja/db/copy/load-tables'
import { isDeepStrictEqual } from 'node:util'
import { BackupError } from './backup-error.ts'
import { Contents, type BackupManifest } from './contents.ts'
import { hasAccounts, migrateTo } from './restore-backup.ts'

type Tables = BackupManifest['tables']

async function sumUp(schema: DumpedSchema, rows: AsyncIterable<DumpedRows>): Promise<Tables> {
  const contents = new Contents(schema)
  for await (const part of rows) contents.addRows(part.table, part.rows)
  return contents.manifest().tables
}

/**
 * Copies every row into an empty database, reads them there again and compares counts and hashes. The source stays
 * unchanged, and so do the files, which belong to either database.
 * @throws BackupError not_empty, other_schema, newer_schema, damaged (the copy differs)
 */
export async function migrateData(from: CopyDatabase, to: CopyDatabase): Promise<Tables> {
  if (await hasAccounts(to.database.kysely)) throw new BackupError('not_empty')
  const sent = await from.withSession(async (source) =>
    dumpTables(source, async (schema, rows) => {
      await migrateTo(to.database.kysely, schema.migrations)
      const contents = new Contents(schema)
      await to.withSession(async (target) =>
        loadTables(target, schema, async (load) => {
          for await (const part of rows) {
            contents.addRows(part.table, part.rows)
            await load(part.table, part.rows)
          }
        }),
      )
      return contents.manifest().tables
    }),
  )
  const received = await to.withSession(async (target) => dumpTables(target, sumUp))
  if (!isDeepStrictEqual(received, sent)) throw new BackupError('damaged', 'the copied rows differ')
  return sent
}
