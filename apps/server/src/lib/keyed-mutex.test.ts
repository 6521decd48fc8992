import { expect, it } from 'vitest'
import { createTurns } from './keyed-mutex.ts'

it('runs the work of one key in order, also after a failure, and other keys beside it', async () => {
  const turns = createTurns()
  const seen: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const first = turns('a', async () => {
    await gate
    seen.push('a1')
    throw new Error('first')
  })
  const second = turns('a', async () => void seen.push('a2'))
  await turns('b', async () => void seen.push('b'))
  release()
  await expect(first).rejects.toThrow('first')
  await second
  expect(seen).toEqual(['b', 'a1', 'a2'])
})
