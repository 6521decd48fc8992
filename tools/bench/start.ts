// Seconds from the command to a ready server on the embedded database, beside a Node that does nothing, in the same run.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeEnvironment, nodeOptions } from '../../apps/server/test/node-settings.ts'
import { untilReady } from '../../apps/server/test/server-process.ts'
import { root } from '../run.ts'
import { runTool } from './run-tool.ts'
import { median } from './scenario.ts'

/** Seconds, at any number of case files. */
const goal = 3
const rounds = 5
/** Seconds of `node -e 0` on the machine of the goal; a slower or busy one may take so many times as long. */
const referenceNode = 0.05

/** Starts the server as `npm start` does, until `/health/ready` answers 200; stops it. Returns the seconds. */
async function startOnce(data: string): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: { ...process.env, ...nodeEnvironment, FOJA_DATA_DIR: data, PORT: '0', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [, origin = ''] = await untilReady(child, /lista en (http:\/\/[^\s"]+)/)
  const { status } = await fetch(`${origin}/health/ready`)
  const seconds = (performance.now() - began) / 1000
  child.kill('SIGTERM')
  await ended
  if (status !== 200) throw new Error(`/health/ready answered ${status}`)
  return seconds
}

function startNode(): number {
  const began = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return (performance.now() - began) / 1000
}

/** Prints the times; returns the missed goals. */
export async function benchStart(
  { noise, cases: most }: { noise: number; cases: number },
  say: (line: string) => void,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foja-bench-start-'))
  const missed: string[] = []
  try {
    say(`Segundos hasta estar lista (base incluida, mediana de ${rounds})`)
    for (const cases of [0, most]) {
      const data = join(folder, String(cases))
      if (cases > 0) runTool('seed', ['--solicitudes', String(cases)], { FOJA_DATA_DIR: data })
      const first = await startOnce(data)
      const [ours, floor]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await startOnce(data))
        floor.push(startNode())
      }
      const [seconds, node] = [median(ours), median(floor)]
      const label = `${cases.toLocaleString('es')} expedientes`
      const allowed = goal * Math.max(1, node / referenceNode)
      const isMissed = seconds > allowed * noise
      const mark = isMissed ? '✗' : seconds > allowed ? '~' : '✓'
      const spread = `${Math.min(...ours).toFixed(2)}–${Math.max(...ours).toFixed(2)}`
      say(
        `${mark} ${label.padEnd(20)} ${seconds.toFixed(2)} s (${spread}; la primera vez ${first.toFixed(2)})   ≤ ${allowed.toFixed(1)} s   ${(seconds / node).toFixed(0)} veces node -e 0 (${node.toFixed(3)} s)`,
      )
      if (isMissed) missed.push(label)
    }
    return missed
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
