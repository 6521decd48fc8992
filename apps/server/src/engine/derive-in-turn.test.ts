import { expect, it } from 'vitest'
import { deriveInTurn } from './derive-in-turn.ts'

it('lets two go on at once and few wait; who finds no place is told when to come back', async () => {
  let [running, most] = [0, 0]
  const waiting: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => void waiting.push(resolve))
    running -= 1
  }
  const all = Array.from({ length: 200 }, (_, i) => deriveInTurn(`person ${i}`, work))
  const refused = expect(deriveInTurn('one more', work)).rejects.toMatchObject({
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

it('gives the place on after a failure', async () => {
  for (let i = 0; i < 40; i += 1)
    await expect(deriveInTurn('ana', () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await deriveInTurn('ana', async () => 1)).toBe(1)
})

it('works for two of one person at a time, and for everybody else beside them', async () => {
  const ends: (() => void)[] = []
  const work = async () => await new Promise<void>((resolve) => void ends.push(resolve))
  const own = Array.from({ length: 40 }, () => deriveInTurn('ana', work))
  const outcomes = Promise.allSettled(own)
  const other = deriveInTurn('eva', async () => 'eva')
  await Promise.resolve()
  for (const end of ends) end()
  expect(await other).toBe('eva')
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await deriveInTurn('ana', async () => 'ana')).toBe('ana')
})
