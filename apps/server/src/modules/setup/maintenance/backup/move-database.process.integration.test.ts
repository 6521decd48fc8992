import { createTestDatabase } from '@foja/testing/database'
import { prepareDatabase } from '@foja/testing/data-folder'
import { makePdf } from '@foja/testing/pdfs'
import { postgresUrl } from '@foja/testing/postgres'
import { sql } from 'kysely'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startOn, upload } from '../../../../../test/backup.ts'
import { runToolWith } from '../../../../../test/run-tool.ts'
import { download } from '../../../../../test/signing.ts'

describe('a database that moves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-move-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('goes to PostgreSQL and back with every row and file', async () => {
    const here = { FOJA_DATA_DIR: join(folder, 'here') }
    await prepareDatabase(join(here.FOJA_DATA_DIR, 'db'))
    const first = await startOn(here)
    const contract = makePdf({ catalog: '/Contract (contrato)' })
    const document = await upload(first.admin, contract, 'contrato.pdf')
    await first.server.close()
    const database = await createTestDatabase('postgres')
    try {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
      const there = { ...here, DATABASE_URL: await postgresUrl(rows[0]!.name) }
      const moved = await runToolWith(here, 'migrate-data', '--to', there.DATABASE_URL)
      expect(moved.output).toContain('✓ Base de datos copiada y comparada')
      expect(moved.status).toBe(0)
      expect(await runToolWith(here, 'migrate-data', '--to', there.DATABASE_URL)).toMatchObject({ status: 1 })
      const examined = await runToolWith(there, 'doctor', '--files')
      expect(examined.output).toContain('✓ Todo está en orden.')
      const second = await startOn(there)
      expect((await download(second.admin, document)).equals(contract)).toBe(true)
      await second.server.close()
      await rm(join(here.FOJA_DATA_DIR, 'db'), { recursive: true })
      await mkdir(join(here.FOJA_DATA_DIR, 'db'))
      const back = await runToolWith(there, 'migrate-data', '--to', 'embedded')
      expect(back.output).toContain('✓ Base de datos copiada y comparada')
    } finally {
      await database.close()
    }
    const third = await startOn(here)
    expect((await download(third.admin, document)).equals(contract)).toBe(true)
    await third.server.close()
    const examined = await runToolWith(here, 'doctor', '--files')
    expect(examined.output).toContain('✓ Todo está en orden.')
  })
})
