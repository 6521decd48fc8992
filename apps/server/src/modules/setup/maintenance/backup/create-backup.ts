import type { CopySession } from '@foja/db/copy/copy-session'
import { dumpTables } from '@foja/db/copy/dump-tables'
import type { ObjectStore } from '@foja/storage/object-store'
import type { ArchivePlace } from './archive-place.ts'
import {
  Contents,
  fileName,
  headName,
  manifestName,
  partName,
  type BackupHead,
  type BackupSummary,
} from './contents.ts'
import { writeArchive, type ArchiveWriter, type BackupLock } from './write-archive.ts'

export type BackupSource = {
  session: CopySession
  /** The store below the encryption, so that a backup needs no key. No object may be deleted until the end. */
  store: Pick<ObjectStore, 'list' | 'stat' | 'get'>
  now: Date
  /** Throws if objects may have been deleted since the beginning. */
  requireHold: () => Promise<void>
}

type Sums = { head: BackupHead; contents: Contents }

async function idOf(session: CopySession, setting: string): Promise<string | null> {
  const [row] = await session.query<{ id: string }>(`select value->>'id' as id from setting where key = $1`, [setting])
  return row?.id ?? null
}

async function addTables({ session, now }: BackupSource, archive: ArchiveWriter): Promise<Sums> {
  return await dumpTables(session, async (schema, parts) => {
    const ids = { installation: await idOf(session, 'installation'), keys: await idOf(session, 'keys') }
    const head: BackupHead = { format: 1, at: now.toISOString(), ...ids, ...schema }
    const contents = new Contents(head)
    await archive.add(headName, JSON.stringify(head))
    let last: { table: string; part: number } = { table: '', part: 0 }
    for await (const { table, rows } of parts) {
      last = { table, part: last.table === table ? last.part + 1 : 1 }
      contents.addRows(table, rows)
      await archive.add(partName(table, last.part), rows)
    }
    return { head, contents }
  })
}

/** Every stored object: those of the snapshot, because files are stored before their rows, and perhaps later ones. */
async function addFiles({ store }: BackupSource, archive: ArchiveWriter, contents: Contents): Promise<void> {
  for await (const { key } of store.list()) {
    const found = await store.stat(key)
    // Listed and then given up by its request; no row references it.
    if (found === null) continue
    const source = (await store.get(key)) as AsyncIterable<Uint8Array>
    await archive.stream(fileName(key), found.size, contents.passFile(key, source))
  }
}

/** Writes a backup of a whole installation to a new file or object. Throws `file_exists`. */
export async function createBackup(
  source: BackupSource,
  place: ArchivePlace,
  lock: BackupLock,
): Promise<BackupSummary & { bytes: number }> {
  let summary: BackupSummary | undefined
  const bytes = await writeArchive(place, lock, async (archive) => {
    // The database first: what its rows reference is stored already.
    const { head, contents } = await addTables(source, archive)
    await addFiles(source, archive, contents)
    await source.requireHold()
    const manifest = contents.manifest()
    await archive.add(manifestName, JSON.stringify(manifest))
    summary = { head, manifest }
  })
  return { ...summary!, bytes }
}
