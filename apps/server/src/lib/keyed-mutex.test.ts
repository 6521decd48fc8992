import { expect, it } from 'vitest'
import { createKeyedMutex, createKeyedQueue } from './keyed-mutex.ts'

it('runs work of one key in order, also after a failure, and other keys in parallel', async () => {
  const mutex = createKeyedMutex()
  const seen: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const first = mutex('a', async () => {
    await gate
    seen.push('a1')
    throw new Error('first')
  })
  const second = mutex('a', async () => void seen.push('a2'))
  await mutex('b', async () => void seen.push('b'))
  release()
  await expect(first).rejects.toThrow('first')
  await second
  expect(seen).toEqual(['b', 'a1', 'a2'])
})

it('lets a limited number of works of one key wait, and counts those that failed or were refused no longer', async () => {
  const queue = createKeyedQueue(3)
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const refuse = () => 'full'
  const first = queue(
    'a',
    async () => {
      await gate
      throw new Error('first')
    },
    refuse,
  )
  const waiting = [1, 2].map((n) => queue<number | string>('a', async () => n, refuse))
  expect(await queue('a', async () => 'late', refuse)).toBe('full')
  expect(await queue('b', async () => 'other', refuse)).toBe('other')
  release()
  await expect(first).rejects.toThrow('first')
  expect(await Promise.all(waiting)).toEqual([1, 2])
  expect(await Promise.all([1, 2, 3, 4].map((n) => queue<number | string>('a', async () => n, refuse)))).toEqual([
    1,
    2,
    3,
    'full',
  ])
})
