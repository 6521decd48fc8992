import { expect, it, vi } from 'vitest'
import { createStoreCheck } from './probe-store.ts'

it('a slow write holds the readiness check up only when there is no recent result', async () => {
  const files = new Map<string, unknown>()
  let isSlow = false
  let now = 0
  const put = vi.fn(async (source: unknown) => {
    if (isSlow) await new Promise(() => {})
    files.set('key', source)
    return { key: 'key', bytes: 32, sha256: '' }
  })
  const store = { put, get: async () => files.get('key'), delete: async () => files.delete('key') }
  const check = createStoreCheck(store as never, () => new Date(now))
  const answers = async () =>
    await Promise.race([check().then(() => true), new Promise((done) => setTimeout(done, 20, false))])

  await check()
  isSlow = true
  now += 2000
  expect(await answers()).toBe(true)
  now += 1999
  expect(await answers()).toBe(true)
  now += 1
  expect(await answers()).toBe(false)
  expect(put).toHaveBeenCalledTimes(2)
})
