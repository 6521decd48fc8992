import { expect, it } from 'vitest'
import { crash } from '../test/crash/crash.ts'

it('loses nothing acknowledged and leaves nothing half-done when the server is killed', async () => {
  const report = await crash({ kills: 4 })
  expect(report.problems).toEqual([])
  expect(report.acknowledged.cases).toBeGreaterThan(4)
}, 300_000)
