// npm run crash -- 20: kills a working server that many times and reports lost data.
import { crash } from '../apps/server/test/crash.ts'

const kills = Number(process.argv[2] ?? 20)
if (!Number.isInteger(kills) || kills < 1) {
  console.error('npm run crash -- <how many kills>')
  process.exitCode = 2
} else {
  const report = await crash(kills, (line) => console.log(line))
  console.log(JSON.stringify(report, null, 2))
  if (report.problems.length > 0) process.exitCode = 1
}
