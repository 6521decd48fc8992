import { openDatabase } from '@foja/db/open-database'
import { silentLogger } from '@foja/db/silent-logger'
import { prepareDatabase } from '@foja/testing/data-folder'
import { createPostgresDatabase, dropPostgresDatabase } from '@foja/testing/postgres'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess, type ServerProcess } from '../server-process.ts'
import { CrashedOffice, type Acknowledged } from './crashed-office.ts'

const crashPoints = [
  'file begun',
  'before rename',
  'after rename',
  'before commit',
  'after commit',
  'before answer',
] as const
export type CrashPoint = (typeof crashPoints)[number]

/** Result of `crash`; `problems` is empty if nothing was lost or left half-done. */
export type CrashReport = {
  kills: number
  acknowledged: Acknowledged
  slowestStartMs: number
  /** Of a kill with its start and check, on average. */
  msPerKill: number
  problems: string[]
}

/** Kills the server at the named points in turn, every third time at a random moment. */
async function strike({ child }: ServerProcess, round: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const isRandom = round % 3 === 2
  if (!isRandom) {
    const point = crashPoints[round % crashPoints.length]
    child.send({ point, passes: randomInt(1, 16) })
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), isRandom ? randomInt(20, 1500) : 15_000)
  await ended
  clearTimeout(timer)
}

export type CrashOptions = { kills: number; postgres?: boolean; log?: (line: string) => void }

/**
 * Starts a server over a new installation, lets it work, kills it, starts it again and checks that everything
 * acknowledged since the last check is there and complete; repeats this `kills` times, then checks everything and stops
 * the server. `log` gets one line per kill.
 */
export async function crash({ kills, postgres = false, log = () => {} }: CrashOptions): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'foja-crash-'))
  const database = postgres ? await createPostgresDatabase(async () => {}, 'empty') : undefined
  if (database === undefined) await prepareDatabase(join(folder, 'db'))
  const settings: Record<string, string> = database === undefined ? {} : { DATABASE_URL: database.url }
  const start = async () => await startProcess(folder, settings)
  const office = new CrashedOffice(folder, !postgres)
  let slowestStartMs = 0
  let running = await start()
  const began = Date.now()
  let msPerKill = 0
  let said = 0
  try {
    await office.signIn(running.origin)
    for (let round = 0; round < kills; round += 1) {
      const { origin } = running
      await Promise.all([strike(running, round), office.work(origin)])
      running = await start()
      slowestStartMs = Math.max(slowestStartMs, running.ms)
      await office.renew(running.origin)
      await office.check(running.origin, false)
      await office.repeat(running.origin)
      for (const problem of office.problems.slice(said)) log(problem)
      said = office.problems.length
      msPerKill = Math.round((Date.now() - began) / (round + 1))
      log(
        `${round + 1}/${kills}: ${JSON.stringify(office.acknowledged)} acknowledged, ${office.problems.length} problems, ` +
          `${msPerKill} ms a kill`,
      )
    }
    await office.check(running.origin, true)
    const stopped = once(running.child, 'exit')
    running.child.kill('SIGTERM')
    const [code] = await stopped
    if (code !== 0) office.problems.push(`stopping ended with ${code}`)
    const where = database === undefined ? { folder: join(folder, 'db') } : { url: database.url }
    const stored = await openDatabase({ ...where, logger: silentLogger, limitRows: false })
    office.problems.push(...(await office.acts.missingEvents(stored)))
    await stored.close()
  } finally {
    running.child.kill('SIGKILL')
    if (database !== undefined) await dropPostgresDatabase(database.name)
    await rm(folder, { recursive: true, force: true })
  }
  const { acknowledged, problems } = office
  return { kills, acknowledged, slowestStartMs, msPerKill, problems }
}
