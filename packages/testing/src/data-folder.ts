import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@foja/db/open-database'
import { silentLogger } from '@foja/db/silent-logger'
import { schemaHash } from './database.ts'

/**
 * Fills `folder` with an empty, migrated embedded database: opening it takes a fifth of a first start. The original is
 * created once per schema and kept in the system's temporary folder.
 */
export async function prepareDatabase(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  // With a third of the CPU time of the asynchronous copy.
  cpSync(await original(), folder, { recursive: true })
}

async function original(): Promise<string> {
  const parent = join(tmpdir(), `foja-test-${process.getuid?.() ?? 'user'}`)
  const folder = join(parent, `folder-${await schemaHash()}`)
  if (await exists(folder)) return folder
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const draft = await mkdtemp(join(parent, 'draft-'))
  await (await openDatabase({ folder: draft, logger: silentLogger })).close()
  await rename(draft, folder).catch(async (error: unknown) => {
    // Another worker was faster.
    await rm(draft, { recursive: true, force: true })
    if (!(await exists(folder))) throw error
  })
  return folder
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
