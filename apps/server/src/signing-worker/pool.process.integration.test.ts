import { createTestAuthority } from '@foja/testing/ca'
import { startPkiServices } from '@foja/testing/pki-services'
import { PadesError } from '@foja/pades/errors'
import { afterEach, expect, it, vi } from 'vitest'
import { createEnginePool } from './pool.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const overdue = (reason: 'time' | 'memory') => new PadesError('timestamp_failed', { reason })
const taskFor = (url: string) => ({
  services: { tsa: { url, username: null, password: null, policy: null }, anchors: [], now: Date.now() },
  privateHosts: ['127.0.0.1'],
})

afterEach(() => void vi.useRealTimers())

it('ends a task that takes too long without ending its neighbours or later tasks', async () => {
  const silent = await startPkiServices({ authority })
  const held = Promise.withResolvers<void>()
  const slow = await startPkiServices({ authority, slow: () => held.promise })
  silent.behave({ tsa: 'hang' })
  slow.behave({ tsa: 'slow' })
  const pool = createEnginePool({ threads: 1, tasksPerThread: 2, timeoutMs: 60_000, memoryMb: 256, maxWaiting: 2 })
  try {
    // The pool's limit runs on this clock, the network's on the real one.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const late = expect(pool.run('timestampTask', taskFor(silent.tsaUrl), overdue)).rejects.toMatchObject({
      code: 'timestamp_failed',
      detail: { reason: 'time' },
    })
    await expect.poll(() => silent.requests).toHaveLength(1)
    vi.advanceTimersByTime(50_000)
    const neighbour = pool.run('timestampTask', taskFor(slow.tsaUrl), overdue)
    await expect.poll(() => slow.requests).toHaveLength(1)
    vi.advanceTimersByTime(10_000)
    await late
    held.resolve()
    expect(await neighbour).toMatchObject({ tsa: 'Sello de Tiempo de Pruebas', trusted: false })
    expect(slow.requests).toHaveLength(1)
    slow.behave({ tsa: 'ok' })
    expect(await pool.run('timestampTask', taskFor(slow.tsaUrl), overdue)).toMatchObject({ trusted: false })
  } finally {
    held.resolve()
    await pool.close()
    await Promise.all([silent.close(), slow.close()])
  }
})

it('runs tasks that wait for the network in parallel on one thread', async () => {
  const held = Promise.withResolvers<void>()
  const pki = await startPkiServices({ authority, slow: () => held.promise })
  const pool = createEnginePool({ threads: 1, tasksPerThread: 8, timeoutMs: 120_000, memoryMb: 256, maxWaiting: 0 })
  try {
    await pool.run('timestampTask', taskFor(pki.tsaUrl))
    pki.behave({ tsa: 'slow' })
    const tasks = Array.from({ length: 8 }, () => pool.run('timestampTask', taskFor(pki.tsaUrl)))
    // All eight ask before the first one is answered.
    await expect.poll(() => pki.requests).toHaveLength(9)
    held.resolve()
    await Promise.all(tasks)
  } finally {
    held.resolve()
    await pool.close()
    await pki.close()
  }
})
