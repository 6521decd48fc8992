import { NetworkError, type FetchRequest } from '@foja/pades/net/fetcher'
import { expect, it, vi } from 'vitest'
import { createCircuitBreakerFetcher } from './circuit-breaker-fetcher.ts'

const get = (url: string): FetchRequest => ({ url, method: 'GET', maxBytes: 1000 })
const post = (url: string, byte: number): FetchRequest => ({ ...get(url), method: 'POST', body: Uint8Array.of(byte) })
const reply = (status: number) => ({ status, contentType: '', body: Uint8Array.of(1) })

function setUp(answer: () => Promise<ReturnType<typeof reply>>) {
  let now = 1_000_000
  const network = vi.fn(answer)
  const fetcher = createCircuitBreakerFetcher(network, () => now)
  return { network, fetcher, wait: (ms: number) => void (now += ms) }
}

it('asks a server that did not answer again only after a minute', async () => {
  const { network, fetcher, wait } = setUp(async () => {
    throw new NetworkError('timeout', 'slow.test')
  })
  for (const path of ['a', 'b', 'b']) {
    await expect(fetcher(get(`http://slow.test/${path}`))).rejects.toMatchObject({ code: 'timeout', host: 'slow.test' })
  }
  expect(network).toHaveBeenCalledTimes(1)
  await expect(fetcher(get('http://slow.test:81/'))).rejects.toMatchObject({ code: 'timeout' })
  expect(network).toHaveBeenCalledTimes(2)
  wait(60_001)
  await expect(fetcher(get('http://slow.test/a'))).rejects.toMatchObject({ code: 'timeout' })
  expect(network).toHaveBeenCalledTimes(3)
})

it('remembers an error of one address for that address only', async () => {
  const { network, fetcher } = setUp(async () => {
    throw new NetworkError('too_large', 'lists.test')
  })
  for (const path of ['huge', 'huge', 'small']) {
    await expect(fetcher(get(`http://lists.test/${path}`))).rejects.toMatchObject({ code: 'too_large' })
  }
  expect(network).toHaveBeenCalledTimes(2)
})

it('does not repeat a request that was refused, but repeats one whose answer cannot be cached', async () => {
  const refusing = setUp(async () => reply(503))
  for (const byte of [1, 1, 2]) await refusing.fetcher(post('http://ocsp.test/', byte))
  expect(refusing.network).toHaveBeenCalledTimes(2)
  const odd = setUp(async () => reply(200))
  for (const byte of [1, 1]) await odd.fetcher(post('http://ocsp.test/', byte))
  await odd.fetcher(get('http://ca.test/'))
  expect(odd.network).toHaveBeenCalledTimes(3)
})

it('rethrows errors that do not come from the network', async () => {
  const { network, fetcher } = setUp(async () => {
    throw new TypeError('ours')
  })
  for (const _ of [1, 2]) await expect(fetcher(get('http://x.test/'))).rejects.toThrow(TypeError)
  expect(network).toHaveBeenCalledTimes(2)
})

it('asks the network again on `again`, and caches that answer', async () => {
  let isDown = true
  const { network, fetcher } = setUp(async () => {
    if (isDown) throw new NetworkError('timeout', 'slow.test')
    return reply(200)
  })
  const question = get('http://slow.test/a')
  await expect(fetcher(question)).rejects.toMatchObject({ code: 'timeout' })
  isDown = false
  await expect(fetcher(question)).rejects.toMatchObject({ code: 'timeout' })
  expect(network).toHaveBeenCalledTimes(1)
  expect(await fetcher.again(question)).toMatchObject({ status: 200 })
  expect(await fetcher(question)).toMatchObject({ status: 200 })
})
