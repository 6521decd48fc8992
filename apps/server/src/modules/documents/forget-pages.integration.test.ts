import type { PageImages } from '@foja/contracts/common'
import { withSeal } from '@foja/db/history-seal'
import { openDatabase } from '@foja/db/open-database'
import { silentLogger } from '@foja/db/silent-logger'
import { createPageCache } from '@foja/pdf/cache'
import { testDatabaseKind } from '@foja/testing/database'
import { makePdf } from '@foja/testing/pdfs'
import { postgresUrl } from '@foja/testing/postgres'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, Caller, createCase, pdfFile, startOffice, type Office } from '../../../test/office.ts'
import { buildApp } from '../../app.ts'
import { historyKey } from '../../keys.ts'
import { sweep } from '../setup/maintenance/sweep.ts'

let office: Office
beforeAll(async () => {
  office = await startOffice()
})
afterAll(() => office.close())

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** A cache in a folder of its own, as every process has. */
async function openCache() {
  const folder = await mkdtemp(join(tmpdir(), 'foja-pages-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
  return createPageCache({ folder, maxBytes: 64 * 1024 * 1024, renderer: office.server.deps.renderer })
}

/** Draws the first page of a document through a server. */
async function draw(origin: string, pdf_path: string): Promise<void> {
  const { id, email, token } = office.usuario
  const caller = new Caller(origin, id, email, token)
  const { pages } = await bodyOf<PageImages>(await caller.post('/api/v1/pdf_to_image/', { pdf_path }), 200)
  const image = await caller.call(pages[0]!.url)
  expect(image.status).toBe(200)
  await image.arrayBuffer()
}

describe.runIf(testDatabaseKind === 'postgres')('two servers on one PostgreSQL database', () => {
  it('both delete the page images of a document that one of them purges', async () => {
    const { deps, database, origin } = office.server
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
    const url = await postgresUrl(rows[0]!.name)
    const second = await openDatabase({ url, logger: silentLogger, poolSize: 2 })
    opened.push(second.close)
    const pageCache = await openCache()
    const app = await buildApp({ ...deps, db: withSeal(second.kysely, historyKey(deps.keys)), bus: second, pageCache })
    opened.push(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const there = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const kept = await createCase(office.usuario, pdfFile('queda.pdf', makePdf({ catalog: '/Foja (1)' })))
    const purged = await createCase(office.usuario, pdfFile('se va.pdf', makePdf({ catalog: '/Foja (2)' })))
    for (const { document } of [kept, purged]) {
      for (const server of [origin, there]) await draw(server, document.pdf_path)
    }
    const contents = async () => [await deps.pageCache.contents(), await pageCache.contents()].map((one) => one.sort())
    const both = [kept.document.sha256, purged.document.sha256].toSorted()
    expect(await contents()).toEqual([both, both])

    await deps.db
      .updateTable('document')
      .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id_documento', '=', purged.document.id_documento)
      .execute()
    expect(await sweep(deps, office.server.app.log)).toMatchObject({ purged: 1 })
    await expect.poll(contents).toEqual([[kept.document.sha256], [kept.document.sha256]])
  })
})

it('a server that starts deletes the page images of documents that were purged meanwhile', async () => {
  const { deps } = office.server
  const { document } = await createCase(office.usuario, pdfFile('en pie.pdf', makePdf({ catalog: '/Foja (3)' })))
  const pageCache = await openCache()
  for (const sha256 of [document.sha256, 'ab'.repeat(32)]) {
    await pageCache.page({ sha256, source: makePdf(), page: 1 })
  }
  expect(await pageCache.contents()).toHaveLength(2)
  const app = await buildApp({ ...deps, pageCache })
  opened.push(() => app.close())
  await app.ready()
  await expect.poll(pageCache.contents).toEqual([document.sha256])
})
