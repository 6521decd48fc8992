// A stopped Foja leaves no secret behind. Every test file checks this when it stops its Foja; this one shows that a
// leak would be found.
import { openDatabase } from '@foja/db/open-database'
import { launchBrowser } from '@foja/testing/browser'
import { makePdf } from '@foja/testing/pdfs'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { p12File, passphrase } from './support/keys.ts'
import { openAs, startOffice } from './support/office.ts'
import { admin, people } from './support/people.ts'
import { findSecrets } from './support/traces.ts'
import { call, keepCertificate, makeCase, tryToEnter } from './support/wire.ts'

const linkPassword = 'Canario-cóndor 19fa del enlace'
const wrong = 'Canario-tucán 88d2 mal escrito'

const browser = await launchBrowser()
const foja = await startOffice()
afterAll(async () => {
  await browser.close()
  // Not `stop`, which would find what the last test planted.
  await foja.end()
  await rm(foja.folder, { recursive: true, force: true })
})

const search = () => findSecrets(foja.folder, foja.heard.log, foja.heard.secrets)

it('every secret is recorded, and none is left behind', async () => {
  const { origin } = foja
  const context = await openAs(browser, foja, people.gestor)
  expect(await tryToEnter(context, origin, { email: people.usuario.email, password: wrong })).toBe(401)
  await keepCertificate(context, origin, p12File('modern', 'p256'), passphrase)
  const { document } = await makeCase(context, origin, 'Expediente visible', 'Acta.pdf', makePdf())
  const { id_documento } = document
  await call(context, origin, 'custom_pdf_signing/', { id_documento, password: passphrase })
  const wishes = { id_documento, password: linkPassword }
  const { share } = await call<{ share: string }>(context, origin, 'create_share_document/', wishes)
  const headers = { 'x-share-password': encodeURIComponent(linkPassword) }
  const opened = await context.request.get(`${origin}/api/v1/get_document_share/?share=${share}`, { headers })
  expect(opened.status()).toBe(200)
  const { secret } = await call<{ secret: string }>(context, origin, 'begin_totp/', {
    current_password: admin.password,
  })
  const cookies = (await context.cookies()).filter(({ name }) => name === 'foja.session')
  await foja.end()
  const said = [admin.password, wrong, passphrase, linkPassword, share, secret, ...cookies.map(({ value }) => value)]
  expect(said).toHaveLength(7)
  expect([...foja.heard.secrets.keys()]).toEqual(expect.arrayContaining(said))
  expect([...foja.heard.secrets.values()]).toEqual(expect.arrayContaining(['access token', 'refresh token']))
  expect(foja.heard.log).toContain('/api/v1/custom_pdf_signing/')
  expect(await search()).toEqual([])
})

it('a secret left behind is found: in the log, in a file, in a long value of the database', async () => {
  const { folder, heard } = foja
  expect(await findSecrets(folder, `${heard.log}${wrong}`, heard.secrets)).toEqual(['password in log'])
  const { kysely, close } = await openDatabase({
    folder: join(folder, 'data', 'db'),
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  })
  const planted = Array.from({ length: 2000 }, () => 'Acta de mediación. ').join('') + linkPassword
  await kysely.updateTable('company').set({ direccion: planted }).execute()
  await close()
  expect(await search()).toContain('password in table company')
  await appendFile(join(folder, 'server.key'), Buffer.from(passphrase).toString('hex'))
  expect(await search()).toContain('password in server.key')
})
