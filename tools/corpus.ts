// npm run corpus -- FOLDER [--templates] [--mutants N] [--quiet]: verifies, signs, verifies again and draws every PDF
// in a folder; with --templates, detects its form, fills one field of each type, reopens it and draws it.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { Case, CaseResult } from './corpus-case.ts'

const concurrency = 2
const timeLimitMs = 30_000
const memoryLimitMb = 1536
const child = new URL('./corpus-child.ts', import.meta.url)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    templates: { type: 'boolean', default: false },
    mutants: { type: 'string', default: '0' },
    quiet: { type: 'boolean', default: false },
  },
})
const folder = positionals[0]
const mutants = Number(values.mutants)
if (folder === undefined || !Number.isInteger(mutants) || mutants < 0) {
  console.error('npm run corpus -- <folder> [--templates] [--mutants <how many of each file>] [--quiet]')
  process.exitCode = 2
} else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error(`There is no folder ${folder}`)
  process.exitCode = 2
} else process.exitCode = await runCorpus(folder)

function* casesUnder(folderPath: string): Generator<Case> {
  const entries = readdirSync(folderPath, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.toSorted()) {
    const asTemplate = values.templates
    if (mutants === 0) yield { path, mutant: null, asTemplate }
    for (let i = 1; i <= mutants; i++) yield { path, mutant: i, asTemplate }
  }
}

/** Exit code 1 on a crash, a hang, a changed prefix or page, or a worse signature; 2 when there is nothing to try. */
async function runCorpus(folderPath: string): Promise<number> {
  const counts = new Map<string, number>()
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  let faults = 0
  const queue = casesUnder(folderPath)
  const lane = async (): Promise<void> => {
    let worker: ChildProcess | null = null
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const started = performance.now()
      worker ??= await startChild()
      const result = await tryIn(worker, next.value)
      if (worker.exitCode !== null || worker.killed) worker = null
      count(result.outcome)
      if (result.earlier > 0 && result.faults.length === 0) count('(had signatures before, all kept)')
      if (result.faults.length > 0) faults++
      const { path, mutant } = next.value
      const name = `${relative(folderPath, path)}${mutant === null ? '' : ` #${mutant}`}`
      const remarks = [...result.faults.map((fault) => `FAULT ${fault}`), ...result.notes].join('; ')
      const line = `${result.outcome}\t${(performance.now() - started).toFixed(0)} ms\t${name}\t${remarks}`
      if (!values.quiet || result.faults.length > 0) console.log(line)
    }
    worker?.kill()
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  if (counts.size === 0) {
    console.error(`There is no PDF under ${folderPath}`)
    return 2
  }
  console.log('')
  for (const [outcome, number] of [...counts].toSorted((a, b) => b[1] - a[1])) console.log(`${number}\t${outcome}`)
  console.log(`${faults}\twith faults`)
  return faults > 0 ? 1 : 0
}

function startChild(): Promise<ChildProcess> {
  const worker = fork(child, { execArgv: ['--max-old-space-size=1024'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker))
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code} before it began`)))
  })
}

function failed(outcome: string): CaseResult {
  return { outcome, faults: [outcome], notes: [], earlier: 0 }
}

/** Runs one file in the worker; a worker that hangs, grows or dies is ended, which counts as a fault of the file. */
function tryIn(worker: ChildProcess, next: Case): Promise<CaseResult> {
  return new Promise((resolve) => {
    const started = Date.now()
    const finish = (result: CaseResult): void => {
      clearInterval(watch)
      worker.off('message', onMessage)
      worker.off('exit', onExit)
      resolve(result)
    }
    const end = (outcome: string): void => {
      worker.kill('SIGKILL')
      finish(failed(outcome))
    }
    const onMessage = (answer: unknown): void => finish(answer as CaseResult)
    const onExit = (code: number | null): void => finish(failed(`crash: the worker ended with ${code}`))
    const watch = setInterval(() => {
      if (Date.now() - started > timeLimitMs) end('hang')
      else if (residentMb(worker.pid) > memoryLimitMb) end('too much memory')
    }, 250)
    worker.on('message', onMessage)
    worker.on('exit', onExit)
    worker.send(next)
  })
}

/** Memory of a process, in MiB; 0 where unavailable. */
function residentMb(pid: number | undefined): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096) / 1024 ** 2
  } catch {
    return 0
  }
}
