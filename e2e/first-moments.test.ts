// Parts that load after the page: input before that is not lost, and the page survives when a part never loads.
import { makePdf } from '@foja/testing/pdfs'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { focusedOn } from './support/keyboard.ts'
import { p12With, passphrase } from './support/keys.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { drawSignature } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { keepCertificate, makeCase } from './support/wire.ts'

/** The file of a part, also when it is requested again under another URL. */
const code = (part: string) => `**/assets/${part}-*.js*`

describe('while a page is loading', async () => {
  let page: Page

  const { foja, browser } = await openStage()
  const context = await openAs(browser, foja, people.admin)
  await keepCertificate(context, foja.origin, p12With({ keyType: 'p256' }), passphrase)
  const { document } = await makeCase(context, foja.origin, 'Primer momento', 'Acta.pdf', makePdf({ pages: 3 }))
  beforeEach(async () => {
    page = await context.newPage()
    watch(page)
  })
  afterEach(async () => page.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  /** Holds every answer to matching requests until released. */
  const hold = async (what: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(what, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }
  const openDocument = async (tab: string) => {
    await page.goto(`${foja.origin}/documentos/${document.id_documento}?tab=${tab}`)
    await page.getByRole('img', { name: t.documents.pageAlt(1, 3) }).waitFor()
  }

  it('the first letters of a search count', async () => {
    const come = await hold(code('reader-search'))
    await openDocument('versiones')
    await button(t.documents.search).click()
    await page.keyboard.type('pa')
    come()
    await page.getByRole('button', { name: t.reader.next }).waitFor()
    await page.keyboard.type('ge')
    await expect.poll(() => page.getByRole('searchbox', { name: t.documents.search }).inputValue()).toBe('page')
    await page.locator('[data-hit=current]').first().waitFor({ state: 'attached' })
  })

  it('a signature can be drawn before its look and certificate are known', async () => {
    const drawn = await hold(code('appearance-preview'))
    const known = await hold('**/api/v1/do_have_digital_signature/**')
    await openDocument('firmar')
    await drawSignature(page, [0.2, 0.2], [0.5, 0.35])
    const label = () => page.getByRole('application').getAttribute('aria-label')
    const place = await label()
    known()
    drawn()
    await page.getByText(t.placement.moveHint).waitFor()
    await expect.poll(label).toBe(place)
    await page.getByLabel(t.signing.passphrase).waitFor()
  })

  it('the page stays when a dialog fails to load, and opens it once it loads', async () => {
    await page.goto(`${foja.origin}/solicitudes`)
    await page.getByRole('link', { name: 'Primer momento' }).first().waitFor()
    await page.route(code('notice-panel'), (route) => route.abort())
    await button(t.app.notices).click()
    const failed = page.getByRole('alertdialog', { name: t.app.partFailed })
    await failed.waitFor()
    await look(page, 'parte-que-falta')
    expect(await page.getByRole('link', { name: 'Primer momento' }).first().isVisible()).toBe(true)
    await failed.getByRole('button', { name: t.ui.close }).click()
    await failed.waitFor({ state: 'detached' })
    await expect.poll(() => focusedOn(page)).toBe(t.app.notices)
    await button(t.app.notices).click()
    await failed.waitFor()
    await page.unroute(code('notice-panel'))
    await failed.getByRole('button', { name: t.app.retry }).click()
    await page.getByRole('dialog').getByText(t.notices.emptyTitle).waitFor()
    await failed.waitFor({ state: 'detached' })
  })

  it('a panel that fails to load says so in place', async () => {
    await page.route(code('versions-panel'), (route) => route.abort())
    await openDocument('versiones')
    const failed = page.getByRole('alert').filter({ hasText: t.app.partFailed })
    await failed.waitFor()
    await look(page, 'panel-que-falta')
    await page.unroute(code('versions-panel'))
    await failed.getByRole('button', { name: t.app.retry }).click()
    await page.getByText(t.documents.current).first().waitFor()
  })

  it('after a new version it offers to reload, and keeps the typed text', async () => {
    // Read before: the page gives the server ten seconds, which a busy machine may exceed.
    const html = await (await context.request.get(`${foja.origin}/`)).text()
    const body = html.replaceAll(/core-[\w-]+\.js/g, 'core-new.js')
    await page.goto(`${foja.origin}/solicitudes/nueva`)
    await page.getByLabel(t.wizard.caseTitle).fill('Lo que ya escribí')
    await page.route(code('app-commands'), (route) => route.fulfill({ status: 404 }))
    await page.route(`${foja.origin}/`, (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.keyboard.press('Control+k')
    const failed = page.getByRole('alertdialog', { name: t.app.partFailed })
    await failed.waitFor()
    expect(await failed.textContent()).toContain(t.app.absences.gone)
    expect(await failed.getByRole('button', { name: t.app.retry }).count()).toBe(0)
    await page.unrouteAll()
    await failed.getByRole('button', { name: t.app.reload }).click()
    await failed.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel(t.wizard.caseTitle).inputValue()).toBe('Lo que ya escribí')
  })

  it('optional parts load by themselves', async () => {
    // Never unrouted: a request that is on its way when the interception ends gets no answer.
    let isDown = true
    await page.route(code('live-updates'), (route) => (isDown ? route.abort() : route.continue()))
    const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/live-updates-'))
    const asked = page.waitForRequest('**/api/v1/live/')
    await page.goto(`${foja.origin}/solicitudes`)
    await missed
    isDown = false
    await asked
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
