// Runs mutants one after another in a copy of the project, and reports which of them no test notices.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { applied, type Mutant } from './mutants.ts'
import { readReach, traced } from './reach.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/** `killedBy`: the test file that failed, or «time» if it did not end. */
export type Outcome = { mutant: Mutant; killedBy: string | null }

type Answer = { killedBy?: string | null; error?: string }

/** Far above what any set of tests takes: what is slower does not end. */
const patienceMs = 900_000

/** The next answer of `child`; an empty one if it does not come, or the process ends. */
async function answerOf(child: ChildProcess): Promise<Answer> {
  return await new Promise((resolve) => {
    const settle = (answer: Answer) => {
      clearTimeout(timer)
      child.removeAllListeners('message').removeAllListeners('exit')
      resolve(answer)
    }
    const timer = setTimeout(() => settle({}), patienceMs)
    child.once('message', settle).once('exit', () => settle({}))
  })
}

/** A vitest process that is replaced when a mutant does not end. */
class Runner {
  readonly #workspace: Workspace
  #child: ChildProcess | undefined
  #last: readonly string[] = []

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  async #start(): Promise<ChildProcess> {
    const script = join(this.#workspace.folder, 'tools/mutation/test-runner.mjs')
    const child = fork(script, { cwd: this.#workspace.folder, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    await once(child, 'message')
    return child
  }

  /** Runs the tests with `files` changed, and the files of the last run restored. */
  async run(files: readonly string[], tests: readonly string[]): Promise<string | null> {
    const child = (this.#child ??= await this.#start())
    child.send({ files: [...this.#last, ...files], tests })
    this.#last = files
    const { killedBy, error } = await answerOf(child)
    if (error !== undefined) throw new Error(error)
    if (killedBy === undefined) this.close()
    return killedBy === undefined ? 'time' : killedBy
  }

  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

/** Runs all tests, which must pass, and returns a function that finds those that reach a mutant. */
async function traceReach(
  { folder, read, write }: Workspace,
  runner: Runner,
  mutants: readonly Mutant[],
  tests: readonly string[],
): Promise<(mutant: Mutant) => readonly string[]> {
  const log = 'reach.log'
  const originals = new Map(mutants.map(({ file }) => [file, read(file)]))
  write(log, '')
  for (const [file, code] of originals) write(file, traced(file, code, join(folder, log)))
  const broken = await runner.run([...originals.keys()], tests)
  if (broken !== null) throw new Error(`${broken} fails without a mutant`)
  for (const [file, code] of originals) write(file, code)
  const reach = readReach(join(folder, log), tests)
  return (mutant) => reach(mutant, originals.get(mutant.file)!)
}

/** Runs `mutants`, each against those of `tests` that reach it. All must pass without one. */
export async function runMutants(
  mutants: readonly Mutant[],
  tests: readonly string[],
  report: (outcome: Outcome) => void,
): Promise<void> {
  if (mutants.length === 0) return
  const workspace = createWorkspace()
  const runner = new Runner(workspace)
  /** Of each file, the tests that killed its mutants, the last one first: they run before the others. */
  const killers = new Map<string, string[]>()
  const likelyFirst = (file: string, able: readonly string[]) => {
    const own = file.replace(/\.ts$/, '.test.ts')
    return [...new Set([...(killers.get(file) ?? []), own, ...able])].filter((test) => able.includes(test))
  }
  try {
    const reach = await traceReach(workspace, runner, mutants, tests)
    for (const mutant of mutants) {
      const original = workspace.read(mutant.file)
      workspace.write(mutant.file, applied(original, mutant))
      const able = likelyFirst(mutant.file, reach(mutant))
      const killedBy = able.length === 0 ? null : await runner.run([mutant.file], able)
      if (killedBy !== null && tests.includes(killedBy)) {
        killers.set(mutant.file, [...new Set([killedBy, ...(killers.get(mutant.file) ?? [])])])
      }
      report({ mutant, killedBy })
      workspace.write(mutant.file, original)
    }
    const left = await runner.run([mutants[0]!.file], reach(mutants[0]!))
    if (left !== null) throw new Error(`${left} fails after all mutants were undone`)
  } finally {
    runner.close()
    workspace.remove()
  }
}
