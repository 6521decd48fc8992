// Child process of run-mutants: one vitest that runs the tests of each mutant in its workspace.
import { join } from 'node:path'
import { createVitest } from 'vitest/node'

/** In the given order: the first failure ends the run. */
class GivenOrder {
  shard = (files) => files
  sort = (files) => files
}

const folder = process.cwd()
const vitest = await createVitest('test', {
  root: folder,
  watch: false,
  bail: 1,
  maxWorkers: 1,
  // One module graph for the files of a run: each mutant has a new worker.
  isolate: false,
  sequence: { sequencer: GivenOrder },
  reporters: [{}],
  project: ['unit', 'integration', 'process'],
})
await vitest.standalone()

/** Runs files of one project. A new worker reads the modules, also where files of the project share one. */
async function runTogether(specifications) {
  // `bail` counts the failures of earlier runs too.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failed = testModules.find((module) => !module.ok())
  if (failed === undefined && unhandledErrors.length === 0) return null
  return failed?.relativeModuleId ?? 'an unhandled error'
}

/** @param {{ files: string[], tests: string[] }} message */
async function run({ files, tests }) {
  for (const file of files) vitest.invalidateFile(join(folder, file))
  const all = await vitest.globTestSpecifications(tests)
  const inOrder = tests.map((test) => {
    const specification = all.find(({ moduleId }) => moduleId.endsWith(`/${test}`))
    if (specification === undefined) throw new Error(`no test ${test}`)
    return specification
  })
  for (const { name } of vitest.projects) {
    const specifications = inOrder.filter(({ project }) => project.name === name)
    const killedBy = specifications.length === 0 ? null : await runTogether(specifications)
    if (killedBy !== null) return killedBy
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
