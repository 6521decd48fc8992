import { endpoints } from '@foja/contracts/endpoints'
import { expect, it } from 'vitest'
import { neverDone } from '../../test/fuzz/report.ts'
import { fuzz } from '../../test/fuzz/run-fuzz.ts'

// Short form of `npm run fuzz -- 200000`.
it('fuzzed requests get answers within the contract, without data of another company', async () => {
  const report = await fuzz(1400, 20_261_122)
  expect(report.problems).toEqual([])
  expect(report.requests).toBe(1401)
  // Enough requests must succeed for the run to prove anything.
  expect(neverDone(report).length).toBeLessThan(endpoints.length / 3)
  expect(Object.values(report.senders).filter(({ done }) => done > 0).length).toBeGreaterThanOrEqual(9)
  expect(Object.keys(report.objects)).toHaveLength(4)
}, 300_000)
