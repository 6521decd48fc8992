import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { measureTime, median } from './scenario.ts'
import type { Scenario } from './scenario.ts'

function scenario(run: () => unknown, check: (result: unknown) => void = () => undefined): Scenario {
  return {
    id: 'x',
    label: 'x',
    target: {},
    floor: { name: 'x', of: () => 1 },
    plan: { warmUp: 2, rounds: 3, perRound: 4 },
    open: async () => ({ run: async () => run(), check }),
  }
}

describe('measuring a scenario', () => {
  it('takes the median', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 2, 9])).toBe(3)
  })

  it('warms up, runs every round and checks the results', async () => {
    let runs = 0
    const seen: unknown[] = []
    const { first, typical } = await measureTime(
      scenario(
        () => ++runs,
        (result) => void seen.push(result),
      ),
      '',
    )
    expect(runs).toBe(2 + 3 * 4)
    expect(seen).toEqual([runs])
    expect(Math.min(first, typical)).toBeGreaterThanOrEqual(0)
  })

  // In a process of its own: other tests of this one have freed memory that is used again.
  it('includes the memory of a run', () => {
    const code = `import { measureMemory } from ${JSON.stringify(import.meta.resolve('./scenario.ts'))}
      const open = async () => ({ run: async () => Buffer.alloc(96 * 1024 * 1024, 1), check: () => {} })
      console.log(await measureMemory({ open }, ''))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
    expect(Number(stdout)).toBeGreaterThan(80)
  })

  it('fails for wrong results', async () => {
    const wrong = scenario(
      () => 1,
      () => {
        throw new Error('wrong')
      },
    )
    await expect(measureTime(wrong, '')).rejects.toThrow('wrong')
  })
})
