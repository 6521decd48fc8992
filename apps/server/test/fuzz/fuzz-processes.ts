import { fork, type ChildProcess } from 'node:child_process'
import { on } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { addReports, emptyReport, type FuzzReport } from './report.ts'
import { roundsOf } from './run-fuzz.ts'

const child = fileURLToPath(new URL('../fuzz-child.ts', import.meta.url))

/** A server's memory grows with requests: after this many rounds a new one replaces it. */
const roundsOfAServer = 40

type Tell = (line: string) => void
type Rounds = ReturnType<typeof roundsOf>

/** Gives rounds to one server until none is left or it reaches its limit. */
async function serve(left: Rounds, report: FuzzReport, tell: Tell): Promise<void> {
  const server: ChildProcess = fork(child, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = new AbortController()
  server.once('exit', () => ended.abort())
  let current: Rounds[number] | undefined
  try {
    let rounds = 0
    for await (const [message] of on(server, 'message', { signal: ended.signal }) as AsyncIterable<
      [FuzzReport | 'ready']
    >) {
      if (message !== 'ready') {
        addReports(report, message)
        for (const { text } of message.problems) tell(text)
        tell(`${report.requests} requests, ${report.problems.length} problems (seed ${current!.seed})`)
      }
      current = rounds < roundsOfAServer ? left.shift() : undefined
      rounds += 1
      if (current === undefined) break
      server.send(current)
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error
    const text = `seed ${current?.seed ?? '–'}: the server’s process ended`
    report.problems.push({ kind: '5xx', text })
    tell(text)
  }
  if (ended.signal.aborted) return
  server.disconnect()
  await new Promise((resolve) => server.once('exit', resolve))
}

/**
 * Sends `count` valid, nearly valid and hostile requests from all kinds of senders to one server per core. The
 * assignment of rounds to servers does not change what a round sends.
 */
export async function fuzzOnEveryCore(count: number, seed: number, tell: Tell): Promise<FuzzReport> {
  const left = roundsOf(count, seed)
  const report = emptyReport()
  const lane = async () => {
    while (left.length > 0) await serve(left, report, tell)
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), left.length) }, lane))
  return report
}
