// Failed actions: the page says that the action did not happen, why, when to repeat it, and keeps what was typed. Without
// a connection a band says so, and lists say what they show.
import { makePdf } from '@foja/testing/pdfs'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { phone } from './support/devices.ts'
import { p12With, passphrase } from './support/keys.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { drawSignature, pdfFile } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { keepCertificate, makeCase } from './support/wire.ts'

let page: Page

const reason = 'El servidor dice por qué.'

const { foja, browser } = await openStage()
const context = await openAs(browser, foja, people.admin)
await keepCertificate(context, foja.origin, p12With({ keyType: 'p256' }), passphrase)
const made = await makeCase(context, foja.origin, 'Cuotas atrasadas', 'Convenio.pdf', makePdf())
beforeEach(async () => {
  page = await context.newPage()
  watch(page)
})
afterEach(async () => {
  await context.setOffline(false)
  await page.close()
})

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const press = (name: string) => button(name).first().click()
const dialog = () => page.getByRole('dialog')
const see = (text: string) => page.getByText(text).filter({ visible: true }).first().waitFor()

/** Makes every call of that name fail. */
const fail = (name: string, status: number, headers: Record<string, string> = {}) =>
  page.route(`**/api/v1/${name}/**`, (route) =>
    route.fulfill({
      status,
      headers,
      contentType: 'application/problem+json',
      json: { type: '', title: '', status, detail: reason, code: 'internal_error', request_id: `K-${status}` },
    }),
  )

/** The message about the failed action, with the server's words and the code. */
async function reported(action: string, status: number): Promise<void> {
  const message = page.getByRole('group', { name: t.failure.actions[action] ?? '' })
  await message.waitFor()
  expect(await message.innerText()).toContain(reason)
  expect(await message.innerText()).toContain(`K-${status}`)
  expect(await message.count()).toBe(1)
  expect(new URL(page.url()).pathname).not.toBe('/refresh')
}

describe('the page reports', () => {
  it('a request that was not sent, in its dialog, with the message kept', async () => {
    await fail('send_solicitud', 500)
    await page.goto(`${foja.origin}/solicitudes/${made.id_solicitud}`)
    await press(t.caseFile.send)
    await dialog().getByLabel(t.caseForms.message).fill('El plazo vence el viernes.')
    await dialog().getByRole('button', { name: t.caseForms.send.submit, exact: true }).click()
    await reported('send_solicitud', 500)
    await see(t.failure.kept)
    expect(await dialog().getByLabel(t.caseForms.message).inputValue()).toBe('El plazo vence el viernes.')
    await look(page, 'fallo-enviar')
  })

  it('a signature that has to wait, without the passphrase', async () => {
    await fail('custom_pdf_signing', 429, { 'retry-after': '75' })
    await page.goto(`${foja.origin}/documentos/${made.document.id_documento}`)
    await page.getByRole('img', { name: /Página 1 de/ }).waitFor()
    await press(t.signing.signButton)
    await drawSignature(page, [0.3, 0.3], [0.6, 0.4])
    await page.getByLabel(t.signing.passphrase).fill(passphrase)
    await press(t.signing.signButton)
    await reported('custom_pdf_signing', 429)
    await see(t.failure.keptButSecret)
    await page.getByText(/Puedes reintentar en 1:\d\d/).waitFor()
    expect(await page.getByLabel(t.signing.passphrase).inputValue()).toBe('')
    await page.getByRole('application').waitFor()
    await look(page, 'fallo-firmar')
  })

  it('a profile that was not saved, above its heading, with the typed text', async () => {
    await fail('update_profile', 403)
    await page.goto(`${foja.origin}/perfil`)
    await page.getByLabel(t.profile.phone).fill('099 555 0101')
    await press(t.profile.save)
    await reported('update_profile', 403)
    await see(t.failure.kept)
    expect(await page.getByLabel(t.profile.phone).inputValue()).toBe('099 555 0101')
    await look(page, 'fallo-perfil')
    // It stays in sight where the page is scrolled.
    await page.setViewportSize({ width: 1440, height: 480 })
    await page.mouse.wheel(0, 2000)
    const message = page.getByRole('group', { name: t.failure.actions['update_profile'] ?? '' })
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(300)
    expect((await message.boundingBox())!.y).toBeGreaterThanOrEqual(56)
  })

  it.each([409, 0])('a case file that was not created, with %i', async (status) => {
    if (status === 409) await fail('list_solicitud_main_type', 409)
    await page.goto(`${foja.origin}/solicitudes/nueva`)
    await page.getByLabel(t.wizard.caseTitle).fill('Lo que escribí')
    await press(t.wizard.next)
    await page.locator('input[type=file]').setInputFiles(pdfFile('Acta.pdf', makePdf()))
    await see('Acta.pdf')
    await press(t.wizard.next)
    await button(t.wizard.addPerson).waitFor()
    await press(t.wizard.next)
    await button(t.wizard.submit).waitFor()
    if (status === 0) await context.setOffline(true)
    await press(t.wizard.submit)
    if (status === 0) await see(t.wizard.failedTitle)
    else await reported('list_solicitud_main_type', 409)
    await see('Lo que escribí')
    await see('Acta.pdf')
  })
})

describe('without a connection', () => {
  it.each([
    ['home', () => '/', () => t.home.activity],
    ['the list', () => '/solicitudes', () => 'Cuotas atrasadas'],
    ['the case', () => `/solicitudes/${made.id_solicitud}`, () => 'Convenio.pdf'],
  ])('%s says so within two seconds, keeps what it shows, and loads again afterwards', async (name, path, shown) => {
    await page.goto(`${foja.origin}${path()}`)
    await see(shown())
    await untilQuiet(page)
    await context.setOffline(true)
    await page.getByText(t.app.connection.offline).waitFor({ timeout: 2000 })
    await see(shown())
    await look(page, `sin-conexion-${name}`)
    await button(t.app.retry).first().click()
    await untilQuiet(page)
    await see(shown())
    expect(await page.locator('.animate-pulse').count()).toBe(0)
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/v1/')),
      context.setOffline(false),
    ])
    expect(reply.ok()).toBe(true)
    await page.getByText(t.app.connection.offline).waitFor({ state: 'detached' })
  })

  it('a list that was never loaded offers a retry instead of an endless skeleton', async () => {
    const own = await openAs(browser, foja, people.admin, phone)
    const visit = await own.newPage()
    await visit.route('**/api/v1/get_list_solicitud_main_type2/**', (route) => route.abort('internetdisconnected'))
    await visit.goto(`${foja.origin}/solicitudes`)
    await visit.getByText(t.domain.loadFailedTitle).waitFor()
    await untilQuiet(visit)
    expect(await visit.locator('.animate-pulse').count()).toBe(0)
    await visit.unroute('**/api/v1/get_list_solicitud_main_type2/**')
    await button(t.domain.retry, visit).first().click()
    await visit.getByText('Cuotas atrasadas').first().waitFor()
    await own.close()
  })
})
