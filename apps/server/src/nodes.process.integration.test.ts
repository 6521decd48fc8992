import {
  complaintsAbout,
  hasNginx,
  howToInstallNginx,
  replaced,
  siteOf,
  startNginx,
  withoutTls,
  type Nginx,
} from '@foja/testing/nginx'
import { createPostgresDatabase, dropPostgresDatabase } from '@foja/testing/postgres'
import { freePort } from '@foja/testing/postgres-server'
import { makeServerCertificate } from '@foja/testing/server-certificate'
import { startSmtpServer, type SmtpTestServer } from '@foja/testing/smtp'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FojaNode, NodeLoad } from '../test/nodes.ts'
import { Caller } from '../test/office.ts'
import { processAdmin, signInProcess } from '../test/server-process.ts'

const isMissing = !hasNginx()

describe.skipIf(isMissing)(
  `several processes behind nginx${isMissing ? ` (skipped: ${howToInstallNginx})` : ''}`,
  () => {
    let folder: string
    let database: { url: string; name: string }
    let smtp: SmtpTestServer
    let nginx: Nginx
    let origin: string
    const servers: FojaNode[] = []
    const workers: FojaNode[] = []
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'foja-nodes-'))
      database = await createPostgresDatabase(async () => {}, 'empty')
      smtp = await startSmtpServer()
      const [front, ...ports] = [await freePort(), await freePort(), await freePort()]
      origin = `http://127.0.0.1:${front}`
      nginx = await startNginx(join(folder, 'nginx'), withoutTls(await siteOf(ports), front), front)
      const settings = {
        DATABASE_URL: database.url,
        FOJA_DATA_DIR: join(folder, 'data'),
        PUBLIC_URL: origin,
        TRUSTED_PROXIES: '127.0.0.1',
        FOJA_DRAIN_SECONDS: '1',
        FOJA_ADMIN_EMAIL: processAdmin.email,
        FOJA_ADMIN_PASSWORD: processAdmin.password,
        SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        MAIL_FROM: 'foja@oficina.ec',
        LOG_LEVEL: 'error',
      }
      for (const port of ports) servers.push(new FojaNode({ ...settings, FOJA_ROLE: 'http', PORT: String(port) }))
      for (let at = 0; at < 2; at += 1) workers.push(new FojaNode({ ...settings, FOJA_ROLE: 'worker', PORT: '0' }))
      await Promise.all([...servers, ...workers].map(async (node) => await node.start()))
    })
    afterAll(async () => {
      await Promise.all([...servers, ...workers].map(async (node) => await node.end('SIGKILL')))
      await nginx?.stop()
      await smtp?.close()
      await dropPostgresDatabase(database.name)
      await rm(folder, { recursive: true, force: true })
    })

    it('the installed configuration is one that nginx starts with', async () => {
      const { key, cert } = makeServerCertificate()
      const [keyFile, certFile] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
      await writeFile(keyFile, key)
      await writeFile(certFile, cert)
      const text = replaced(await siteOf([3001]), /\/etc\/letsencrypt\/live\/foja\.example\.com/g, folder)
      expect(await complaintsAbout(join(folder, 'check'), text)).toBe('')
    })

    it('lose nothing that they acknowledged, and send each message once, while servers and a worker stop, servers are killed, and all return', async () => {
      const caller = new Caller(origin, '', processAdmin.email, await signInProcess(origin))
      const load = new NodeLoad(caller)
      const working = Promise.all(Array.from({ length: 2 }, async () => await load.work()))
      const progress = async () => {
        const before = load.acknowledged.length
        await Promise.race([working, expect.poll(() => load.acknowledged.length).toBeGreaterThan(before + 3)])
      }
      await progress()
      const [one, two] = [servers[0]!, servers[1]!]
      for (const node of [one, workers[0]!]) {
        expect(await node.end('SIGTERM')).toBe(0)
        await progress()
        await node.start()
      }
      expect(await two.end('SIGKILL')).toBeNull()
      await progress()
      await two.start()
      await progress()
      load.end()
      await working

      for (const { document, sha256 } of load.acknowledged) {
        const stored = await caller.call(`/api/v1/download_document/${document}/`)
        expect(stored.status, document).toBe(200)
        expect(
          createHash('sha256')
            .update(new Uint8Array(await stored.arrayBuffer()))
            .digest('hex'),
        ).toBe(sha256)
      }
      const mailed = load.acknowledged.filter((one) => one.mailed).map(({ to }) => to)
      const received = () => smtp.messages.flatMap(({ to }) => to)
      await expect.poll(() => new Set(received()).size).toBe(mailed.length)
      // A message that a worker still sends would arrive before it ends.
      for (const worker of workers) expect(await worker.end('SIGTERM')).toBe(0)
      expect(received().toSorted()).toEqual(mailed.toSorted())
    })
  },
)
