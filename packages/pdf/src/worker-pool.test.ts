import { afterEach, expect, it, vi } from 'vitest'
import { createWorkerPool } from './worker-pool.ts'

afterEach(() => void vi.useRealTimers())

it('threads end when they are idle, and a new one runs the next task', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = createWorkerPool<{ source: Uint8Array }, number>({
    script: new URL('../test/thread-id.worker.ts', import.meta.url),
    workerData: {},
    threads: 1,
    maxQueue: 1,
    taskTimeoutMs: 1e9,
    maxObjectsMb: 64,
  })
  const task = { source: new Uint8Array() }
  const first = await pool.run(task)
  vi.advanceTimersByTime(60_000)
  expect(await pool.run(task)).toBe(first)
  vi.advanceTimersByTime(120_000)
  expect(await pool.run(task)).not.toBe(first)
  await pool.close()
})
