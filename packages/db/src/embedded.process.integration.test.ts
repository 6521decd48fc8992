import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { prepareDatabase } from '@foja/testing/data-folder'
import { silentLogger as logger } from './silent-logger.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { embeddedBackend, createUpkeep, openBackend, openDatabase } from './open-database.ts'
import { migrations } from './migrate.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foja database '))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Lets a process write for a while, kills it, and returns the keys that it had acknowledged. */
async function writeUntilKilled(prefix: string, after: number): Promise<string[]> {
  const program = fileURLToPath(new URL('../test/acknowledging-writer.ts', import.meta.url))
  const child = spawn(process.execPath, [program, folder, prefix], { stdio: ['ignore', 'pipe', 'ignore'] })
  const acknowledged: string[] = []
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'open') acknowledged.push(line)
    if (acknowledged.length === after) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return acknowledged
}

describe('the embedded database in a folder', () => {
  it('keeps every acknowledged row after repeated kill -9', async () => {
    const acknowledged: string[] = []
    for (const [round, after] of [1, 40, 150].entries()) {
      acknowledged.push(...(await writeUntilKilled(`round ${round}`, after)))
      const database = await openDatabase({ folder, logger })
      const rows = await database.kysely.selectFrom('throttle').select('key').execute()
      await database.close()
      expect(acknowledged.length).toBeGreaterThanOrEqual(after)
      expect(rows.map((row) => row.key)).toEqual(expect.arrayContaining(acknowledged))
    }
  })

  it('flushes to the disk before it acknowledges a write, and not for a read', async () => {
    await prepareDatabase(folder)
    const backend = await embeddedBackend({ folder, dump: null }, logger)
    const { kysely, close } = await openBackend(backend)
    for (const key of ['a', 'b', 'c']) {
      const before = await backend.server.fsyncs()
      await kysely.insertInto('throttle').values({ key }).execute()
      expect(await backend.server.fsyncs()).toBeGreaterThan(before)
    }
    const settings = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('fsync', 'wal_sync_method', 'synchronous_commit', 'full_page_writes') order by name`.execute(
      kysely,
    )
    expect(settings.rows.map((row) => `${row.name}=${row.setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'synchronous_commit=on',
      'wal_sync_method=fsync',
    ])
    const before = await backend.server.fsyncs()
    await kysely.selectFrom('throttle').selectAll().execute()
    expect(await backend.server.fsyncs()).toBe(before)
    await close()
  })

  it('keeps none of the answers that it sent', async () => {
    await prepareDatabase(folder)
    const program = fileURLToPath(new URL('../test/large-reader.ts', import.meta.url))
    const child = spawn(process.execPath, ['--max-old-space-size=100', program, folder, '200'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    expect(await text(child.stdout)).toBe('200000000\n')
  })

  it('admits one process and names the one that holds the folder', async () => {
    await prepareDatabase(folder)
    const first = await openDatabase({ folder, logger })
    await expect(openDatabase({ folder, logger })).rejects.toMatchObject({
      code: 'database_in_use',
      message: expect.stringContaining(`pid ${process.pid}`) as string,
    })
    await first.close()
    await (await openDatabase({ folder, logger })).close()
  })

  it('starts over when the first start was interrupted', async () => {
    await prepareDatabase(folder)
    // as if the process had died while creating the folder: no completeness mark, files missing
    await rm(join(folder, 'complete'))
    await rm(join(folder, 'pg'), { recursive: true })
    await mkdir(join(folder, 'pg', 'base'), { recursive: true })
    const database = await openDatabase({ folder, logger })
    expect(database.migrated).toEqual(Object.keys(migrations))
    await database.close()
    expect((await readdir(folder)).filter((name) => name.startsWith('pg'))).toEqual(['pg'])
    expect((await stat(join(folder, 'pg'))).mode & 0o077, 'readable by its owner only').toBe(0)
  })

  it('renames, and never deletes, a cluster without its completeness mark', async () => {
    await prepareDatabase(folder)
    const first = await openDatabase({ folder, logger })
    await first.kysely.insertInto('throttle').values({ key: 'kept' }).execute()
    await first.close()
    await rm(join(folder, 'complete'))
    const fresh = await openDatabase({ folder, logger })
    expect(await fresh.kysely.selectFrom('throttle').select('key').execute()).toEqual([])
    await fresh.close()
    const aside = (await readdir(folder)).filter((name) => name.startsWith('pg.unfinished-'))
    expect(aside).toHaveLength(1)
    await rm(join(folder, 'pg'), { recursive: true })
    await rename(join(folder, aside[0]!), join(folder, 'pg'))
    const again = await openDatabase({ folder, logger })
    expect(await again.kysely.selectFrom('throttle').select('key').execute()).toEqual([{ key: 'kept' }])
    await again.close()
  })

  it('refuses a path that is not a folder with one clear error', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(openDatabase({ folder: join(folder, 'file'), logger })).rejects.toMatchObject({
      code: 'database_folder_unwritable',
    })
  })

  it.runIf(process.getuid?.() !== 0)(
    'refuses a folder without write permission (not as root, who may write everywhere)',
    async () => {
      await chmod(folder, 0o500)
      await expect(openDatabase({ folder, logger })).rejects.toMatchObject({ code: 'database_folder_unwritable' })
      await chmod(folder, 0o700)
    },
  )

  it('checkpoints, analyzes and vacuums by written volume, and leaves an idle database alone', async () => {
    await prepareDatabase(folder)
    // Without the timer of the database, which would do the same in between.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const backend = await embeddedBackend({ folder, dump: null }, logger)
    const { kysely, close } = await openBackend(backend)
    const look = createUpkeep()
    const upkeep = () => look(backend.pool)
    const write = (megabytes: number): Promise<unknown> =>
      sql`insert into setting (key, value)
        select gen_random_uuid(), to_jsonb(string_agg(md5(random()::text), '')) from generate_series(1, ${megabytes}), generate_series(1, 32000) as n(i)
        group by i % (${megabytes} * 200)`.execute(kysely)
    await upkeep()
    expect(await upkeep()).toEqual([])
    await write(40)
    expect(await upkeep()).toContain('checkpoint')
    await write(40)
    expect(await upkeep()).toContain('vacuum')
    expect(await upkeep()).toEqual([])
    await close()
  })
})
