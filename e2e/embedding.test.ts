// The page of a recipient in a frame on another site: by the example of the documentation, only on named sites, and with
// messages that no other frame can forge.
import { createShortLivedAuthority } from '@foja/testing/short-lived'
import { writeP12 } from '@foja/testing/p12'
import { makePdf } from '@foja/testing/pdfs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { embeddingExample } from '../apps/server/src/http/api-page/embedding-example.ts'
import { desktop, phone } from './support/devices.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { texts as t } from './support/spanish.ts'
import { clientOf, makeCaseOf } from './support/wire.ts'

const passphrase = 'Ñandú~7q+Xz/Wv&Km=26'
const { foja, browser } = await openStage()
const office = await openAs(browser, foja, people.gestor)
const api = clientOf(office, foja.origin)

/** Sends a message of Foja's shape to the page that shows it, to any origin. */
const forgery = `<!doctype html><script>
const send = () => parent.postMessage({ source: 'foja', event: 'signed', request: 'x' }, '*')
send()
setInterval(send, 20)
</script>`

/** Keeps every message that the page gets, before the script looks at it. */
const recorder = `<script>
window.received = []
addEventListener('message', ({ origin, data }) => received.push([origin, data]))
</script>`

/** A browser that denies the frame its storage. */
const withoutStorage = `if (window.location.origin === '${foja.origin}') {
  const denied = { get: () => { throw new DOMException('denied', 'SecurityError') } }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, denied)
  Object.defineProperty(document, 'cookie', denied)
}`

/** A site with the page of the documentation for the link in its query; at /falso, the forgery. */
async function startSite(host: string): Promise<string> {
  const site = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const page = embeddingExample
      .replace('https://foja.example/pedido?p=…', searchParams.get('link') ?? '')
      .replace('https://foja.example', foja.origin)
      .replace('<h1>', `${recorder}<h1>`)
    response.setHeader('content-type', 'text/html; charset=utf-8').end(pathname === '/falso' ? forgery : page)
  })
  await new Promise<void>((done) => site.listen(0, host, done))
  afterAll(() => void site.close())
  return `http://${host}:${(site.address() as AddressInfo).port}`
}
const named = await startSite('localhost')
const other = await startSite('127.0.0.1')

let requests = 0
async function askFor(titulo: string) {
  requests += 1
  const made = await makeCaseOf(office, foja.origin, titulo, [{ name: 'Contrato.pdf', bytes: makePdf({ pages: 2 }) }])
  const documents = made.documents.map(({ id_documento }) => ({ id_documento }))
  const recipients = [{ nombre: 'Ana Quishpe', email: `ana${requests}@cliente.example`, rol: 'firma' as const }]
  const request = await api.call('POST', '/api/v1/create_signing_request/', { body: { titulo, documents, recipients } })
  const { url } = await api.call('POST', '/api/v1/recipient_link/', {
    body: { id_recipient: request.recipients[0]!.id },
  })
  return { id: request.id, url }
}
const stateOf = async (id: string) =>
  (await api.call('GET', '/api/v1/details_signing_request/{id}/', { params: { id } })).status

async function openSite(site: string, link: string, options: BrowserContextOptions | BrowserContext) {
  const context = 'newPage' in options ? options : await browser.newContext(options)
  const page = await context.newPage()
  const faults = watch(page)
  await page.goto(`${site}/?link=${encodeURIComponent(link)}`)
  return { page, faults, frame: page.frameLocator('iframe') }
}
const button = (frame: FrameLocator, name: string) => frame.getByRole('button', { name, exact: true }).first()
const says = async (page: Page, text: string) => await page.getByRole('status').filter({ hasText: text }).waitFor()

/** A picture in the folder FOJA_SHOTS. axe is not for it: it asks the frame, which answers no message. */
async function shoot(page: Page, name: string): Promise<void> {
  await untilQuiet(page)
  const folder = process.env['FOJA_SHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
  for (const frame of page.frames().filter((one) => !one.url().startsWith('chrome-error:'))) {
    const [width, most] = await frame.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
    expect(width, `${name}: ${frame.url()} is too wide`).toBeLessThanOrEqual(most)
  }
}

const addFrames = async (page: Page, addresses: readonly string[]) =>
  await page.evaluate(`for (const src of ${JSON.stringify(addresses)})
    document.body.append(Object.assign(document.createElement('iframe'), { src }))`)
const receivedBy = async (page: Page) => await page.evaluate<[string, unknown][]>('window.received')

describe('a site that the company has named', () => {
  it('is named by a gestor in the company', async () => {
    const page = await office.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/programas`)
    const card = page.getByRole('region', { name: t.embedding.title })
    await card.getByText(t.embedding.empty).waitFor()
    await card.scrollIntoViewIfNeeded()
    await look(page, 'incrustar-vacio')
    await card.getByRole('button', { name: t.embedding.add }).click()
    await page.getByLabel(t.embedding.sites).fill(`${named}/contratos`)
    await page.getByRole('button', { name: t.embedding.save, exact: true }).click()
    await page.getByText(t.embedding.wrong(`${named}/contratos`)).waitFor()
    await look(page, 'incrustar-no-sirve')
    await page.getByLabel(t.embedding.sites).fill(named)
    await page.getByRole('button', { name: t.embedding.save, exact: true }).click()
    await card.getByText(named).waitFor()
    await card.scrollIntoViewIfNeeded()
    await look(page, 'incrustar-lista')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(phone.viewport!)
    await card.scrollIntoViewIfNeeded()
    await look(page, 'incrustar-movil-oscuro')
    expect(faults()).toEqual([])
    await page.close()
  })

  it('shows the page, in which a person signs with their own certificate, and hears of it', async () => {
    const issued = createShortLivedAuthority().issue({
      commonName: 'ANA QUISHPE',
      serialNumber: 'IDCEC-1712345678',
      keyType: 'p256',
    })
    const buffer = Buffer.from(writeP12({ ...issued, passphrase, variant: 'modern' }))
    const { id, url } = await askFor('Arriendo del local')
    const { page, faults, frame } = await openSite(named, url, desktop)
    await button(frame, t.recipient.sign).waitFor()
    await says(page, 'Lee el contrato y fírmalo.')
    await shoot(page, 'incrustado')
    await button(frame, t.recipient.sign).click()
    await frame
      .getByLabel(t.recipient.key.file)
      .setInputFiles([{ name: 'ana.p12', mimeType: 'application/x-pkcs12', buffer }])
    await frame.getByLabel(t.recipient.key.password).fill(passphrase)
    await shoot(page, 'incrustado-clave')
    await frame
      .getByRole('button', { name: /^Firmar (el|los|\d)/ })
      .last()
      .click()
    await says(page, 'Gracias, ya está firmado.')
    await frame.getByText(t.recipient.done.complete).waitFor()
    await shoot(page, 'incrustado-listo')
    expect(await stateOf(id)).toBe('completada')
    // Nothing but the events and the id of the request.
    const messages = ['opened', 'signed'].map((event) => [foja.origin, { source: 'foja', event, request: id }])
    expect(await receivedBy(page)).toEqual(messages)
    expect(faults()).toEqual([])
    await page.context().close()
  })

  it('shows it on a phone and without cookies and storage, where a person declines', async () => {
    const context = await browser.newContext(phone)
    await context.addInitScript(withoutStorage)
    const { id, url } = await askFor('Compraventa')
    const { page, faults, frame } = await openSite(named, url, context)
    await button(frame, t.recipient.refuse.firma).click()
    await frame.getByLabel(t.recipient.declining.reason).fill('El monto no es el acordado')
    await shoot(page, 'incrustado-movil')
    await button(frame, t.recipient.declining.confirm).click()
    await says(page, 'No firmaste el contrato.')
    expect(await stateOf(id)).toBe('rechazada')
    expect(await context.cookies(foja.origin)).toEqual([])
    expect(faults()).toEqual([])
    await context.close()
  })

  it('is not misled by another frame, whose messages are not from Foja', async () => {
    const { url } = await askFor('Poder')
    const { page, frame } = await openSite(named, url, desktop)
    await button(frame, t.recipient.sign).waitFor()
    await addFrames(page, [`${other}/falso`])
    await page.waitForFunction(`window.received.filter(([origin]) => origin === '${other}').length > 5`)
    await says(page, 'Lee el contrato y fírmalo.')
    await page.context().close()
  })

  it('shows no other page of Foja, and nothing for a link that does not open', async () => {
    const { page } = await openSite(named, `${foja.origin}/pedido?p=desconocido`, desktop)
    const refused = () => page.frames().filter((one) => one.url().startsWith('chrome-error:')).length
    await expect.poll(refused).toBe(1)
    await addFrames(
      page,
      ['/ingresar', '/', '/verificar', '/compartido?share=x'].map((path) => foja.origin + path),
    )
    await expect.poll(refused).toBe(5)
    expect(await receivedBy(page)).toEqual([])
    await page.context().close()
  })
})

describe('a site that the company has not named', () => {
  it('shows nothing and hears nothing', async () => {
    const { url } = await askFor('Acta')
    const { page, faults } = await openSite(other, url, desktop)
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
    await shoot(page, 'incrustado-en-otro-sitio')
    expect(faults().join('\n')).toContain('frame-ancestors')
    expect(await receivedBy(page)).toEqual([])
    await page.context().close()
  })

  it('shows nothing inside a frame of one that is named', async () => {
    const { url } = await askFor('Recibo')
    const page = await (await browser.newContext(desktop)).newPage()
    await page.goto(`${other}/falso`)
    await addFrames(page, [`${named}/?link=${encodeURIComponent(url)}`])
    await expect.poll(() => page.frames()[2]?.url()).toMatch(/^chrome-error:/)
    await page.context().close()
  })
})
