import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { CopySession } from './copy-session.ts'

/** Advisory lock of a running backup on PostgreSQL. */
const backupLock = 7042

/** Marks this session as a running backup until it ends; waits for another backup. */
export async function lockForBackup(session: CopySession): Promise<void> {
  await session.query('select pg_advisory_lock($1)', [backupLock])
}

/** True while a backup reads the files that its snapshot references. Always false on the embedded database. */
export async function isBackupRunning(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${backupLock} and objsubid = 1
      and granted and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length > 0
}
