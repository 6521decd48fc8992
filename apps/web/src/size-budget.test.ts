import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { weigh } from '../size-budget.ts'

const dist = join(import.meta.dirname, '../dist')

it.runIf(existsSync(join(dist, 'index.html')))('no page of the build exceeds its size budget', () => {
  const { rows, over } = weigh(dist)
  console.info(rows.map(({ name, kB, goal }) => `${name} ${kB} kB (goal ${goal})`).join(' · '))
  expect(over).toEqual([])
})
