// npm run fuzz -- 200000 [--seed 1]: sends that many requests, valid, nearly valid and hostile, to one Foja per core
// and reports wrong answers: a status of 5xx, a reply that breaks the contract, data of another company.
import { parseArgs } from 'node:util'
import { fuzzOnEveryCore } from '../apps/server/test/fuzz/fuzz-processes.ts'
import { figuresOf, notDoneIn } from '../apps/server/test/fuzz/report.ts'

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true })
const count = Number(positionals[0] ?? 10_000)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('npm run fuzz -- <how many requests> [--seed <number>]')
  process.exitCode = 2
} else {
  const start = performance.now()
  const report = await fuzzOnEveryCore(count, seed, (line) => console.log(line))
  console.log(JSON.stringify(report.calls, null, 2))
  console.log(figuresOf(report, performance.now() - start))
  if (report.problems.length > 0 || notDoneIn(report).length > 0) process.exitCode = 1
}
