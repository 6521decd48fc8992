// npm run mutate -- GROUP… [--sample N] [--seed N] [--ids ID,…] [--verbose]: changes one thing at a time in the files of a
// group (tools/mutation/groups.json), and lists the changes that no test of the group notices; --verbose also prints which
// test noticed the others. Without a group: all of them.
// npm run mutate -- judges [WORD…]: changes permissions at 31 places; the permission matrix or the fuzzer must notice.
import { parseArgs } from 'node:util'
import { groups, runGroup } from './mutation/groups.ts'
import { runJudges } from './mutation/judges.ts'

const { values, positionals } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string' },
    ids: { type: 'string' },
    verbose: { type: 'boolean' },
  },
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
      const options = { sample, seed: Number(values.seed ?? 1), ids: values.ids?.split(','), verbose: values.verbose }
      const { unexplained } = await runGroup(name, options)
      if (unexplained.length > 0) process.exitCode = 1
    }
  }
}
