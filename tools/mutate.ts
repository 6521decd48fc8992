// npm run mutate -- GROUP… [--sample N] [--seed N]: changes one thing at a time in the files of a group
// (tools/mutation/groups.json), and lists the changes that no test of the group notices. Without a group: all of them.
// npm run mutate -- judges [WORD…]: changes permissions at 29 places; the permission matrix or the fuzzer must notice.
import { parseArgs } from 'node:util'
import { groups, runGroup } from './mutation/groups.ts'
import { runJudges } from './mutation/judges.ts'

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const [what, ...words] = positionals
if (what === 'judges') {
  process.exitCode = (await runJudges(words)).length > 0 ? 1 : 0
} else {
  const names = positionals.length === 0 ? Object.keys(groups) : positionals
  const unknown = names.filter((name) => groups[name] === undefined)
  if (unknown.length > 0) {
    console.error(`unknown: ${unknown.join(', ')}; groups: ${Object.keys(groups).join(', ')}, judges`)
    process.exitCode = 2
  } else {
    const sample = values.sample === undefined ? Infinity : Number(values.sample)
    for (const name of names) {
      const { unexplained } = await runGroup(name, { sample, seed: Number(values.seed ?? 1) })
      if (unexplained.length > 0) process.exitCode = 1
    }
  }
}
