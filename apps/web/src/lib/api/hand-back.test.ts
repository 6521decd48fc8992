import { endpoints } from '@foja/contracts/endpoints'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { handBack, nameOf } from './hand-back.ts'

const record = join(import.meta.dirname, '../../../../../docs/adr/0044-what-does-not-go-to-refresh.md')

it('the calls that do not go to /refresh are those of ADR 44, each with a reason', () => {
  const rows = [...readFileSync(record, 'utf8').matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm)]
  const recorded = rows.map(([, name, statuses]) => [name, statuses])
  expect(recorded).toEqual(
    Object.entries(handBack).map(([name, statuses]) => [
      name,
      typeof statuses === 'string' ? statuses : statuses.join(', '),
    ]),
  )
  const known = endpoints.map(({ path }) => nameOf(path))
  for (const name of Object.keys(handBack)) expect(known).toContain(name)
})
