import { expect, it } from 'vitest'
import { queueKdf } from './kdf-queue.ts'

it('runs two derivations at a time, lets 32 wait, and refuses the rest with a retry delay', async () => {
  let [running, most] = [0, 0]
  const waiting: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => void waiting.push(resolve))
    running -= 1
  }
  const all = Array.from({ length: 200 }, (_, i) => queueKdf(`person ${i}`, work))
  const refused = expect(queueKdf('one more', work)).rejects.toMatchObject({
    code: 'unavailable',
    options: { retryAfter: expect.any(Number) as number },
  })
  const outcomes = Promise.allSettled(all)
  let done = 0
  while (done < 34) {
    await Promise.resolve()
    const next = waiting.shift()
    if (next === undefined) continue
    next()
    done += 1
  }
  await refused
  const kept = (await outcomes).filter(({ status }) => status === 'fulfilled')
  expect([most, kept.length]).toEqual([2, 34])
})

it('frees the slot after a failure', async () => {
  for (let i = 0; i < 40; i += 1)
    await expect(queueKdf('ana', () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await queueKdf('ana', async () => 1)).toBe(1)
})

it('limits one user to two running and eight waiting derivations, so that others are not delayed', async () => {
  let [running, most] = [0, 0]
  const ends: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => void ends.push(resolve))
    running -= 1
  }
  const own = Array.from({ length: 40 }, () => queueKdf('ana', work))
  const outcomes = Promise.allSettled(own)
  const others = Array.from({ length: 32 }, (_, i) => queueKdf(`person ${i}`, async () => i))
  // Her waiting derivations do not take the waiting slots of others.
  for (let done = 0; done < 10; done += 1) {
    while (ends.length === 0) await Promise.resolve()
    ends.shift()!()
    if (done === 1) expect(await Promise.all(others)).toHaveLength(32)
  }
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(most).toBe(2)
  expect(await queueKdf('ana', async () => 'ana')).toBe('ana')
})
