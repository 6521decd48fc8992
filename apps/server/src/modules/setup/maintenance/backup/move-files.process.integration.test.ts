import type { ObjectStore } from '@foja/storage/object-store'
import { createTestDatabase } from '@foja/testing/database'
import { postgresUrl } from '@foja/testing/postgres'
import { createBucket } from '@foja/testing/s3'
import { prepareDatabase } from '@foja/testing/data-folder'
import { makePdf } from '@foja/testing/pdfs'
import { hasSwift, howToInstall } from '@foja/testing/swift'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { startOn, upload, type Id } from '../../../../../test/backup.ts'
import { runToolWith } from '../../../../../test/run-tool.ts'
import { download } from '../../../../../test/signing.ts'
import { readConfig } from '../../../../config.ts'
import { openStore } from '../../../../open-store.ts'
import { copyFiles } from './copy-files.ts'
import { holdDeletes } from './hold-deletes.ts'

const isMissing = !hasSwift()

/** A store whose second upload fails, as when the network breaks. */
function breaking(store: ObjectStore): ObjectStore {
  let puts = 0
  return {
    ...holdDeletes(store, async () => false),
    put: async (source, options) => {
      puts += 1
      if (puts > 1) throw new Error('the network is gone')
      return await store.put(source, options)
    },
  }
}

describe.skipIf(isMissing)(`files that move${isMissing ? ` (skipped: ${howToInstall})` : ''}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-files-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it(
    'go to a bucket after an interruption, and back with their database, with every byte',
    { timeout: 300_000 },
    async () => {
      const disk = { FOJA_DATA_DIR: folder }
      await prepareDatabase(join(folder, 'db'))
      const bucket = await createBucket()
      const s3 = {
        ...disk,
        S3_ENDPOINT: bucket.endpoint,
        S3_BUCKET: bucket.bucket,
        S3_ACCESS_KEY_ID: bucket.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      }
      const documents = new Map<Id, Buffer>()
      const first = await startOn(disk)
      const add = async (admin: typeof first.admin, name: string) => {
        const pdf = makePdf({ catalog: `/Name (${name})` })
        documents.set(await upload(admin, pdf, `${name}.pdf`), pdf)
      }
      for (const name of ['uno', 'dos', 'tres']) await add(first.admin, name)
      expect(await runToolWith(s3, 'migrate-data', '--files-to', 's3')).toMatchObject({
        status: 1,
        output: expect.stringContaining('Foja está en marcha') as string,
      })
      await first.server.close()

      const [from, to] = [await openStore(readConfig(disk)), await openStore(readConfig(s3))]
      const id = (await from.mark.read())!
      await expect(copyFiles(from, { ...to, store: breaking(to.store) }, { id })).rejects.toThrow('the network is gone')
      // Foja does not start with half of its files.
      await expect(startOn(s3)).rejects.toMatchObject({ code: 'other_files' })
      const moved = await runToolWith(s3, 'migrate-data', '--files-to', 's3')
      expect(moved.output).toMatch(/✓ Archivos copiados y comparados: 2 ahora, 1 ya estaban/)
      expect(moved.output).toMatch(/✓ Historia: .* problemas: 0\./)
      expect(moved.status).toBe(0)

      const second = await startOn(s3)
      for (const [one, pdf] of documents) expect((await download(second.admin, one)).equals(pdf)).toBe(true)
      await add(second.admin, 'cuatro')
      await second.server.close()
      // A file that was changed on the disk is replaced.
      let last = ''
      for await (const { key } of from.store.list()) last = key
      const { size } = (await from.store.stat(last))!
      await from.store.put(Readable.from([Buffer.alloc(size, 'x')]), { key: last, maxBytes: size })
      const database = await createTestDatabase('postgres')
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
      const there = { ...disk, DATABASE_URL: await postgresUrl(rows[0]!.name) }
      const back = await runToolWith(s3, 'migrate-data', '--files-to', 'disk', '--to', there.DATABASE_URL)
      expect(back.output).toMatch(/✓ Archivos copiados y comparados: 2 ahora, 2 ya estaban/)
      expect(back.output).toContain('✓ Base de datos copiada y comparada')
      expect(back.status).toBe(0)
      const third = await startOn(there)
      for (const [one, pdf] of documents) expect((await download(third.admin, one)).equals(pdf)).toBe(true)
      await third.server.close()
      await database.close()

      const other = await openStore(readConfig({ FOJA_DATA_DIR: join(folder, 'other') }))
      await other.mark.write('f'.repeat(32))
      await expect(copyFiles(to, other, { id })).rejects.toMatchObject({ code: 'other_files' })
      await to.close()
    },
  )
})
