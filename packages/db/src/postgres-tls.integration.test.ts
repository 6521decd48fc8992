import { silentLogger as logger } from '@foja/testing/database'
import { makeServerCertificate } from '@foja/testing/server-certificate'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { postgresBackend } from './postgres-backend.ts'

/** A database on another computer is asked over TLS, of the certificate that it should have, or not at all. */
const certificate = makeServerCertificate()
let folder: string
let server: Server | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foja-tls-'))
  await writeFile(join(folder, 'ca.pem'), certificate.ca)
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => {
  server?.close()
  server = undefined
})

/** What the other end read, in the clear and under TLS; it hangs up at the first message. */
type Heard = { plain: string; secret: string }

/** `S`: goes on under TLS (PostgreSQL 18, 54.2.10); `N`: will not. */
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

it('tells who it is to the server whose certificate is of the authority that was named', async () => {
  const { url, heard } = await listen('S')
  await refused(`${url}?sslmode=verify-full&sslrootcert=${join(folder, 'ca.pem')}`)
  expect(heard.plain).toBe('')
  expect(heard.secret).toContain('user\0foja')
})

it('tells nothing to one whose certificate nobody answers for', async () => {
  const { url, heard } = await listen('S')
  await refused(`${url}?sslmode=verify-full`)
  expect(heard).toEqual({ plain: '', secret: '' })
})

it('does not go on in the clear when the server will not have TLS', async () => {
  const { url, heard } = await listen('N')
  await refused(`${url}?sslmode=verify-full`)
  expect(heard).toEqual({ plain: '', secret: '' })
})
