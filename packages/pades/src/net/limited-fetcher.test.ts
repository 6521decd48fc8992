import { expect, it } from 'vitest'
import type { FetchRequest } from './fetcher.ts'
import { limitFetcher } from './limited-fetcher.ts'

const request: FetchRequest = { url: 'http://pki.test:81/secret', method: 'GET', maxBytes: 10 }

it('limitFetcher limits the number of requests, and refuses all after the time limit', async () => {
  let asked = 0
  const fetcher = async () => ({ status: 200, contentType: '', body: Uint8Array.of(++asked) })
  const two = limitFetcher(fetcher, { maxQuestions: 2, deadlineMs: 60_000 })
  await two(request)
  expect((await two(request)).status).toBe(200)
  await expect(two(request)).rejects.toMatchObject({ code: 'too_large', host: 'pki.test:81' })
  const late = limitFetcher(fetcher, { maxQuestions: 2, deadlineMs: -1 })
  await expect(late(request)).rejects.toMatchObject({ code: 'timeout', host: 'pki.test:81' })
  expect(asked).toBe(2)
})
