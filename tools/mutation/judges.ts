// The judges of permissions (matrix and fuzzer) against mutations of the server that were chosen by hand.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/** `seenBy`: pattern of the tests of the matrix that see it, which run first. */
export type Judged = { name: string; file: string; find: string; replace: string; seenBy: string }

export const judgedMutations = JSON.parse(readFileSync(join(root, 'tools/mutation/judges.json'), 'utf8')) as Judged[]

const judges = {
  matrix: ['--project', 'integration', 'apps/server/src/http/permissions.integration.test.ts'],
  fuzzer: ['--project', 'process', 'apps/server/src/http/fuzz.process.integration.test.ts'],
}

/** Runs a judge in the copy; true if it passes. Ends at the first failed test. */
async function passes({ folder }: Workspace, args: readonly string[]): Promise<boolean> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...args], {
    cwd: folder,
    stdio: 'ignore',
    // The policies of the database would hide a missing condition of a query.
    env: { ...process.env, FOJA_TEST_ROW_SECURITY: 'off' },
  })
  return (await new Promise<number | null>((resolve) => child.once('close', resolve))) === 0
}

/** The mutated text; throws where the mutation fits nowhere, or in several places. */
export function mutate(text: string, { name, find, replace }: Judged): string {
  if (text.split(find).length !== 2) throw new Error(`«${name}» must fit in exactly one place`)
  return text.replace(find, () => replace)
}

/** The judge that sees a mutation; null: none does. */
async function judgeOf(workspace: Workspace, mutation: Judged): Promise<string | null> {
  const original = workspace.read(mutation.file)
  workspace.write(mutation.file, mutate(original, mutation))
  try {
    if (!(await passes(workspace, [...judges.matrix, '-t', mutation.seenBy]))) return 'matrix'
    for (const [name, args] of Object.entries(judges)) if (!(await passes(workspace, args))) return name
    return null
  } finally {
    workspace.write(mutation.file, original)
  }
}

/** Runs the mutations whose name contains one of `words`, or all; returns the names of those that no judge saw. */
export async function runJudges(words: readonly string[]): Promise<string[]> {
  const chosen = judgedMutations.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const workspace = createWorkspace()
  const unseen: string[] = []
  try {
    const all = words.length === 0
    const pattern = chosen.map(({ seenBy }) => seenBy).join('|')
    const whole = all ? Object.values(judges) : [[...judges.matrix, '-t', pattern]]
    for (const args of whole) {
      if (!(await passes(workspace, args))) throw new Error(`${args.join(' ')} fails without a mutation`)
    }
    for (const mutation of chosen) {
      const judge = await judgeOf(workspace, mutation)
      console.log(`${judge === null ? '✗ unseen ' : `✓ ${judge}`.padEnd(9)} ${mutation.name}`)
      if (judge === null) unseen.push(mutation.name)
    }
  } finally {
    workspace.remove()
  }
  console.log(`${chosen.length - unseen.length} of ${chosen.length} mutations seen`)
  return unseen
}
