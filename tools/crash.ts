// npm run crash -- 20 [--postgres]: kills a working server that many times and reports lost data.
// npm run crash -- 20 --power: cuts the power of a working server instead, on the embedded database and the disk.
import { parseArgs } from 'node:util'
import { crash } from '../apps/server/test/crash/crash.ts'
import { losePower } from '../apps/server/test/crash/power-loss.ts'

const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean' }, power: { type: 'boolean' } },
  allowPositionals: true,
})
const times = Number(positionals[0] ?? 20)
if (!Number.isInteger(times) || times < 1) {
  console.error('npm run crash -- <how many times> [--postgres | --power]')
  process.exitCode = 2
} else {
  const log = (line: string) => console.log(line)
  const report =
    values.power === true
      ? await losePower(times, log)
      : await crash({ kills: times, postgres: values.postgres ?? false, log })
  console.log(JSON.stringify(report, null, 2))
  if (report.problems.length > 0) process.exitCode = 1
}
