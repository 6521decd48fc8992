import { expect, it } from 'vitest'
import { fuzz } from '../../test/fuzz/run-fuzz.ts'

// The short form of `npm run fuzz -- 200000`.
it('answers whatever it is sent as its contract says, with nothing of another company', async () => {
  const report = await fuzz(1500, 20_261_122, () => {})
  expect(report.problems).toEqual([])
  expect(report.requests).toBe(1500)
  // Requests that are all refused at the door would prove little.
  expect(report.callsThatWorked).toBeGreaterThan(50)
})
