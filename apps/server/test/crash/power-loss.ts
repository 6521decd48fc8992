import { prepareDatabase } from '@foja/testing/data-folder'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProcess } from '../server-process.ts'
import { CrashedOffice } from './crashed-office.ts'
import { readRecord, RecordedDisk, type DiskEntry, type Unflushed } from './recorded-disk.ts'

/** Result of `losePower`; `problems` is empty if nothing acknowledged was lost or left half-done. */
export type PowerReport = {
  losses: number
  /** Acknowledged steps before the power cuts, all together. */
  steps: number
  slowestStartMs: number
  msPerLoss: number
  problems: string[]
}

/** A moment at which power may be lost, and how much was acknowledged before it. */
type Moment = { at: bigint; office: CrashedOffice }

/** Steps that a recorded server does, and power cuts that are tried on one record. */
const stepsOfARecord = 60
const lossesOfARecord = 20

/** Lets a server work over `folder` and records what reaches the disk; returns the moments of its steps. */
async function work(folder: string, record: string): Promise<Moment[]> {
  const recorder = fileURLToPath(new URL('./disk-recorder.ts', import.meta.url))
  const { child, origin } = await startProcess(folder, {
    NODE_OPTIONS: `--import ${recorder} --disable-warning=ExperimentalWarning`,
    FOJA_RECORDED_FOLDER: folder,
    FOJA_DISK_RECORD: record,
  })
  const moments: Moment[] = []
  try {
    const office = new CrashedOffice(folder, true)
    await office.signIn(origin)
    const ended = once(child, 'exit')
    office.onStep = () => {
      moments.push({ at: process.hrtime.bigint(), office: office.copyFor(folder) })
      office.isDone = moments.length >= stepsOfARecord
    }
    await office.work(origin)
    // What is drawn in the background ends: a change whose call had not returned is not in the record.
    await pause(500)
    child.kill('SIGKILL')
    await ended
    return moments
  } finally {
    child.kill('SIGKILL')
  }
}

/** Of each half of the cuts, one is at the moment of an acknowledgement, the other before the next one. */
function chooseCuts(moments: Moment[], count: number): Moment[] {
  return Array.from({ length: count }, (_, n) => {
    const index = randomInt(moments.length - 1)
    const { at, office } = moments[index]!
    const gap = Number(moments[index + 1]!.at - at)
    return { at: n % 2 === 0 ? at : at + BigInt(Math.floor(Math.random() * gap)), office }
  }).toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

/** SQLite's lock file is written without Node, and the file that names its owner has no meaning after a stop. */
const isLock = (path: string) => /^db\/(database\.lock|owner\.json)/.test(path)

function* replay(disk: RecordedDisk, entries: DiskEntry[], cuts: Moment[]): Generator<Moment> {
  let next = 0
  for (const cut of cuts) {
    for (; next < entries.length && entries[next]!.at <= cut.at; next += 1) disk.apply(entries[next]!)
    yield cut
  }
  for (const entry of entries.slice(next)) disk.apply(entry)
}

/**
 * Cuts the power of a working server `losses` times: what a server on the embedded database and the disk wrote is
 * recorded, and for each cut a new installation gets what had been flushed until then, and of the rest nothing or any
 * part. A server must start over it, and everything acknowledged before the cut must be there and complete.
 */
export async function losePower(losses: number, log: (line: string) => void = () => {}): Promise<PowerReport> {
  const report: PowerReport = { losses: 0, steps: 0, slowestStartMs: 0, msPerLoss: 0, problems: [] }
  const began = Date.now()
  while (report.losses < losses) {
    const place = await mkdtemp(join(tmpdir(), 'foja-power-'))
    try {
      const [folder, record] = [join(place, 'worked'), join(place, 'record')]
      await prepareDatabase(join(folder, 'db'))
      await mkdir(record)
      const disk = new RecordedDisk(folder)
      const moments = await work(folder, record)
      const entries = readRecord(record)
      const cuts = chooseCuts(moments, Math.min(lossesOfARecord, losses - report.losses))
      for (const { at, office: then } of replay(disk, entries, cuts)) {
        const unflushed: Unflushed = report.losses % 2 === 0 ? 'dropped' : 'some'
        const lost = join(place, `lost-${report.losses}`)
        disk.write(lost, unflushed)
        const office = then.copyFor(lost)
        await check(lost, office, report)
        const after = moments.filter((one) => one.at <= at).length
        report.losses += 1
        report.steps += after
        report.msPerLoss = Math.round((Date.now() - began) / report.losses)
        const problems = office.problems.map((problem) => `cut ${report.losses} (${unflushed}): ${problem}`)
        report.problems.push(...problems)
        log(
          `${report.losses}/${losses}: unflushed writes ${unflushed}, ${after} steps acknowledged, ` +
            `${report.problems.length} problems, ${report.msPerLoss} ms a cut ${problems.join('; ')}`,
        )
        await rm(lost, { recursive: true, force: true })
      }
      const missed = disk.differences(folder, isLock)
      if (missed.length > 0) report.problems.push(`the record misses changes of ${missed.join(', ')}`)
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  }
  return report
}

async function check(folder: string, office: CrashedOffice, report: PowerReport): Promise<void> {
  try {
    const { child, origin, ms } = await startProcess(folder)
    try {
      report.slowestStartMs = Math.max(report.slowestStartMs, ms)
      await office.check(origin, true)
    } finally {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
  } catch (error) {
    office.problems.push(String(error))
  }
}
