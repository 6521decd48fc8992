import { expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

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
