import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { goals, weigh } from '../size-budget.ts'

const dist = join(import.meta.dirname, '../dist')

it.runIf(existsSync(join(dist, 'index.html')))('no page of the build exceeds its size budget', () => {
  const { sizes, over } = weigh(dist)
  const line = Object.entries(goals).map(([name, goal]) => `${name} ${sizes[name]} kB (goal ${goal})`)
  console.info(line.join(' · '))
  expect(over).toEqual([])
})
