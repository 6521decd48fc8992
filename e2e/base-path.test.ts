// Foja below a path of its host, behind nginx with the lines of deploy/nginx/foja.conf where nginx is installed: nothing of
// it is at another path, from the first set-up to signing out.
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { launchBrowser } from '@foja/testing/browser'
import { belowPath, hasNginx, siteOf, startNginx, withoutTls, type Nginx } from '@foja/testing/nginx'
import { makePdf } from '@foja/testing/pdfs'
import { freePort } from '@foja/testing/postgres-server'
import { startSmtpServer } from '@foja/testing/smtp'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { desktop } from './support/devices.ts'
import { startFoja } from './support/foja.ts'
import { p12File, passphrase } from './support/keys.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { admin } from './support/people.ts'
import {
  createCase,
  drawSignature,
  openDocument,
  pdfFile,
  readVerdict,
  setUpOffice,
  signDocument,
  signIn,
  uploadCertificate,
} from './support/person.ts'
import { texts } from './support/spanish.ts'
import { call, fetchDocument } from './support/wire.ts'

const path = '/foja'
const folder = await mkdtemp(join(tmpdir(), 'foja-path-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const smtp = await startSmtpServer()
afterAll(() => smtp.close())
const behind = hasNginx()
const port = await freePort()
const front = behind ? await freePort() : port
const host = `http://127.0.0.1:${front}`
const origin = `${host}${path}`
const nginx: Nginx | undefined = behind
  ? await startNginx(join(folder, 'nginx'), belowPath(withoutTls(await siteOf([port]), front)), front)
  : undefined
afterAll(() => nginx?.stop())
const foja = await startFoja({
  PORT: String(port),
  PUBLIC_URL: origin,
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'foja@oficina.ec',
})
afterAll(() => foja.stop())
const browser = await launchBrowser()
afterAll(() => browser.close())

/** All that pages asked for, of any host. */
const asked: string[] = []
const faults: (() => string[])[] = []

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.on('request', (request) => asked.push(request.url()))
  // Without an entry in the list of requests.
  page.on('worker', (worker) => asked.push(worker.url()))
  faults.push(watch(page))
  return page
}

const context = await browser.newContext(desktop)
const page = await openPage(context)
const drawn = (of: Page) =>
  expect
    .poll(() =>
      of
        .getByRole('img', { name: /Página 1 de/ })
        .first()
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBeGreaterThan(100)

describe(`below a path${behind ? ', behind nginx' : ''}`, () => {
  let document = ''
  const idOf = () => new URL(page.url()).pathname.split('/').at(-1)!

  it('prints its address, and leads the path without a slash to it', async () => {
    expect(foja.origin).toBe(origin)
    const answer = await fetch(origin, { redirect: 'manual' })
    expect(answer.status).toBe(301)
    expect(new URL(answer.headers.get('location')!, origin).href).toBe(`${origin}/`)
    expect((await fetch(`${host}/ingresar`)).status).toBe(404)
    expect((await fetch(`${host}/api/v1/setup/`)).status).toBe(404)
  })

  it('is set up, and keeps a case file whose pages are drawn', async () => {
    await setUpOffice(page, origin, false)
    await createCase(page, origin, 'Arriendo de la bodega', [pdfFile('Contrato.pdf', makePdf({ pages: 2 }))])
    await openDocument(page, 'Contrato.pdf')
    document = page.url()
    expect(document).toContain(`${origin}/documentos/`)
    await drawn(page)
    await look(page, 'ruta-documento')
  })

  it('shows a deep page again after a reload', async () => {
    await page.reload()
    await drawn(page)
    await page.goto(`${origin}/refresh?volver=${encodeURIComponent(`${path}/agenda`)}`)
    await page.waitForURL(`${origin}/agenda`)
    await page.goto(`${origin}/refresh?volver=%2Fcorreo`)
    await page.waitForURL(`${origin}/`)
  })

  it('signs with a stored key', async () => {
    await uploadCertificate(page, origin, p12File('modern'), passphrase)
    await page.goto(document)
    await drawn(page)
    await drawSignature(page, [0.5, 0.7], [0.9, 0.8])
    await signDocument(page, passphrase)
    expect(await readVerdict(page)).toBe('Falta confirmar quién firmó')
  })

  it('mails a recipient the address of their page, where they sign with their own key', async () => {
    await call<SigningRequest>(context, origin, 'create_signing_request/', {
      titulo: 'Arriendo de la bodega',
      documents: [{ id_documento: idOf() }],
      recipients: [{ nombre: 'Ana Quishpe', email: 'ana@cliente.ec', rol: 'firma' }],
    })
    const letter = () => smtp.messages.find(({ to }) => to.includes('ana@cliente.ec'))?.mail.text ?? ''
    await expect.poll(letter).toContain(`${origin}/pedido?p=`)
    const outside = await browser.newContext(desktop)
    const visit = await openPage(outside)
    const { recipient } = texts
    await visit.goto(/http\S+\/pedido\?p=\S+/.exec(letter())![0])
    await drawn(visit)
    await visit.getByRole('button', { name: recipient.sign, exact: true }).first().click()
    await visit.getByLabel(recipient.key.file).setInputFiles([p12File('modern', 'p256')])
    await visit.getByLabel(recipient.key.password).fill(passphrase)
    await visit
      .getByRole('button', { name: /^Firmar (el|los|\d)/ })
      .last()
      .click()
    await visit.getByRole('heading', { level: 1, name: recipient.done.signed(recipient.oneDocument) }).waitFor()
    await look(visit, 'ruta-pedido')
    await outside.close()
  })

  it('verifies a file of a visitor, and shows its pages', async () => {
    const bytes = await fetchDocument(context, origin, idOf())
    const visitor = await browser.newContext(desktop)
    const visit = await openPage(visitor)
    await visit.goto(`${origin}/verificar`)
    await visit
      .locator('input[type=file]')
      .first()
      .setInputFiles([pdfFile('Contrato.pdf', bytes)])
    await drawn(visit)
    await look(visit, 'ruta-verificar')
    await visitor.close()
  })

  it('has its API page, and no error in the browser', async () => {
    const visit = await openPage(context)
    await visit.goto(`${origin}/api/docs`)
    await visit.getByRole('link', { name: '/api/openapi.json' }).click()
    expect(visit.url()).toBe(`${origin}/api/openapi.json`)
    await visit.close()
  })

  it('signs out, and returns to the page after signing in', async () => {
    await page.goto(`${origin}/perfil`)
    await untilQuiet(page)
    await page.getByRole('button', { name: texts.profile.signOut, exact: true }).first().click()
    await page.waitForURL(`${origin}/ingresar`)
    await page.goto(document)
    await page.waitForURL(`${origin}/ingresar?volver=${encodeURIComponent(new URL(document).pathname)}`)
    await page.getByLabel('Correo').fill(admin.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.waitForURL(document)
    await drawn(page)
    await context.clearCookies()
    await signIn(page, origin)
    await untilQuiet(page)
  })

  it('asks for nothing outside of its path, and causes no error', () => {
    expect(asked.some((url) => url.includes('/browser-key.worker-'))).toBe(true)
    expect(
      asked.filter((url) => !/^(?:blob|data):/.test(url) && url !== origin && !url.startsWith(`${origin}/`)),
    ).toEqual([])
    expect(faults.flatMap((read) => read())).toEqual([])
  })
})
