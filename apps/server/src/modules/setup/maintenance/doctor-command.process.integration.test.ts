import { appendEvent } from '@foja/db/events'
import { openDatabase } from '@foja/db/open-database'
import { inTransaction } from '@foja/db/transaction'
import { openDiskStore } from '@foja/storage/disk-store'
import { silentLogger } from '@foja/testing/database'
import { sql } from 'kysely'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTool } from '../../../../test/run-tool.ts'

describe('npm run doctor', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foja-doctor-'))
    await openDiskStore(join(folder, 'files'))
    const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
    const event = { action: 'setup.completed', actor_label: 'Foja' }
    await inTransaction(database.kysely, (trx) => appendEvent(trx, event))
    await database.close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = (...args: string[]) => runTool('doctor', ...args)

  it('reports a sound installation in a few lines', async () => {
    const { status, output } = await run('--data', folder, '--files')
    expect(output).toContain('Historia: 1 cadenas, 1 eventos, 0 cadenas rotas.')
    expect(output).toContain('✓ Todo está en orden.')
    expect(status).toBe(0)
  })

  it('names a tampered event and exits with 1', async () => {
    const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
    await sql`alter table event disable trigger event_append_only`.execute(database.kysely)
    await sql`update event set actor_label = 'Nadie'`.execute(database.kysely)
    await database.close()
    const { status, output } = await run('--data', folder)
    expect(output).toContain('✗ La historia de system no encaja desde su evento 1 (setup.completed).')
    expect(status).toBe(1)
  })

  it('refuses to run while Foja runs, or without data', async () => {
    const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
    const busy = await run('--data', folder)
    await database.close()
    expect(busy).toMatchObject({ status: 2, output: expect.stringContaining('Foja está en marcha') as string })
    const empty = await mkdtemp(join(tmpdir(), 'foja-doctor-'))
    const nothing = await run('--data', empty)
    expect(nothing).toMatchObject({ status: 2, output: expect.stringContaining('no hay datos de Foja') as string })
    expect(await readdir(empty)).toEqual([])
    await rm(empty, { recursive: true })
    expect((await run('--data', folder, '--todo')).status).toBe(2)
  })
})
