import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { weigh } from '../size-budget.ts'

const dist = join(import.meta.dirname, '../dist')

it.runIf(existsSync(join(dist, 'index.html')))('no page of the build weighs more than its budget', () => {
  const { sizes, over } = weigh(dist)
  console.info(
    Object.entries(sizes)
      .map(([name, size]) => `${name} ${size} kB`)
      .join(' · '),
  )
  expect(over).toEqual([])
})
