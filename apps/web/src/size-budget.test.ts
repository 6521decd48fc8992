import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { weigh } from '../size-budget.ts'

const dist = join(import.meta.dirname, '../dist')

it.runIf(existsSync(join(dist, 'index.html')))('no chunk of the build and no CSS exceeds its size budget', () => {
  expect(weigh(dist).filter(({ kB, goal }) => kB > goal)).toEqual([])
})
