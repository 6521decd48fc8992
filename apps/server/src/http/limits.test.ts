import { expect, it } from 'vitest'
import { jsonLimits, usualLimits } from './limits.ts'

const [kilobyte, megabyte, second] = [2 ** 10, 2 ** 20, 1000]

// The figures of docs/inventory.md.
it('what clients may send, hold open and repeat is what the inventory says', () => {
  expect(usualLimits).toEqual({
    connections: 10_000,
    connectionsPerAddress: 1000,
    newConnections: { tries: 300, seconds: 5 },
    requestsPerAddress: 1000,
    bodyBytes: 512 * megabyte,
    bodyBytesPerAddress: 128 * megabyte,
    publicCalls: { tries: 300, seconds: 60 },
    headersMs: 15 * second,
    jsonMs: 30 * second,
    jsonBytesPerSecond: 16 * kilobyte,
    requestMs: 900 * second,
    checkMs: 5 * second,
    lingerMs: 30 * second,
    idleResponseMs: 120 * second,
    closeMs: 5 * second,
    serviceMs: 5 * second,
  })
  expect(jsonLimits).toEqual({
    public: { bytes: 16 * kilobyte, values: 1000 },
    signedIn: { bytes: megabyte, values: 20_000 },
    large: { values: 300_000 },
    depth: 32,
  })
})
