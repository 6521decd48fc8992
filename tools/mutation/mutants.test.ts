import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../run.ts'
import { groups, mutantsIn, survivors } from './groups.ts'
import { judgedMutations, mutate } from './judges.ts'
import { applied, mutantsOf, sampleOf } from './mutants.ts'
import { readReach, traced } from './reach.ts'

const code = `import { x } from './x.ts'
type Two = 2
export function f(a: number, b: boolean): string | null {
  if (a > 1 && b) return null
  for (let i = 0; i < a; i += 1) x(i)
  if (b) throw new Error('no')
  return a === 3 ? 'three' : 'other'
}
`

describe('mutants of a file', () => {
  const changes = mutantsOf('f.ts', code).map(({ operator, change }) => `${operator}: ${change}`)

  it('change conditions, comparisons, literals, calls, errors and early returns', () => {
    expect(changes).toEqual([
      'negate: a > 1 && b → !(a > 1 && b)',
      'swap: a > 1 && b → ((a > 1) || (b))',
      'swap: a > 1 → ((a) >= (1))',
      'number: 1 → (1 + 1)',
      'drop return: return null → ;',
      'drop call: x(i) → ;',
      'negate: b → !(b)',
      "drop throw: throw new Error('no') → ;",
      'negate: a === 3 → !(a === 3)',
      'swap: a === 3 → ((a) !== (3))',
      'number: 3 → (3 + 1)',
    ])
  })

  it('differ from the code in one place', () => {
    for (const mutant of mutantsOf('f.ts', code)) {
      const changed = applied(code, mutant)
      expect(changed).not.toBe(code)
      expect(changed.startsWith(code.slice(0, mutant.start))).toBe(true)
      expect(changed.endsWith(code.slice(mutant.end))).toBe(true)
    }
  })

  it('keep their ids when lines move, and are sampled alike for a seed', () => {
    const ids = (text: string) => mutantsOf('f.ts', text).map(({ id }) => id)
    expect(ids(`\n\n${code}`)).toEqual(ids(code))
    expect(new Set(ids(code)).size).toBe(ids(code).length)
    const sample = (seed: number) => sampleOf(mutantsOf('f.ts', code), 4, seed).map(({ id }) => id)
    expect(sample(1)).toEqual(sample(1))
    expect(sample(1)).not.toEqual(sample(2))
  })
})

it('a mutant is run against the tests that reach it', async () => {
  const text = `export const limit = 7
export const half = (n: number) => ({ value: n / 2 })
export function check(n: number): number {
  if (n > 3) {
    return half(n).value
  }
  const never = () => n + 5
  return never === null ? 0 : 1
}
`
  const folder = mkdtempSync(join(tmpdir(), 'foja-reach-'))
  const [file, log] = [join(folder, 'code.ts'), join(folder, 'reach.log')]
  writeFileSync(file, traced('code.ts', text, log))
  const { check } = (await import(file)) as { check: (n: number) => number }
  expect([check(1), check(8), check(8)]).toEqual([1, 4, 4])
  const own = 'tools/mutation/mutants.test.ts'
  const tests = [own, 'other.test.ts']
  const reach = readReach(log, tests)
  const found = mutantsOf('code.ts', text).map((mutant) => [mutant.change, reach(mutant, text)])
  rmSync(folder, { recursive: true })
  expect(found).toEqual([
    ['7 → (7 + 1)', tests],
    ['2 → (2 + 1)', [own]],
    ['n > 3 → !(n > 3)', [own]],
    ['n > 3 → ((n) >= (3))', [own]],
    ['3 → (3 + 1)', [own]],
    ['return half(n).value → ;', [own]],
    ['5 → (5 + 1)', []],
    ['never === null → !(never === null)', [own]],
    ['never === null → ((never) !== (null))', [own]],
    ['0 → (0 + 1)', [own]],
    ['1 → (1 + 1)', [own]],
  ])
})

describe('the lists of mutations', () => {
  it('fit the code: each mutation of the judges in one place', () => {
    for (const mutation of judgedMutations) {
      const text = readFileSync(join(root, mutation.file), 'utf8')
      expect(mutate(text, mutation)).not.toBe(text)
    }
    expect(judgedMutations.length).toBeGreaterThanOrEqual(20)
  })

  it('name no survivor that is gone', () => {
    const ids = new Set(Object.keys(groups).flatMap((name) => mutantsIn(name).map(({ id }) => id)))
    expect(survivors.filter(({ id, reason }) => !ids.has(id) || reason.length < 10)).toEqual([])
  })
})
