// Groups of files with their nearest tests, and the mutants that survive with a reason.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import { mutantsOf, sampleOf, type Mutant } from './mutants.ts'
import { runMutants } from './run-mutants.ts'

/** `tests`: the quickest first, because the first failure ends the run of a mutant. */
type Group = { files: string[]; except?: string[]; tests: string[] }

/** A mutant that no test can or need notice; `change`: for people, the id decides. */
export type Survivor = { id: string; file: string; change: string; reason: string }

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

export const groups = readJson('tools/mutation/groups.json') as Record<string, Group>
export const survivors = readJson('tools/mutation/survivors.json') as Survivor[]

const filesOf = ({ files, except = [] }: Group): string[] =>
  globSync(files, { cwd: root, exclude: [...except, '**/*.test.ts'] }).toSorted()

/** Every mutant of the files of a group. */
export const mutantsIn = (name: string): Mutant[] =>
  filesOf(groups[name]!).flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))

export type Score = { ran: number; killed: number; explained: number; unexplained: Mutant[] }

type Choice = {
  sample: number
  seed: number
  ids?: readonly string[] | undefined
  /** Prints the killed mutants too, with the test that failed. */
  verbose?: boolean | undefined
}

/** Runs a group, a sample of it or some of its mutants, and prints its score and its survivors without a reason. */
export async function runGroup(name: string, { sample, seed, ids, verbose }: Choice): Promise<Score> {
  const all = mutantsIn(name)
  const chosen = ids === undefined ? sampleOf(all, sample, seed) : all.filter(({ id }) => ids.includes(id))
  const score: Score = { ran: 0, killed: 0, explained: 0, unexplained: [] }
  await runMutants(chosen, groups[name]!.tests, ({ mutant, killedBy }) => {
    score.ran += 1
    if (killedBy !== null) {
      score.killed += 1
      if (verbose === true) console.log(`killed ${mutant.id} by ${killedBy}`)
    } else if (survivors.some(({ id }) => id === mutant.id)) score.explained += 1
    else {
      score.unexplained.push(mutant)
      console.log(`survived ${mutant.id} ${mutant.file}:${mutant.line} ${mutant.operator}: ${mutant.change}`)
    }
  })
  const percent = score.ran === 0 ? 100 : Math.round((1000 * score.killed) / score.ran) / 10
  console.log(
    `${name}: ${score.killed} of ${score.ran} mutants killed (${percent} %, of ${all.length} in all), ` +
      `${score.explained} survive with a reason, ${score.unexplained.length} without`,
  )
  return score
}

/** Of these groups the gate runs this many mutants. */
const short = { policies: 25, keys: 12, refusals: 15 }

/** The short form for the gate: always the same mutants while the code stays as it is. */
export async function runShort(): Promise<{ killed: number; survived: string[] }> {
  const total = { killed: 0, survived: [] as string[] }
  for (const [name, sample] of Object.entries(short)) {
    const { killed, explained, unexplained } = await runGroup(name, { sample, seed: 1 })
    total.killed += killed + explained
    total.survived.push(...unexplained.map(({ id, file, line, change }) => `${id} ${file}:${line} ${change}`))
  }
  return total
}
