import { StorageError } from '@foja/storage/errors'
import { sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { probeStore } from '../../../lib/probe-store.ts'
import { jobTitle } from '../../../texts/job-texts.ts'
import type { Locale } from '../../../texts/locale.ts'
import { emailJob } from '../../outbox/public.ts'
import { finding, off, type Check } from '../finding.ts'
import { patienceOf } from '../probe.ts'

const secondsOf = (ctx: Ctx) => patienceOf(ctx) / 1000

export const checkDatabase: Check = async (ctx, { texts: { database: texts, ...all }, probe }) => {
  const { db, database } = ctx
  const probed = await probe(async () => {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
    return rows[0]!.server_version
  })
  const { found, ms } = probed
  if (found.kind === 'late') return finding(probed, 'failed', all.late(secondsOf(ctx)))
  if (found.kind === 'failed') return finding(probed, 'failed', texts.down)
  const name = database.kind === 'embedded' ? texts.embedded : `PostgreSQL ${found.value.split(/[. ]/)[0]}`
  const { used, waiting, most } = database.connections()
  // The embedded database has one connection, for which queries always wait.
  if (waiting > most && database.kind === 'postgres') return finding(probed, 'warning', texts.crowded(name, waiting))
  return finding(probed, 'ok', texts.ok(name, ms, used, most))
}

/** Below either, the disk is about to be full. */
const low = { part: 0.1, bytes: 5e9 }
/** Below it a signature or an upload may already fail. */
const fullBytes = 200e6

export const checkDisk: Check = async ({ diskSpace }, { texts: { disk: texts }, probe }) => {
  const probed = await probe(diskSpace)
  if (probed.found.kind !== 'done') return finding(probed, 'failed', texts.unknown)
  const { free, total } = probed.found.value
  if (free < fullBytes) return finding(probed, 'failed', texts.low(free, total))
  if (free < low.bytes || free < total * low.part) return finding(probed, 'warning', texts.low(free, total))
  return finding(probed, 'ok', texts.ok(free, total))
}

export const checkFiles: Check = async (ctx, { texts: { files: texts, ...all }, probe }) => {
  const probed = await probe(async () => await probeStore(ctx.store))
  const { found, ms } = probed
  if (found.kind === 'done') return finding(probed, 'ok', texts.ok(ms))
  if (found.kind === 'late') return finding(probed, 'failed', all.late(secondsOf(ctx)))
  const code = found.error instanceof StorageError ? found.error.code : null
  const say = code === 'disk_full' ? texts.full : code === 'forbidden' ? texts.forbidden : texts.failed
  return finding(probed, 'failed', say)
}

export const checkAntivirus: Check = async (ctx, { texts: { antivirus: texts }, probe }) => {
  const { antivirus } = ctx
  if (antivirus === null) return off(ctx, texts.none)
  const probed = await probe(antivirus.ping)
  return probed.found.kind === 'done'
    ? finding(probed, 'ok', texts.ok(probed.ms))
    : finding(probed, 'failed', texts.down)
}

/** What the jobs do, those with the most first: «Enviar un correo (3), Sellar la historia (1)». */
function named(counts: readonly { name: string; many: number }[], locale: Locale): string {
  const worst = counts.filter(({ many }) => many > 0).toSorted((a, b) => b.many - a.many)
  return worst.map(({ name, many }) => `${jobTitle(name, locale)} (${many})`).join(', ')
}

export const checkJobs: Check = async (ctx, { texts: { jobs: texts, ...all }, probe }) => {
  const { queue, locale } = ctx
  const probed = await probe(async () => {
    const runs = await queue.ping().then(
      () => true,
      () => false,
    )
    // Messages that were not sent are a matter of the mail.
    const counts = (await queue.counts()).map((one) => (one.name === emailJob ? { ...one, failed: 0 } : one))
    return { runs, counts }
  })
  const { found } = probed
  if (found.kind === 'late') return finding(probed, 'failed', all.late(secondsOf(ctx)))
  if (found.kind === 'failed' || !found.value.runs) return finding(probed, 'failed', texts.stopped)
  const { counts } = found.value
  const sum = (of: 'late' | 'failed' | 'done') => counts.reduce((total, count) => total + count[of], 0)
  const names = (of: 'late' | 'failed') =>
    named(
      counts.map(({ name, [of]: many }) => ({ name, many })),
      locale,
    )
  if (sum('late') > 0) return finding(probed, 'warning', texts.late(sum('late'), names('late')))
  if (sum('failed') > 0) return finding(probed, 'warning', texts.failed(sum('failed'), names('failed')))
  return finding(probed, 'ok', texts.ok(sum('done')))
}
