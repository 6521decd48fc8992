import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { crowd } from './attacker.ts'

const server = createServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 429 Too Many Requests\r\n\r\n'))
await once(server.listen(0, '127.0.0.1'), 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => void server.close())

it.runIf(process.platform === 'linux')('a crowd counts the connections that were made', async () => {
  const many = await crowd(origin, 5, [])
  many.end()
  expect(many.connected).toBe(5)
  await new Promise((resolve) => server.close(resolve))
  expect((await crowd(origin, 5, [])).connected).toBe(0)
})
