import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { prepareDatabase } from '@foja/testing/data-folder'
import { startSmtpServer } from '@foja/testing/smtp'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bodyOf, Caller, createPath, mainOf, pdfFile } from '../../../test/office.ts'
import { TestClient } from '../../../test/test-client.ts'
import { readConfig } from '../../config.ts'
import { startServer } from '../../start-server.ts'

const admin = { email: 'ana@oficina.example', password: 'seis gatos leen el diario' }

it('a server with SMTP_URL sends messages, with links to its own address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-mail-'))
  await prepareDatabase(join(folder, 'db'))
  const smtp = await startSmtpServer({ auth: { user: 'foja@oficina.example', pass: 'cl@ve' } })
  const config = readConfig({
    FOJA_DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    FOJA_ADMIN_EMAIL: admin.email,
    FOJA_ADMIN_PASSWORD: admin.password,
    SMTP_URL: `smtp://foja%40oficina.example:cl%40ve@127.0.0.1:${smtp.port}`,
    TIME_ZONE: 'America/Guayaquil',
  })
  const server = await startServer({ config })
  try {
    const client = new TestClient(server.url)
    await client.signIn(admin.email, admin.password)
    const caller = new Caller(server.url, '', admin.email, (await client.token())!)
    const main = await bodyOf<SolicitudMain>(await caller.upload(createPath, [pdfFile()], mainOf(1)), 201)
    const { id_documento } = main.solicitudes[0]!.description[0]!
    const email = { id_documento, to: ['ana@cliente.ec', 'nadie@oficina.example'], as: 'link' }
    expect((await caller.post('/api/v1/send_document_by_email/', email)).status).toBe(200)
    await expect.poll(() => smtp.messages.length).toBe(1)
    const { mail, to } = smtp.messages[0]!
    expect(to).toEqual(['ana@cliente.ec'])
    expect(mail.from?.text).toBe('foja@oficina.example')
    const link = /http:\/\/127\.0\.0\.1:\d+\/compartido\?share=[\w-]+/.exec(mail.text ?? '')![0]
    const token = new URL(link).searchParams.get('share')
    expect(new URL(link).origin).toBe(server.url)
    expect((await fetch(`${server.url}/api/v1/get_document_share/?share=${token}`)).status).toBe(200)
  } finally {
    await server.close()
    await smtp.close()
    await rm(folder, { recursive: true, force: true })
  }
})
