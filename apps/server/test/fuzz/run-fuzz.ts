import { completeSetup } from '@foja/contracts/setup'
import * as fc from 'fast-check'
import { Agent, request } from 'node:http'
import { keepMail } from '../account.ts'
import { examples } from '../access/examples.ts'
import { unknownTarget } from '../access/targets.ts'
import { startPki } from '../signing.ts'
import { startTestServer } from '../test-server.ts'
import { judge, type Answer } from './judge.ts'
import { addReports, countIn, emptyReport, type FuzzReport } from './report.ts'
import type { Plan } from './plans.ts'
import type { Shot } from './permitted.ts'
import { Round, stranger } from './round.ts'
import type { Surroundings } from './stock.ts'

/** After this many requests a new office is needed, because too much is deleted. */
const roundLength = 1500
/** Concurrent requests. */
const lanes = 6

const agent = new Agent({ keepAlive: true, maxSockets: lanes })

/** Sends a request; repeats it once on a new connection, because the server closes connections after some refusals. */
async function shoot(origin: string, shot: Shot): Promise<Answer> {
  try {
    return await shootOnce(origin, shot, agent)
  } catch {
    return await shootOnce(origin, shot, false)
  }
}

async function shootOnce(origin: string, { sender, plan }: Shot, by: Agent | false): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const authorization = sender.token === '' ? {} : { authorization: `Bearer ${sender.token}` }
  const length = plan.body === null ? {} : { 'content-length': String(plan.body.length) }
  const headers = { ...authorization, ...plan.headers, ...length }
  const start = performance.now()
  return await new Promise((resolve, reject) => {
    const sent = request({ agent: by, hostname, port, method: plan.method, path: plan.path, headers }, (response) => {
      const chunks: Buffer[] = []
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          ms: performance.now() - start,
        })
      if (response.headers['content-type'] === 'text/event-stream') {
        response.destroy()
        return done()
      }
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', done)
        .on('error', reject)
    })
    sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within a minute')))
    sent.on('error', reject)
    sent.end(plan.body ?? undefined)
  })
}

const shown = ({ sender, plan }: Shot) => {
  const headers = JSON.stringify(plan.headers).slice(0, 200)
  const body = plan.body === null ? '' : ` ${JSON.stringify(plan.body.toString('latin1').slice(0, 600))}`
  return `${sender.name}: ${plan.method} ${plan.path.slice(0, 400)} ${headers}${body}`
}

async function send(around: Surroundings, round: Round, shot: Shot, where: string, report: FuzzReport): Promise<void> {
  try {
    const answer = await shoot(around.server.origin, shot)
    countIn(report, shot, answer.status, round.kinds)
    const wrong = judge(shot.plan, answer, round.hiddenIn(shot, answer.body))
    if (wrong !== null) report.problems.push({ kind: wrong.kind, text: `${where}: ${wrong.text}\n    ${shown(shot)}` })
    const forbidden = round.unpermitted(shot, answer.status)
    if (forbidden !== null)
      report.problems.push({ kind: 'forbidden', text: `${where}: ${forbidden}\n    ${shown(shot)}` })
    const shutOut = answer.status === 401 || answer.body.includes('totp_setup_required')
    if (shutOut) await round.revive(shot.sender)
  } catch (error) {
    report.problems.push({ kind: 'no answer', text: `${where}: ${String(error)}\n    ${shown(shot)}` })
  }
}

/** Runs the jobs that the requests queued: messages, batches. */
async function finishJobs({ server }: Surroundings, where: string, report: FuzzReport): Promise<void> {
  try {
    await server.jobs.run(server.deps.clock())
  } catch (error) {
    report.problems.push({ kind: 'broken job', text: `${where}: ${String(error)}` })
  }
  const alive = await fetch(`${server.origin}/health/ready`)
  if (alive.status !== 200) report.problems.push({ kind: '5xx', text: `${where}: not ready any more` })
}

export type Fuzzer = {
  /** Sends `count` requests generated from `seed`. */
  round: (seed: number, count: number) => Promise<FuzzReport>
  close: () => Promise<void>
}

/** Sends the setup request, which only works first. */
async function setUp({ server }: Surroundings, report: FuzzReport): Promise<void> {
  const { method, path } = completeSetup
  const plan: Plan = {
    endpoint: completeSetup,
    by: null,
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(examples[completeSetup.name]!.body!(unknownTarget()))),
  }
  const shot: Shot = { sender: stranger('no session'), plan }
  const { status } = await shoot(server.origin, shot)
  countIn(report, shot, status, new Map())
}

/** Starts a server on the embedded database with a mailbox and certificate services. */
export async function startFuzzer(): Promise<Fuzzer> {
  const { mail, sent } = keepMail()
  const server = await startTestServer({ mail })
  const pki = await startPki()
  const around: Surroundings = { server, sent, pki }
  let report = emptyReport()
  await setUp(around, report)
  return {
    round: async (seed, count) => {
      const round = new Round(around)
      await round.open()
      const shots = fc.sample(round.shots(), { seed, numRuns: count }).entries()
      const lane = async () => {
        for (const [index, shot] of shots) await send(around, round, shot, `seed ${seed}, request ${index}`, report)
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      await finishJobs(around, `seed ${seed}`, report)
      const finished = report
      report = emptyReport()
      return finished
    },
    close: async () => {
      await server.close()
      await pki.close()
    },
  }
}

/** Splits a run into rounds, each with its own seed, counting up. */
export function roundsOf(count: number, seed: number): { seed: number; count: number }[] {
  return Array.from({ length: Math.ceil(count / roundLength) }, (_, at) => ({
    seed: seed + at,
    count: Math.min(roundLength, count - at * roundLength),
  }))
}

/** Sends `count` valid, nearly valid and hostile requests from all kinds of senders in this process. */
export async function fuzz(count: number, seed: number): Promise<FuzzReport> {
  const fuzzer = await startFuzzer()
  const report = emptyReport()
  try {
    for (const round of roundsOf(count, seed)) addReports(report, await fuzzer.round(round.seed, round.count))
  } finally {
    await fuzzer.close()
  }
  return report
}
