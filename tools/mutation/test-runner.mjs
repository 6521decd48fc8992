// Child process of run-mutants: one vitest that runs the tests of each mutant in its workspace.
import { join } from 'node:path'
import { createVitest } from 'vitest/node'

const folder = process.cwd()
const vitest = await createVitest('test', {
  root: folder,
  watch: false,
  bail: 1,
  isolate: true,
  maxWorkers: 1,
  reporters: [{}],
  project: ['unit', 'integration'],
})
await vitest.standalone()

/** @param {{ files: string[], tests: string[] }} message */
async function run({ files, tests }) {
  for (const file of files) vitest.invalidateFile(join(folder, file))
  const all = await vitest.globTestSpecifications(tests)
  // In the given order: the quickest first, as the first failure ends the run.
  for (const test of tests) {
    const specifications = all.filter(({ moduleId }) => moduleId.endsWith(test))
    if (specifications.length === 0) throw new Error(`no test ${test}`)
    // `bail` counts the failures of earlier runs too.
    vitest.state.idMap.clear()
    vitest.state.filesMap.clear()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    if (unhandledErrors.length > 0 || testModules.some((module) => !module.ok())) return test
  }
  return null
}

process.on('message', (message) => {
  run(message).then(
    (killedBy) => process.send({ killedBy }),
    (error) => process.send({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send('ready')
