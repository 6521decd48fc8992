// npm run crash -- 20 [--postgres]: kills a working server that many times and reports lost data.
import { parseArgs } from 'node:util'
import { crash } from '../apps/server/test/crash/crash.ts'

const { values, positionals } = parseArgs({ options: { postgres: { type: 'boolean' } }, allowPositionals: true })
const kills = Number(positionals[0] ?? 20)
if (!Number.isInteger(kills) || kills < 1) {
  console.error('npm run crash -- <how many kills> [--postgres]')
  process.exitCode = 2
} else {
  const report = await crash({ kills, postgres: values.postgres ?? false, log: (line) => console.log(line) })
  console.log(JSON.stringify(report, null, 2))
  if (report.problems.length > 0) process.exitCode = 1
}
