import { makeServerCertificate } from '@foja/testing/server-certificate'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createHttpFetcher } from './http-fetcher.ts'

/** https requests require a server with a valid certificate. */
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

async function ask(options: ServerOptions): Promise<{ answer: Promise<unknown>; heard: () => number }> {
  let requests = 0
  const { key, cert } = makeServerCertificate()
  const listening = createServer({ key, cert, ...options }, (_request, response) => {
    requests += 1
    response.end('yes')
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(listening.address() as AddressInfo).port}/`
  const fetcher = createHttpFetcher({ allowPrivate: ['127.0.0.1'], retries: 0 })
  const request = {
    url,
    method: 'POST',
    body: Buffer.from('digest'),
    authorization: 'Basic eDp5',
    maxBytes: 100,
  } as const
  return { answer: fetcher(request), heard: () => requests }
}

const causeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    ({ cause }: Error) => `${(cause as { code?: string }).code} ${(cause as Error).message}`,
  )

it('https requests refuse a certificate of an unknown authority', async () => {
  const { answer, heard } = await ask({})
  expect(await causeOf(answer)).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET_ISSUER/)
  expect(heard()).toBe(0)
})

it('https requests refuse an outdated version of TLS', async () => {
  const { answer, heard } = await ask({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' })
  expect(await causeOf(answer)).toMatch(/alert protocol version/)
  expect(heard()).toBe(0)
})
