import { silentLogger as logger } from './silent-logger.ts'
import { makeServerCertificate } from '@foja/testing/server-certificate'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterAll, afterEach, expect, it } from 'vitest'
import { postgresBackend } from './postgres-backend.ts'

/** A database on another computer is used only over TLS and with the expected certificate. */
const certificate = makeServerCertificate()
let server: Server | undefined
const folder = await mkdtemp(join(tmpdir(), 'foja-tls-'))
await writeFile(join(folder, 'ca.pem'), certificate.ca)
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => {
  server?.close()
  server = undefined
})

/** The bytes that the server received, in the clear and under TLS; it closes the connection at the first message. */
type Heard = { plain: string; secret: string }

/** `S`: continues under TLS (PostgreSQL 18, 54.2.10); `N`: refuses TLS. */
async function listen(answer: 'S' | 'N'): Promise<{ url: string; heard: Heard }> {
  const heard: Heard = { plain: '', secret: '' }
  const goOn = (socket: Socket) => {
    const { key, cert } = certificate
    const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) })
    secure.on('error', () => {})
    secure.once('data', (more: Buffer) => {
      heard.secret += more.toString('latin1')
      secure.destroy()
    })
  }
  const take = (socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', (asked: Buffer) => {
      heard.plain += asked.subarray(8).toString('latin1')
      socket.write(answer)
      if (answer === 'S') goOn(socket)
      else socket.on('data', (more: Buffer) => (heard.plain += more.toString('latin1')))
    })
  }
  const listening = createServer(take)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return { url: `postgres://foja:clave@127.0.0.1:${(listening.address() as AddressInfo).port}/foja`, heard }
}

const refused = async (url: string) =>
  await expect(postgresBackend(url, 1, logger)).rejects.toMatchObject({ code: 'database_unreachable' })

it('sends credentials to a server whose certificate comes from the given authority', async () => {
  const { url, heard } = await listen('S')
  await refused(`${url}?sslmode=verify-full&sslrootcert=${join(folder, 'ca.pem')}`)
  expect(heard.plain).toBe('')
  expect(heard.secret).toContain('user\0foja')
})

it('sends nothing to a server with an untrusted certificate', async () => {
  const { url, heard } = await listen('S')
  await refused(`${url}?sslmode=verify-full`)
  expect(heard).toEqual({ plain: '', secret: '' })
})

it('does not continue in the clear when the server refuses TLS', async () => {
  const { url, heard } = await listen('N')
  await refused(`${url}?sslmode=verify-full`)
  expect(heard).toEqual({ plain: '', secret: '' })
})
