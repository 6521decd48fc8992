// Calls that fail with anything but 400: /refresh, then the page says that the action was not performed.
import { launchBrowser } from '@foja/testing/browser'
import { makePdf } from '@foja/testing/pdfs'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import type { Foja } from './support/foja.ts'
import { look, watch } from './support/look.ts'
import { startOffice } from './support/office.ts'
import { texts } from './support/spanish.ts'
import { enter, makeCase } from './support/wire.ts'

let browser: Browser
let foja: Foja

beforeAll(async () => {
  browser = await launchBrowser()
  foja = await startOffice()
})
afterAll(async () => {
  await browser.close()
  await foja.stop()
})

const detail = 'El servidor recibió demasiados pedidos seguidos.'
const fail = (status: number, wait?: number) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    ...(wait === undefined ? {} : { headers: { 'retry-after': String(wait) } }),
    json: { type: '', title: 'Título', status, detail, code: 'internal_error', request_id: 'R-4M7Q' },
  })

const devices = [
  ['desktop', desktop],
  ['desktop-dark', { ...desktop, colorScheme: 'dark' as const }],
  ['phone', { ...phone, colorScheme: 'light' as const }],
  ['phone-dark', phone],
] as const

describe.each(devices)('a failed action on %s', (name, device) => {
  let context: BrowserContext
  let page: Page
  let id: string
  let document: string
  const press = (label: string) => page.getByRole('button', { name: label, exact: true }).first().click()
  const notice = (action: string) => page.getByRole('group', { name: texts.failure.actions[action] ?? '' })

  beforeAll(async () => {
    context = await browser.newContext(device)
    await enter(context, foja.origin)
    const made = await makeCase(context, foja.origin, 'Pensión de alimentos', 'Demanda.pdf', makePdf())
    id = made.id_solicitud
    document = made.document.id_documento
    page = await context.newPage()
    watch(page)
  })
  afterAll(async () => context.close())

  it('is reported in its dialog, which is open again with what was typed', async () => {
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await page.goto(`${foja.origin}/solicitudes/${id}`)
    const open = texts.caseForms.send.submit
    await press(open)
    const dialog = page.getByRole('dialog', { name: texts.caseForms.send.title })
    await dialog.getByLabel(texts.caseForms.message).fill('Trae el rol de pagos de octubre.')
    await page.route('**/send_solicitud/', fail(429, 90), { times: 1 })
    await dialog.getByRole('button', { name: open, exact: true }).click()
    await notice('send_solicitud').getByText(detail).waitFor()
    await expect.poll(() => visited.slice(-2)).toEqual(['/refresh', `/solicitudes/${id}`])
    await expect.poll(() => notice('send_solicitud').evaluate('(one) => one === document.activeElement')).toBe(true)
    await dialog.getByRole('button', { name: /^Enviar en 1:/ }).waitFor()
    expect(await dialog.getByLabel(texts.caseForms.message).inputValue()).toBe('Trae el rol de pagos de octubre.')
    await look(page, `fallo-dialogo-${name}`)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => notice('send_solicitud').count()).toBe(0)
  })

  it('is reported over its page, and the passphrase is asked for again', async () => {
    await page.goto(`${foja.origin}/documentos/${document}`)
    await page.getByRole('img', { name: /Página 1 de/ }).waitFor()
    await page.route('**/download_document/**', fail(500), { times: 1 })
    await page
      .getByRole('button', { name: /Descargar/ })
      .first()
      .click()
    await notice('download_document').getByText('R-4M7Q').waitFor()
    await page.waitForURL(`**/documentos/${document}**`)
    await look(page, `fallo-pagina-${name}`)
    await press('Cerrar')
    await expect.poll(() => notice('download_document').count()).toBe(0)
  })

  it('says within two seconds that the connection is lost', async () => {
    await page.goto(`${foja.origin}/solicitudes`)
    await page.getByText('Pensión de alimentos').first().waitFor()
    await context.setOffline(true)
    await page.getByText(texts.app.connection.offline).waitFor({ timeout: 2000 })
    await look(page, `sin-conexion-${name}`)
    await context.setOffline(false)
    await page.getByText(texts.app.connection.offline).waitFor({ state: 'detached' })
  })
})
