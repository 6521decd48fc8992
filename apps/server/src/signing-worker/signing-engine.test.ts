import { makePdf } from '@foja/testing/pdfs'
import { afterAll, expect, it } from 'vitest'
import { createSigningEngine } from './signing-engine.ts'

const engine = createSigningEngine({ threads: 1, maxWaiting: 1 })
afterAll(() => engine.close())
const task = (source: Uint8Array = makePdf()) => ({
  source: new Uint8Array(source),
  anchors: [],
  now: 0,
  online: false,
})

it('refuses tasks beyond `maxWaiting` as unavailable', async () => {
  const [first, second, third] = await Promise.allSettled([1, 2, 3].map(() => engine.verify(task())))
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(third).toMatchObject({ status: 'rejected', reason: { name: 'ProblemError', code: 'unavailable' } })
  expect(await engine.verify(task())).toEqual({ signatures: [], summary: 'unsigned' })
})

it('rejects a damaged file with its error and serves the next task', async () => {
  await expect(engine.verify(task(Buffer.from('no PDF')))).rejects.toMatchObject({ name: 'PadesError' })
  expect((await engine.verify(task())).summary).toBe('unsigned')
})

it('ends a task over its time limit as a damaged file', async () => {
  const hasty = createSigningEngine({ threads: 1, timeoutMs: 1 })
  await expect(hasty.verify(task())).rejects.toMatchObject({ code: 'pdf_damaged', detail: { reason: 'time' } })
  await hasty.close()
})
