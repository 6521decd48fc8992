import { openForCopy, type CopySession } from '@foja/db/copy/copy-session'
import { lockForBackup } from '@foja/db/copy/delete-hold'
import { silentLogger } from '@foja/db/silent-logger'
import { join } from 'node:path'
import type { Config } from '../../../../config.ts'
import { openStore } from '../../../../open-store.ts'
import { askForCopy } from './backup-door.ts'
import { BackupError } from './backup-error.ts'
import type { BackupSource } from './create-backup.ts'

export type Place = Pick<Config, 'dataFolder' | 'databaseUrl' | 's3'>
type Work<T> = (source: BackupSource) => Promise<T>

/** Runs `work` on an existing installation, whether Foja runs on it or not. @throws DatabaseProblem */
export async function withBackupSource<T>(place: Place, work: Work<T>): Promise<T> {
  const { dataFolder, databaseUrl } = place
  const { store, close } = await openStore(place)
  const source = { store, now: new Date() }
  try {
    return databaseUrl === undefined
      ? await withEmbedded(dataFolder, source, work)
      : await withPostgres(databaseUrl, source, work)
  } finally {
    await close()
  }
}

type Common = Pick<BackupSource, 'store' | 'now'>

async function withPostgres<T>(url: string, source: Common, work: Work<T>): Promise<T> {
  return await withSession({ url }, async (session) => {
    await lockForBackup(session)
    const requireHold = async () => {
      // The lock ends with its connection.
      await session.query('select 1').catch((cause: unknown) => {
        throw new BackupError('hold_lost', '', { cause })
      })
    }
    return await work({ ...source, session, requireHold })
  })
}

async function withEmbedded<T>(dataFolder: string, source: Common, work: Work<T>): Promise<T> {
  const copy = await askForCopy(dataFolder)
  const requireHold = async () => {
    if (copy?.isHeld() === false) throw new BackupError('hold_lost')
  }
  try {
    const folder = copy?.folder ?? join(dataFolder, 'db')
    return await withSession({ folder }, async (session) => await work({ ...source, session, requireHold }))
  } finally {
    copy?.leave()
  }
}

async function withSession<T>(
  place: { url: string } | { folder: string },
  work: (session: CopySession) => Promise<T>,
): Promise<T> {
  const opened = await openForCopy({ ...place, logger: silentLogger })
  try {
    return await opened.withSession(work)
  } finally {
    await opened.database.close()
  }
}
