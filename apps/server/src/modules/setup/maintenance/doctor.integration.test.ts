import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { rm, truncate, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCase, pdfFile, startOffice, type Office } from '../../../../test/office.ts'
import { testPassword } from '../../../../test/test-server.ts'
import { examine, type BrokenFile } from './examine.ts'

let office: Office
beforeAll(async () => {
  office = await startOffice()
})
afterAll(() => office.close())

async function runExamination(files = false) {
  const problems: unknown[] = []
  const { db, store } = office.server.deps
  const report = await examine(
    { db, store },
    {
      files,
      onBrokenChain: (broken) => problems.push(broken),
      onBrokenFile: (broken: BrokenFile) => problems.push(broken),
    },
  )
  return { report, problems }
}

async function tamper(statement: string): Promise<void> {
  const { db } = office.server.deps
  await sql`alter table event disable trigger event_append_only`.execute(db)
  await sql.raw(statement).execute(db)
  await sql`alter table event enable trigger event_append_only`.execute(db)
}

/** Path of the stored file of a document. */
async function fileOf(document: string): Promise<string> {
  const { db, store } = office.server.deps
  const row = await db
    .selectFrom('document_version')
    .where('id_documento', '=', document)
    .select('blob_key')
    .executeTakeFirstOrThrow()
  return store.path(row.blob_key)!
}

describe('the doctor’s examination', () => {
  it('finds no problem in a sound installation', async () => {
    await createCase(office.usuario)
    await office.server.client().signIn(office.gestor.email, testPassword)
    const { report, problems } = await runExamination(true)
    expect(report).toMatchObject({ broken: 0, missing: 0, changed: 0 })
    expect(report.chains).toBeGreaterThan(1)
    expect(report.events).toBeGreaterThan(report.chains)
    expect(report.versions).toBe(1)
    expect(problems).toEqual([])
  })

  it('names each chain that was changed, truncated or emptied, and no other', async () => {
    const { db } = office.server.deps
    const chains: string[] = []
    for (let at = 0; at < 5; at += 1) chains.push((await createCase(office.usuario)).main.id_solicitud_main)
    const [changed, cut, emptied, headless] = chains
    await tamper(`update event set data = '{"nombre": "Otro.pdf"}' where chain = '${changed}' and seq = 2`)
    await tamper(`delete from event where chain = '${cut}' and seq = 2`)
    await tamper(`delete from event where chain = '${emptied}'`)
    await db.deleteFrom('event_chain').where('chain', '=', headless!).execute()
    const { report, problems } = await runExamination()
    expect(report).toMatchObject({ broken: 4, missing: 0, changed: 0 })
    expect(problems).toHaveLength(4)
    expect(problems).toEqual(
      expect.arrayContaining([
        { chain: changed, at: 2, action: 'document.uploaded' },
        { chain: cut, at: 2, action: null },
        { chain: emptied, at: 1, action: null },
        { chain: headless, at: 3, action: null },
      ]),
    )
    for (const chain of [changed, cut, emptied, headless]) {
      await tamper(`delete from event where chain = '${chain}'`)
      await db.deleteFrom('event_chain').where('chain', '=', chain!).execute()
    }
  })

  it('verifies chains that are longer than one batch', async () => {
    const { db } = office.server.deps
    const chain = randomUUID()
    await inTransaction(db, async (trx) => {
      for (let at = 0; at < 2300; at += 1) {
        await appendEvent(trx, { action: 'session.started', id_company: chain, actor_label: 'x', data: { at } })
      }
    })
    expect((await runExamination()).report.broken).toBe(0)
    await tamper(`update event set ip = '10.0.0.1' where chain = '${chain}' and seq = 2150`)
    expect((await runExamination()).problems).toEqual([{ chain, at: 2150, action: 'session.started' }])
    await tamper(`delete from event where chain = '${chain}'`)
    await db.deleteFrom('event_chain').where('chain', '=', chain).execute()
  })

  it('names files that are missing, or differ in size or content', async () => {
    const { document: missing } = await createCase(office.usuario, pdfFile('Falta.pdf'))
    const { document: short } = await createCase(office.usuario, pdfFile('Corto.pdf'))
    const { document: other } = await createCase(office.usuario, pdfFile('Otro.pdf'))
    await rm(await fileOf(missing.id_documento))
    await truncate(await fileOf(short.id_documento), 10)
    await writeFile(await fileOf(other.id_documento), Buffer.alloc(other.size))
    const broken = ({ id_documento, nombre }: typeof missing, kind: string) => ({
      kind,
      id_documento,
      nombre,
      version: 1,
    })
    const seen = [broken(missing, 'missing'), broken(short, 'changed')]
    const quick = await runExamination()
    expect(quick.report).toMatchObject({ missing: 1, changed: 1 })
    expect(quick.problems).toEqual(expect.arrayContaining(seen))
    const whole = await runExamination(true)
    expect(whole.report).toMatchObject({ missing: 1, changed: 2 })
    expect(whole.problems).toEqual(expect.arrayContaining([...seen, broken(other, 'changed')]))
  })
})
