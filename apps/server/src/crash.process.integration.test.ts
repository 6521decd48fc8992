import { expect, it } from 'vitest'
import { crash } from '../test/crash/crash.ts'
import { losePower } from '../test/crash/power-loss.ts'

it('loses nothing acknowledged and leaves nothing half-done when the server is killed', async () => {
  const report = await crash({ kills: 4 })
  expect(report.problems).toEqual([])
  expect(report.acknowledged.cases).toBeGreaterThan(4)
}, 300_000)

it('loses nothing acknowledged when the power is cut and what was not flushed is gone', async () => {
  const report = await losePower(3)
  expect(report.problems).toEqual([])
  expect(report.steps).toBeGreaterThan(10)
}, 300_000)
