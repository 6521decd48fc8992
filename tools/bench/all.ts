// `npm run bench` without a name: every benchmark one after the other, each in a process of its own.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** `lines`: what it printed, with its figures beside those of its floor or peer. `isMet`: no goal was missed. */
type BenchResult = { name: string; isMet: boolean; seconds: number; lines: string[] }

const program = fileURLToPath(new URL('../bench.ts', import.meta.url))

/** The longest last. */
const runs = [
  ['sign'],
  ['render'],
  ['fill'],
  ['files'],
  ['load'],
  ['requests'],
  ['start'],
  ['backup'],
  ['editor'],
  ['memory', '--database', 'embedded'],
  ['memory', '--database', 'postgres'],
  ['list'],
]

async function runOne(args: string[], noise: number): Promise<BenchResult> {
  const began = performance.now()
  const child = spawn(process.execPath, [program, ...args, '--noise', String(noise)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    process.stdout.write(chunk)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return { name: args.join(' '), isMet: code === 0, seconds: Math.round((performance.now() - began) / 1000), lines }
}

/** Runs all, also after one has missed its goal; writes the results to `file` as JSON. Returns those that missed. */
export async function benchAll(noise: number, file: string): Promise<string[]> {
  const results: BenchResult[] = []
  const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, memoryMb: Math.round(totalmem() / 1e6) }
  for (const args of runs) {
    console.log(`\n— ${args.join(' ')}`)
    results.push(await runOne(args, noise))
    const report = { at: new Date().toISOString(), node: process.version, machine, noise, results }
    // After each, so that a run that is cut off keeps its figures.
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  }
  return results.filter(({ isMet }) => !isMet).map(({ name }) => name)
}
