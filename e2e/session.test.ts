// A user's work when the session, the server or the connection fails; and preferences.
import { makePdf } from '@foja/testing/pdfs'
import type { Page, Route } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { desktop } from './support/devices.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { admin, people } from './support/people.ts'
import { pdfFile, signIn } from './support/person.ts'
import { english, texts } from './support/spanish.ts'
import { listCases } from './support/wire.ts'

const sessionCookie = 'foja.session'

let page: Page
let visited: string[]

const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click()
const see = (text: string, on = page) => on.getByText(text).filter({ visible: true }).first().waitFor()
const quiet = () => page.waitForTimeout(2500)
const refreshes = () => visited.filter((url) => new URL(url).pathname === '/refresh').length

async function openPage(): Promise<Page> {
  const opened = await context.newPage()
  watch(opened)
  return opened
}

const { foja, browser } = await openStage()
const context = await openAs(browser, foja, people.admin)
beforeEach(async () => {
  page = await openPage()
  visited = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
})
afterEach(async () => page.close())

/** Fills the wizard up to its last step. */
async function fillWizard(title: string): Promise<void> {
  await page.goto(`${foja.origin}/solicitudes/nueva`)
  await page.getByLabel(texts.wizard.caseTitle).fill(title)
  await page.getByLabel(texts.wizard.notes).fill('Se escribió antes de que la sesión fallara')
  await press(texts.wizard.next)
  await page.locator('input[type=file]').setInputFiles(pdfFile('Contrato.pdf', makePdf()))
  await see('Contrato.pdf')
  await press(texts.wizard.next)
  await press(texts.wizard.addPerson)
  await page.getByLabel(texts.wizard.name, { exact: true }).fill('Íñigo Núñez')
  await page.getByLabel(texts.wizard.role, { exact: true }).fill('Arrendatario')
  await press(texts.wizard.next)
}

/**
 * Calls `answer` for the first request to `url` and continues the others. Not `times: 1`: a page whose last route ends
 * while other requests start leaves those without an answer.
 */
async function routeOnce(url: string, answer: (route: Route) => Promise<void>): Promise<void> {
  let answered = false
  await page.route(url, (route) => {
    if (answered) return route.continue()
    answered = true
    return answer(route)
  })
}

/** Makes the next upload use an invalid token. */
const endToken = () =>
  routeOnce('**/list_solicitud_main_type/', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer caducado' } }),
  )

/** At the last step with all input kept; sends it, and it was created once. */
async function finishWizard(title: string): Promise<void> {
  await page.waitForURL('**/solicitudes/nueva?paso=4')
  await page.locator('dd').filter({ hasText: 'Se escribió antes de que la sesión fallara' }).first().waitFor()
  await see('Contrato.pdf')
  await press(texts.wizard.submit)
  await page.waitForURL(/\/solicitudes\/[A-Z0-9-]{19}/)
  await see('Íñigo Núñez')
  await page.getByRole('link', { name: 'Contrato.pdf' }).first().waitFor()
  const found = (await listCases(context, foja.origin)).filter(({ titulo }) => titulo === title)
  expect(found).toHaveLength(1)
}

describe('in the middle of the wizard', () => {
  it('an expired token is renewed, and the user is back at the same step', async () => {
    await fillWizard('La llave caducó')
    await endToken()
    await press(texts.wizard.submit)
    // It may finish before the URL is checked.
    await expect.poll(refreshes).toBe(1)
    await finishWizard('La llave caducó')
    expect(refreshes()).toBe(1)
  })

  it('an expired session asks for the password in place', async () => {
    await fillWizard('La sesión terminó')
    await context.clearCookies({ name: sessionCookie })
    await endToken()
    await press(texts.wizard.submit)
    await see(texts.refresh.expiredTitle)
    await see(texts.refresh.returnTo(texts.refresh.places['/solicitudes/nueva']))
    await see(admin.email)
    await look(page, 'sesion-terminada')
    await press(texts.refresh.continueButton)
    await see(texts.session.passwordMissing)
    await page.getByLabel(texts.session.password, { exact: true }).fill('no es esta')
    await press(texts.refresh.continueButton)
    await see(texts.session.wrongTitle)
    await page.getByLabel(texts.session.password, { exact: true }).fill(admin.password)
    await press(texts.refresh.continueButton)
    await finishWizard('La sesión terminó')
  })

  it('a reload keeps typed text and files', async () => {
    await fillWizard('Se recargó la página')
    await page.reload()
    await finishWizard('Se recargó la página')
  })
})

describe('a server that fails', () => {
  const failing = (route: Route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { code: 'internal', request_id: 'K7' },
    })

  it('once: returns the user to the page', async () => {
    await routeOnce('**/api/v1/metrics/', failing)
    await page.goto(`${foja.origin}/`)
    await expect.poll(refreshes).toBe(1)
    await page.waitForURL(`${foja.origin}/`)
    await see(texts.home.activity)
    await quiet()
    expect(refreshes()).toBe(1)
  })

  it('repeatedly: says so with the support code, does not loop, and keeps the session', async () => {
    await page.route('**/api/v1/metrics/', failing)
    await page.goto(`${foja.origin}/`)
    await see(texts.refresh.brokenTitle)
    await see('K7')
    const before = visited.length
    await quiet()
    expect(visited.length).toBe(before)
    expect(refreshes()).toBeLessThanOrEqual(2)
    await look(page, 'sesion-servidor-falla')
    expect((await context.cookies()).some(({ name }) => name === sessionCookie)).toBe(true)
    await page.unroute('**/api/v1/metrics/')
    await press(texts.refresh.retry)
    await page.waitForURL(`${foja.origin}/`)
    await see(texts.home.activity)
  })

  it('as unreachable: explains, waits for the user, and continues', async () => {
    let asked = 0
    const away = (route: Route) => {
      asked += 1
      return route.abort('connectionrefused')
    }
    await page.route('**/api/**', away)
    await page.goto(`${foja.origin}/solicitudes`)
    await see(texts.app.downTitle)
    await look(page, 'sesion-sin-servidor')
    await quiet()
    expect(asked).toBeLessThanOrEqual(4)
    expect(refreshes()).toBe(0)
    expect(visited.length).toBeLessThanOrEqual(2)
    const before = asked
    await press(texts.app.retry)
    await expect.poll(() => asked).toBeGreaterThan(before)
    await untilQuiet(page)
    await see(texts.app.downTitle)
    await page.unroute('**/api/**', away)
    await press(texts.app.retry)
    await page.getByRole('heading', { name: texts.solicitudes.title, exact: true }).waitFor()
  })

  it('as unreachable during /refresh: the session stays open', async () => {
    await page.route('**/api/auth/session', (route) => route.abort('connectionrefused'))
    await page.goto(`${foja.origin}/refresh?volver=%2Fsolicitudes`)
    await see(texts.refresh.downTitle)
    await look(page, 'sesion-refresh-sin-servidor')
    await page.unroute('**/api/auth/session')
    await press(texts.refresh.retry)
    await page.waitForURL(`${foja.origin}/solicitudes`)
  })
})

describe('several tabs', () => {
  it('renew at the same time and stay signed in; signing out ends them all and clears typed text', async () => {
    const tabs = await Promise.all(Array.from({ length: 5 }, openPage))
    await Promise.all(tabs.map((tab) => tab.goto(`${foja.origin}/`)))
    // Like update() of the session's client: exchanges the refresh token at any age.
    const exchange = `fetch('/api/auth/csrf').then((r) => r.json()).then(({ csrfToken }) =>
      fetch('/api/auth/session', { method: 'POST', body: new URLSearchParams({ csrfToken }) })).then((r) => r.json())
      .then(({ user }) => user?.email)`
    const emails = await Promise.all(tabs.map((tab) => tab.evaluate(exchange)))
    expect(emails).toEqual(tabs.map(() => admin.email))
    await Promise.all(tabs.map((tab) => tab.reload()))
    for (const tab of tabs) await see(texts.home.activity, tab)

    const [first, ...rest] = tabs as [Page, ...Page[]]
    await first.goto(`${foja.origin}/solicitudes/nueva`)
    await first.getByLabel(texts.wizard.caseTitle).fill('Un secreto a medias')
    await first.goto(`${foja.origin}/perfil`)
    await press(texts.profile.signOut, first)
    await first.waitForURL('**/ingresar')
    for (const tab of rest) await tab.waitForURL(/\/ingresar/)
    expect(await first.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('Un secreto a medias')
    expect((await context.cookies()).some(({ name, value }) => name === sessionCookie && value !== '')).toBe(false)
    await first.goBack()
    // In the same page: no page load to wait for.
    await expect.poll(() => first.url()).toMatch(/\/ingresar/)
    await signIn(first, foja.origin)
    await see(texts.home.activity, first)
    await Promise.all(tabs.map((tab) => tab.close()))
  })
})

describe('user preferences', () => {
  /** Every colour mode since page load, including at first paint. */
  const record = `
    window.modes = []
    new MutationObserver(() => window.modes.push(document.documentElement?.dataset.mode))
      .observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-mode'] })
    new PerformanceObserver(() => { window.painted ??= document.documentElement.dataset.mode })
      .observe({ type: 'paint', buffered: true })`
  const mode = (on: Page) => on.evaluate('document.documentElement.dataset.mode')

  it('keep the colour mode over a reload without a flash, and follow the system live', async () => {
    const fresh = await browser.newContext(desktop)
    const visit = await fresh.newPage()
    watch(visit)
    await visit.addInitScript(record)
    await visit.goto(`${foja.origin}/ingresar`)
    await expect.poll(() => mode(visit)).toBe('light')
    await visit.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => mode(visit)).toBe('dark')
    await visit.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => mode(visit)).toBe('light')
    const { system, light, dark } = texts.shell.colorModes
    await press(`${texts.shell.colorMode}: ${system}`, visit)
    await press(`${texts.shell.colorMode}: ${light}`, visit)
    await visit.getByRole('button', { name: `${texts.shell.colorMode}: ${dark}` }).waitFor()
    await visit.reload()
    await visit.getByRole('button', { name: texts.session.signInButton }).waitFor()
    await expect.poll(() => visit.evaluate('window.painted')).toBe('dark')
    const modes: (string | null)[] = await visit.evaluate('[...new Set(window.modes)]')
    expect(modes.filter(Boolean)).toEqual(['dark'])
    await look(visit, 'preferencia-oscura')
    await fresh.close()
  })

  it('keep the language over a reload', async () => {
    const fresh = await browser.newContext(desktop)
    const visit = await fresh.newPage()
    await visit.goto(`${foja.origin}/ingresar`)
    expect(await visit.getAttribute('html', 'lang')).toBe('es')
    await press('English', visit)
    await visit.getByRole('button', { name: english.session.signInButton, exact: true }).waitFor()
    await visit.reload()
    await expect.poll(() => visit.getAttribute('html', 'lang')).toBe('en')
    await visit.getByLabel(english.session.email).fill(admin.email)
    await visit.getByLabel(english.session.password, { exact: true }).fill(admin.password)
    await press(english.session.signInButton, visit)
    await see(english.home.activity, visit)
    await fresh.close()
  })
})
