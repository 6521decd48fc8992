import { createTestAuthority } from '@foja/testing/ca'
import { startPkiServices } from '@foja/testing/pki-services'
import { setTimeout as delay } from 'node:timers/promises'
import { PadesError } from '@foja/pades/errors'
import { expect, it } from 'vitest'
import { createEnginePool } from './pool.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const overdue = (reason: 'time' | 'memory') => new PadesError('timestamp_failed', { reason })
const taskFor = (url: string) => ({
  services: { tsa: { url, username: null, password: null, policy: null }, anchors: [], now: Date.now() },
  privateHosts: ['127.0.0.1'],
})

it('ends a task that takes too long without ending its neighbours or later tasks', async () => {
  const silent = await startPkiServices({ authority })
  const slow = await startPkiServices({ authority, slowMs: 2500 })
  silent.behave({ tsa: 'hang' })
  slow.behave({ tsa: 'slow' })
  const pool = createEnginePool({ threads: 1, tasksPerThread: 2, timeoutMs: 6000, memoryMb: 256, maxWaiting: 2 })
  try {
    const late = expect(pool.run('timestampTask', taskFor(silent.tsaUrl), overdue)).rejects.toMatchObject({
      code: 'timestamp_failed',
      detail: { reason: 'time' },
    })
    await delay(5000)
    const neighbour = pool.run('timestampTask', taskFor(slow.tsaUrl), overdue)
    await late
    expect(await neighbour).toMatchObject({ tsa: 'Sello de Tiempo de Pruebas', trusted: false })
    expect(slow.requests).toHaveLength(1)
    slow.behave({ tsa: 'ok' })
    expect(await pool.run('timestampTask', taskFor(slow.tsaUrl), overdue)).toMatchObject({ trusted: false })
  } finally {
    await pool.close()
    await Promise.all([silent.close(), slow.close()])
  }
})

it('runs tasks that wait for the network in parallel on one thread', async () => {
  const pki = await startPkiServices({ authority, slowMs: 2500 })
  const pool = createEnginePool({ threads: 1, tasksPerThread: 8, timeoutMs: 30_000, memoryMb: 256, maxWaiting: 0 })
  try {
    await pool.run('timestampTask', taskFor(pki.tsaUrl))
    pki.behave({ tsa: 'slow' })
    const started = performance.now()
    await Promise.all(Array.from({ length: 8 }, () => pool.run('timestampTask', taskFor(pki.tsaUrl))))
    // One after another would take twenty seconds.
    expect(performance.now() - started).toBeLessThan(15_000)
  } finally {
    await pool.close()
    await pki.close()
  }
})
