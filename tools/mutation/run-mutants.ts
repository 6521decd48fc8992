// Runs mutants one after another in a copy of the project, and reports which of them no test notices.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { applied, type Mutant } from './mutants.ts'
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
  #last = ''

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  async #start(): Promise<ChildProcess> {
    const script = join(this.#workspace.folder, 'tools/mutation/test-runner.mjs')
    const child = fork(script, { cwd: this.#workspace.folder, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    await once(child, 'message')
    return child
  }

  /** Runs the tests with `file` changed, and the file of the last run restored. */
  async run(file: string, tests: readonly string[]): Promise<string | null> {
    const child = (this.#child ??= await this.#start())
    child.send({ files: [this.#last, file], tests })
    this.#last = file
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

/** Runs `mutants`, each against `tests`, which must pass without one. */
export async function runMutants(
  mutants: readonly Mutant[],
  tests: readonly string[],
  report: (outcome: Outcome) => void,
): Promise<void> {
  if (mutants.length === 0) return
  const workspace = createWorkspace()
  const runner = new Runner(workspace)
  /** Of each file, the test that killed its last mutant: it runs first. */
  const killers = new Map<string, string>()
  const likelyFirst = (file: string) => [...new Set([killers.get(file) ?? tests[0]!, ...tests])]
  try {
    const broken = await runner.run(mutants[0]!.file, tests)
    if (broken !== null) throw new Error(`${broken} fails without a mutant`)
    for (const mutant of mutants) {
      const original = workspace.read(mutant.file)
      workspace.write(mutant.file, applied(original, mutant))
      const killedBy = await runner.run(mutant.file, likelyFirst(mutant.file))
      if (killedBy !== null && tests.includes(killedBy)) killers.set(mutant.file, killedBy)
      report({ mutant, killedBy })
      workspace.write(mutant.file, original)
    }
    const left = await runner.run(mutants[0]!.file, tests)
    if (left !== null) throw new Error(`${left} fails after all mutants were undone`)
  } finally {
    runner.close()
    workspace.remove()
  }
}
