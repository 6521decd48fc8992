import { appendEvent } from '@foja/db/events'
import { createRoot, findLastRoot, type LedgerFault, type RootMark } from '@foja/db/history-roots'
import { createSeal, shardOf } from '@foja/db/history-seal'
import { resealHistory, sealExistingHistory } from '@foja/db/seal-history'
import { inTransaction } from '@foja/db/transaction'
import { verifyChain } from '@foja/db/verify-chains'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dropChain, dropNewest, rewriteChain, tamper } from '../../../../test/forge-history.ts'
import { changeStored, createCase, pdfFile, openOffice } from '../../../../test/office.ts'
import { testPassword } from '../../../../test/test-server.ts'
import { historyKey } from '../../../keys.ts'
import { purgeDocuments } from '../../documents/public.ts'
import { examine, type BrokenFile } from './examine.ts'

const office = await openOffice()

async function runExamination(files = false, mark: RootMark | null = null) {
  const problems: unknown[] = []
  const { db, store } = office.server.deps
  const report = await examine(
    { db, store },
    {
      files,
      mark,
      now: new Date(),
      onLedgerFault: (fault) => problems.push(fault),
      onBrokenChain: (broken) => problems.push(broken),
      onBrokenFile: (broken: BrokenFile) => problems.push(broken),
    },
  )
  return { report, problems }
}

const db = () => office.server.deps.db

/** Problems with one chain. */
async function problemsOf(chain: string) {
  const { problems } = await runExamination()
  return problems.filter((one) => (one as { chain?: string }).chain === chain)
}

const newChain = async () => (await createCase(office.usuario)).main.id_solicitud_main

/** Key of the stored file of a document. */
async function keyOf({ id_documento: document }: { id_documento: string }): Promise<string> {
  const row = await db()
    .selectFrom('document_version')
    .where('id_documento', '=', document)
    .select('blob_key')
    .executeTakeFirstOrThrow()
  return row.blob_key
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

  it('verifies chains that are longer than one batch', async () => {
    const chain = randomUUID()
    await inTransaction(db(), async (trx) => {
      for (let at = 0; at < 2300; at += 1) {
        await appendEvent(trx, { action: 'session.started', id_company: chain, actor_label: 'x', data: { at } })
      }
    })
    expect((await runExamination()).problems).toEqual([])
    await tamper(db(), `update event set ip = '10.0.0.1' where chain = '${chain}' and seq = 2150`)
    expect((await runExamination()).problems).toEqual([{ chain, fault: 'event', at: 2150, action: 'session.started' }])
    await tamper(db(), `update event set ip = null where chain = '${chain}' and seq = 2150`)
  })

  it('accepts a purge of the recycle bin and seals of an earlier release', async () => {
    const { document } = await createCase(office.usuario)
    const bin = { deleted_at: new Date(0) }
    await db().updateTable('document').set(bin).where('id_documento', '=', document.id_documento).execute()
    expect(await purgeDocuments(office.server.deps)).toBe(1)
    await createRoot(db(), new Date())
    expect((await runExamination()).problems).toEqual([])
    await tamper(
      db(),
      `truncate history_root, history_root_head, history_counter; update event_chain set no = null, mac = null`,
    )
    const at = new Date('2026-01-02T03:04:05.678Z')
    expect(await sealExistingHistory(db(), at)).toBeGreaterThan(2)
    expect(await sealExistingHistory(db(), at)).toBeNull()
    await createCase(office.usuario)
    expect((await runExamination()).problems).toEqual([])
    expect(await verifyChain(db(), office.company)).toMatchObject({ intact: true, sealedFrom: at })
  })

  it('names each chain that was changed, truncated or emptied, and no other', async () => {
    const before = (await runExamination()).report
    const chains: string[] = []
    for (let at = 0; at < 4; at += 1) chains.push(await newChain())
    const [changed, cut, emptied, headless] = chains as [string, string, string, string]
    await tamper(db(), `update event set data = '{"nombre": "Otro.pdf"}' where chain = '${changed}' and seq = 2`)
    await tamper(db(), `delete from event where chain = '${cut}' and seq = 2`)
    await tamper(db(), `delete from event where chain = '${emptied}'`)
    await db().deleteFrom('event_chain').where('chain', '=', headless).execute()
    const { report, problems } = await runExamination()
    expect(report.broken - before.broken).toBe(4)
    expect(problems).toEqual(
      expect.arrayContaining([
        { chain: changed, fault: 'event', at: 2, action: 'document.uploaded' },
        { chain: cut, fault: 'event', at: 2, action: null },
        { chain: emptied, fault: 'missing', at: 1, action: null },
        { chain: headless, fault: 'event', at: 3, action: null },
      ]),
    )
  })

  it('finds actor, address and date changed with new hashes, also after further events', async () => {
    const chain = await newChain()
    await rewriteChain(db(), chain, ({ seq, at }) =>
      seq === 1 ? { actor_label: 'Otra', ip: '10.0.0.1', at: new Date(at.getTime() - 86_400_000) } : {},
    )
    const forged = [{ chain, fault: 'seal', at: null, action: null }]
    expect(await problemsOf(chain)).toEqual(forged)
    const event = { action: 'solicitud.updated', id_solicitud_main: chain, actor_label: 'Ana' }
    await inTransaction(db(), (trx) => appendEvent(trx, event))
    expect(await problemsOf(chain)).toEqual(forged)
  })

  it('finds a forged chain also after the keys of the server changed, and no other', async () => {
    const [chain, other] = [await newChain(), await newChain()]
    await rewriteChain(db(), chain, () => ({ ip: '10.0.0.1' }))
    const from = createSeal(historyKey(office.server.deps.keys))
    const to = createSeal(new Uint8Array(32))
    const counted = await inTransaction(db(), (trx) => resealHistory(trx, { from, to }))
    expect(counted.invalid).toBeGreaterThan(0)
    const heads = await db().selectFrom('event_chain').selectAll().where('chain', 'in', [chain, other]).execute()
    const held = heads.filter((head) => to.holdsHead(head)).map((head) => head.chain)
    expect(held).toEqual([other])
    await inTransaction(db(), (trx) => resealHistory(trx, { from: to, to: from }))
    expect(await problemsOf(chain)).toEqual([{ chain, fault: 'seal', at: null, action: null }])
    expect(await problemsOf(other)).toEqual([])
  })

  it('finds that the newest event was dropped, also with the seal of an earlier head', async () => {
    const [chain, restored] = [await newChain(), await newChain()]
    await dropNewest(db(), chain)
    expect(await problemsOf(chain)).toEqual([{ chain, fault: 'seal', at: null, action: null }])
    const early = await db()
      .selectFrom('event_chain')
      .selectAll()
      .where('chain', '=', restored)
      .executeTakeFirstOrThrow()
    const event = { action: 'solicitud.sent', id_solicitud_main: restored, actor_label: 'Ana' }
    await inTransaction(db(), (trx) => appendEvent(trx, event))
    const added = await createRoot(db(), new Date())
    expect(added?.suspects).toContain(chain)
    await dropNewest(db(), restored)
    await db().updateTable('event_chain').set(early).where('chain', '=', restored).execute()
    const lost = { chain: restored, fault: 'root', at: early.seq + 1, action: null }
    expect(await problemsOf(restored)).toEqual([lost])
  })

  it('finds that a chain was dropped, also when it begins again', async () => {
    const missing = async () => {
      const { problems } = await runExamination()
      const [found] = problems.filter((one) => (one as LedgerFault).kind === 'chains') as { count: number }[]
      return found?.count ?? 0
    }
    const before = await missing()
    const [fresh, known] = [await newChain(), await newChain()]
    await dropChain(db(), fresh)
    expect(await missing()).toBe(before + 1)
    const event = { action: 'solicitud.updated', id_solicitud_main: fresh, actor_label: 'Ana' }
    await inTransaction(db(), (trx) => appendEvent(trx, event))
    expect(await missing()).toBe(before + 1)
    expect(await problemsOf(fresh)).toEqual([{ chain: fresh, fault: 'missing', at: 1, action: event.action }])
    await createRoot(db(), new Date())
    await dropChain(db(), known)
    expect(await problemsOf(known)).toEqual([{ chain: known, fault: 'missing', at: 1, action: null }])
    const next = await createRoot(db(), new Date())
    expect(next?.suspects).toContain(known)
  })

  it('finds counters and roots that were changed or removed', async () => {
    const ledger = async (mark: RootMark | null = null) => (await runExamination(false, mark)).problems
    const last = (await createRoot(db(), new Date()))?.root ?? (await findLastRoot(db()))!
    const shard = shardOf(office.company)
    await tamper(db(), `update history_counter set chains = chains + 1 where shard = ${shard}`)
    expect(await ledger(last)).toContainEqual({ kind: 'counter', shard })
    expect(await ledger(last)).not.toContainEqual({ kind: 'forgotten', no: last.no })
    await tamper(db(), `update history_root set events = events + 1 where no = 1`)
    expect(await ledger()).toContainEqual({ kind: 'root', no: 1 })
    await tamper(db(), `update history_root set token = 'x' where no = 1`)
    expect(await ledger()).toContainEqual({ kind: 'stamp', no: 1 })
    await tamper(
      db(),
      `delete from history_root_head where root = ${last.no}; delete from history_root where no = ${last.no}`,
    )
    expect(await ledger(last)).toContainEqual({ kind: 'forgotten', no: last.no })
  })

  it('names files that are missing, or differ in size or content', async () => {
    const { document: missing } = await createCase(office.usuario, pdfFile('Falta.pdf'))
    const { document: short } = await createCase(office.usuario, pdfFile('Corto.pdf'))
    const { document: other } = await createCase(office.usuario, pdfFile('Otro.pdf'))
    await office.server.deps.store.delete(await keyOf(missing))
    await changeStored(office, await keyOf(short), (bytes) => bytes.subarray(0, 10))
    await changeStored(office, await keyOf(other), (bytes) => Buffer.alloc(bytes.length))
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
