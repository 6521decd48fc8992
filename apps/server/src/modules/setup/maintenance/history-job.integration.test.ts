import { appendEvent } from '@foja/db/events'
import { createRoot, findLastRoot, verifyRoots, type HistoryRoot, type LedgerFault } from '@foja/db/history-roots'
import { createSeal, type HistorySeal } from '@foja/db/history-seal'
import { inTransaction } from '@foja/db/transaction'
import { parseCertificate } from '@foja/pades/certificate'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepMail } from '../../../../test/account.ts'
import { dropNewest, rewriteChain, tamper } from '../../../../test/forge-history.ts'
import { createCase, openOffice } from '../../../../test/office.ts'
import { configure, startPki } from '../../../../test/signing.ts'
import { historyKey } from '../../../keys.ts'
import { exportHistory } from './export-history.ts'
import { addRoot, sealHistory } from './history-job.ts'
import { readMark } from './history-mark.ts'
import { readStamp, stampTimeOf } from './root-stamp.ts'
import { verifyExport, type ExportFault } from './verify-export.ts'

const mailTo = 'auditoria@oficina.example'
const { mail, sent } = keepMail()
const cases: string[] = []
const logged: { level: string; fields: Record<string, unknown> }[] = []
const pki = await startPki()
afterAll(() => pki.close())
const office = await openOffice({ mail })
const db = () => office.server.deps.db
const markFile = join(office.server.folder, 'history.json')
await sealHistory({ db: db(), clock: office.server.deps.clock, markFile })
const change = { tsa_url: pki.tsaUrl, tsa_username: null, tsa_policy: null }
expect((await configure(office.gestor, change)).status).toBe(200)
// Sessions end when the clock advances, so the case files are created before.
for (let at = 0; at < 3; at += 1) cases.push((await createCase(office.usuario)).main.id_solicitud_main)

const seal = () => createSeal(historyKey(office.server.deps.keys))
const note = (level: string) => (fields: Record<string, unknown>) => void logged.push({ level, fields })
const log = { info: note('info'), warn: note('warn'), error: note('error') } as unknown as FastifyBaseLogger
/** Runs the job; returns the last root and what was logged. */
async function run(file = markFile) {
  logged.length = 0
  await addRoot({ ...office.server.deps, log, markFile: file, mailTo })
  await office.server.jobs.run(office.server.deps.clock())
  return { root: (await findLastRoot(db()))!, levels: logged.map(({ level }) => level) }
}
const append = (chain: string) =>
  inTransaction(db(), (trx) =>
    appendEvent(trx, { action: 'document.uploaded', id_solicitud_main: chain, actor_label: 'Ana' }),
  )

async function exported(): Promise<string[]> {
  const lines: string[] = []
  await exportHistory(db(), new Date(), async (line) => void lines.push(line.trimEnd()))
  return lines
}

type Proofs = { seal?: HistorySeal; root?: { no: number; hash: string } }
async function check(lines: readonly string[], proofs: Proofs = {}) {
  const faults: ExportFault[] = []
  const verdict = await verifyExport(
    (async function* () {
      yield* lines
    })(),
    {
      seal: proofs.seal ?? null,
      root: proofs.root ?? null,
      anchors: [parseCertificate(pki.root.certificate)],
      onFault: (fault) => faults.push(fault),
    },
  )
  expect(verdict.faults).toBe(faults.length)
  return { ...verdict, faults }
}

/** The lines with a digest at their end that matches. */
function closed(lines: readonly string[]): string[] {
  const content = lines.filter((line) => !line.startsWith('{"kind":"end"'))
  const events = content.filter((line) => line.startsWith('{"kind":"event"')).length
  const sha256 = createHash('sha256')
    .update(content.map((line) => `${line}\n`).join(''))
    .digest('hex')
  return [...content, JSON.stringify({ kind: 'end', events, sha256 })]
}

describe('the roots of the history', () => {
  it('are added when something changed, stamped, logged and mailed once a day, and kept beside the files', async () => {
    const first = await run()
    expect(first.levels).toEqual(['warn'])
    expect(first.root).toMatchObject({ no: 1, tsa: 'Sello de Tiempo de Pruebas' })
    expect(first.root.stamped_at).not.toBeNull()
    expect(logged[0]!.fields).toMatchObject({ root: 1, hash: first.root.hash })
    const letter = sent.find(({ to }) => to.includes(mailTo))!
    expect(letter.text).toContain(`1:${first.root.hash}`)
    expect(await readMark(markFile)).toEqual({ no: 1, hash: first.root.hash })
    // The letter itself is in the history.
    const second = await run()
    expect(second.levels).toEqual(['info'])
    expect(second.root).toMatchObject({ no: 2, token: null, published_at: null, changed: 1 })
    expect(second.root.events).toBe(first.root.events + 1)
    expect((await run()).root.no).toBe(2)
    office.server.advance(24 * 3_600_000)
    await append(cases[0]!)
    pki.behave({ tsa: 'error_500' })
    const third = await run()
    expect(third.levels).toEqual(['warn', 'warn'])
    expect(third.root).toMatchObject({ no: 3, token: null })
    pki.behave({ tsa: 'ok' })
    // An hour later the next root gets it.
    expect((await run()).root).toMatchObject({ no: 4, token: expect.any(Buffer) as Buffer })
    expect(sent.filter(({ to }) => to.includes(mailTo))).toHaveLength(2)
  })

  it('are published and stamped also after dates in the future, which the doctor reports', async () => {
    const future = sql<Date>`now() + interval '9 years'`
    for (const column of ['published_at', 'stamped_at'] as const) {
      await db()
        .updateTable('history_root')
        .set({ [column]: future })
        .where(column, 'is not', null)
        .execute()
    }
    await append(cases[0]!)
    const { root, levels } = await run()
    expect(levels).toEqual(['warn'])
    expect(root).toMatchObject({ published_at: expect.any(Date) as Date, token: expect.any(Buffer) as Buffer })
    const faults: LedgerFault[] = []
    const checks = { mark: null, now: office.server.deps.clock(), stampTimeOf }
    const found = await inTransaction(db(), (trx) => verifyRoots(trx, checks, (fault) => void faults.push(fault)))
    expect(faults).toEqual([1, 3, 4].map((no) => ({ kind: 'future', no })))
    expect(found.stamped).toEqual(readStamp(root.token!, root.hash)!.genTime)
  })

  it('name forged chains in the log and one letter, and are not added to a database put back in time', async () => {
    const [, chain] = cases as [string, string]
    await append(chain)
    await run()
    await dropNewest(db(), chain)
    const before = sent.length
    const { levels, root } = await run()
    expect(levels).toContain('error')
    expect(logged.find(({ level }) => level === 'error')!.fields).toMatchObject({ suspects: [chain] })
    expect(sent.slice(before).map(({ subject }) => subject)).toEqual([expect.stringContaining('ATENCIÓN')])
    await writeFile(markFile, JSON.stringify({ no: root.no + 5, hash: 'a'.repeat(64) }))
    expect((await run()).levels).toEqual(['error'])
    expect((await readMark(markFile))?.no).toBe(root.no + 5)
    await tamper(
      db(),
      `delete from setting where key = 'history'; update event_chain set mac = null where chain = '${chain}'`,
    )
    await sealHistory({ db: db(), clock: office.server.deps.clock, markFile })
    const head = await db().selectFrom('event_chain').where('chain', '=', chain).select('mac').executeTakeFirstOrThrow()
    expect(head.mac).toBeNull()
    await writeFile(markFile, JSON.stringify({ no: root.no, hash: root.hash }))
    expect((await run()).levels).toContain('error')
    expect(logged.find(({ level }) => level === 'error')!.fields).toEqual({ root: root.no, hash: root.hash })
  })
})

describe('a root that cannot be written beside the files', () => {
  it('is published all the same, with the forged chains', async () => {
    // Its seal was removed by the test above.
    const chain = cases[1]!
    await append(chain)
    const { levels } = await run(join(office.server.folder, 'none', 'history.json'))
    expect(levels.slice(0, 2)).toEqual(['error', 'error'])
    expect(logged[1]!.fields).toMatchObject({ suspects: [chain] })
  })
})

describe('an exported history', () => {
  let lines: string[]
  let root: HistoryRoot
  let forgedChain: string
  beforeAll(async () => {
    // The chain of the test above is forged; a new office would cost more.
    await tamper(db(), 'truncate event, event_chain, history_counter, history_root, history_root_head')
    await rm(markFile)
    forgedChain = cases[2]!
    for (const chain of [forgedChain, forgedChain, cases[0]!]) await append(chain)
    office.server.advance(48 * 3_600_000)
    root = (await run()).root
    await append(forgedChain)
    lines = await exported()
  })

  it('is proven by the key, by a known root or by a trusted timestamp', async () => {
    const whole = await check(lines, { seal: seal(), root })
    expect(whole.faults).toEqual([])
    expect(whole).toMatchObject({ roots: 1, known: root.events })
    expect(whole.events).toBeGreaterThan(root.events)
    expect(whole.stamps).toMatchObject([{ no: 1, trusted: true, events: root.events }])
    expect((await check(lines)).known).toBeNull()
    expect((await check(lines, { root: { ...root, hash: '0'.repeat(64) } })).faults).toEqual([
      { kind: 'unknown_root', no: 1 },
    ])
    expect((await check(lines, { seal: createSeal(new Uint8Array(32)) })).faults.length).toBeGreaterThan(3)
  })

  it('is refused with a line changed, removed, repeated, moved or added', async () => {
    const at = lines.findIndex(
      (line) => line.includes(`"chain":"${forgedChain}"`) && line.startsWith('{"kind":"event"'),
    )
    const line = lines[at]!
    const digest = { kind: 'digest' }
    const changed = lines.with(at, line.replace(/"actor_label":"[^"]*"/, '"actor_label":"Otra"'))
    const chain = { kind: 'chain', chain: forgedChain, fault: 'event', at: 1 }
    expect((await check(changed)).faults).toEqual([chain, digest])
    expect((await check(closed(changed))).faults).toEqual([chain])
    expect((await check(lines.toSpliced(at, 1))).faults).toContainEqual(digest)
    expect((await check(closed(lines.toSpliced(at, 1)))).faults.length).toBeGreaterThan(0)
    expect((await check(closed(lines.toSpliced(at, 0, line)))).faults.length).toBeGreaterThan(0)
    expect((await check(closed([line, ...lines.toSpliced(at, 1)]))).faults.length).toBeGreaterThan(0)
    expect((await check(lines.with(at, 'x'))).faults).toContainEqual({ kind: 'line', no: at + 1 })
    expect((await check(lines.slice(0, -1))).faults).toEqual([digest])
    expect((await check([...lines, line])).faults).toEqual([{ kind: 'line', no: lines.length + 1 }])
    const withoutChain = lines.filter((one) => !(one.includes(forgedChain) && /^\{"kind":"(event|head)"/.test(one)))
    const missing = { kind: 'chain', chain: forgedChain, fault: 'missing', at: 1 }
    expect((await check(closed(withoutChain))).faults).toEqual(
      expect.arrayContaining([missing, { kind: 'chains', count: 1 }]),
    )
  })

  it('is refused with counters or roots after the events, counters after roots, or a counter twice', async () => {
    const starting = (kinds: RegExp) => lines.filter((line) => kinds.test(line))
    const [counters, roots] = [starting(/^\{"kind":"counter"/), starting(/^\{"kind":"root/)]
    const [header, chains] = [lines[0]!, starting(/^\{"kind":"(event|head)"/)]
    expect((await check(closed([header, ...counters, ...roots, ...chains]))).faults).toEqual([])
    const refused = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ kind: 'line', no: from + at }))
    // Roots behind the events would not be compared with them.
    const rootsLast = await check(closed([header, ...counters, ...chains, ...roots]), { root })
    expect(rootsLast.faults).toEqual(
      expect.arrayContaining([
        ...refused(2 + counters.length + chains.length, roots.length),
        { kind: 'unknown_root', no: 1 },
      ]),
    )
    expect(rootsLast.stamps).toEqual([])
    const headsLast = closed([header, ...counters, roots[0]!, ...chains, ...roots.slice(1)])
    expect((await check(headsLast)).faults).toEqual(
      expect.arrayContaining(refused(3 + counters.length + chains.length, roots.length - 1)),
    )
    const countersLast = closed([header, ...roots, ...chains, ...counters])
    expect((await check(countersLast)).faults).toEqual(
      expect.arrayContaining(refused(2 + roots.length + chains.length, counters.length)),
    )
    const countersLate = closed([header, ...roots, ...counters, ...chains])
    expect((await check(countersLate)).faults).toEqual(
      expect.arrayContaining(refused(2 + roots.length, counters.length)),
    )
    const twice = [header, ...counters, counters[0]!, ...roots, ...chains]
    expect((await check(closed(twice))).faults).toEqual(refused(2 + counters.length, 1))
  })

  it('that was forged as a whole is refused by the key, the timestamp or a known root', async () => {
    await rewriteChain(db(), forgedChain, () => ({ actor_label: 'Otra persona' }))
    // Everything that an attacker can compute: roots over the forged heads, with the timestamp of the genuine one.
    await tamper(db(), 'truncate history_root, history_root_head')
    await createRoot(db(), root.at)
    await db().updateTable('history_root').set({ token: root.token }).execute()
    const forged = await exported()
    expect((await check(forged)).faults).toEqual([{ kind: 'stamp', no: 1 }])
    await db().updateTable('history_root').set({ token: null }).execute()
    const bare = await exported()
    expect(await check(bare)).toMatchObject({ faults: [], stamps: [], known: null })
    expect((await check(bare, { root })).faults).toEqual([{ kind: 'unknown_root', no: 1 }])
    const seals = (await check(bare, { seal: seal() })).faults
    expect(seals).toEqual([{ kind: 'chain', chain: forgedChain, fault: 'seal', at: null }])
  })
})
