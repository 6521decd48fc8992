// Passkeys with Chromium's virtual authenticator: as second step, alone, removed, and required by a company.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { admin, people, type Colleague } from './support/people.ts'
import { texts as t } from './support/spanish.ts'

/** Browsers have no passkeys for IP addresses. */

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const see = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
const atHome = (page: Page) => page.waitForURL(`${origin}/`)

/** A page whose browser has an authenticator that verifies its user without asking. */
async function visit(options: BrowserContextOptions = desktop) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  watch(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { context, page }
}

async function sayPassword(page: Page, { email }: Colleague): Promise<void> {
  await page.goto(`${origin}/ingresar`)
  await page.getByLabel(t.session.email).fill(email)
  await page.getByLabel(t.session.password, { exact: true }).fill(admin.password)
  await press(page, t.session.signInButton)
}

/** Adds a passkey with the password; leaves the recovery codes on the screen. */
async function addPasskey(page: Page, name: string, shots: string): Promise<string[]> {
  const dialog = page.getByRole('dialog')
  await press(page, t.security.addPasskey)
  await dialog.getByLabel(t.security.currentPassword, { exact: true }).fill(admin.password)
  await look(page, `${shots}-clave`)
  await page.keyboard.press('Enter')
  const field = dialog.getByLabel(t.security.passkeyName)
  await expect.poll(() => field.inputValue()).toMatch(/Chrome/)
  await field.fill(name)
  await look(page, `${shots}-nombre`)
  await press(page, t.security.createPasskey)
  const list = dialog.getByRole('list', { name: t.security.codesLabel })
  await list.waitFor()
  return await list.getByRole('listitem').allInnerTexts()
}

const { foja, browser } = await openStage()
const origin = foja.origin.replace('127.0.0.1', 'localhost')

describe('a passkey', () => {
  it('is added, signs in after the password and alone, and is removed', async () => {
    const { context, page } = await visit()
    await sayPassword(page, people.gestor)
    await atHome(page)
    await page.goto(`${origin}/perfil`)
    const codes = await addPasskey(page, 'Mi portátil', 'llave')
    expect(codes).toHaveLength(10)
    await press(page, t.security.codesSaved)
    await see(page, 'Mi portátil')
    await look(page, 'llave-guardada')

    await context.clearCookies()
    await sayPassword(page, people.gestor)
    await see(page, t.secondStep.passkeyTitle)
    await look(page, 'llave-segundo-paso')
    await press(page, t.secondStep.usePasskey)
    await atHome(page)

    await context.clearCookies()
    await page.goto(`${origin}/ingresar`)
    await page.getByRole('button', { name: t.session.withoutPassword }).waitFor()
    await look(page, 'llave-ingresar')
    await press(page, t.session.withoutPassword)
    await atHome(page)
    await page.goto(`${origin}/perfil`)
    await see(page, t.security.sessionByPasskey)

    await press(page, t.security.renamePasskeyOf('Mi portátil'))
    await page.getByRole('dialog').getByLabel(t.security.passkeyName).fill('Portátil de la oficina')
    await page.keyboard.press('Enter')
    await see(page, 'Portátil de la oficina')
    await press(page, t.security.removePasskeyOf('Portátil de la oficina'))
    await page.getByRole('button', { name: t.security.proveByPasskey }).waitFor()
    await look(page, 'llave-quitar')
    await press(page, t.security.proveByPasskey)
    await see(page, t.security.passkeyRemoved)
    await page.getByText('Portátil de la oficina').first().waitFor({ state: 'hidden' })

    // The browser still has it; the server no longer knows it.
    await context.clearCookies()
    await page.goto(`${origin}/ingresar`)
    await press(page, t.session.withoutPassword)
    await see(page, t.session.passkeyWrongTitle)
    await look(page, 'llave-rechazada')
    await context.close()
  })

  it('gives way to a recovery code in a browser without it', async () => {
    const first = await visit()
    await sayPassword(first.page, people.mediador)
    await atHome(first.page)
    await first.page.goto(`${origin}/perfil`)
    const codes = await addPasskey(first.page, 'Llave', 'llave-otra')
    await press(first.page, t.security.codesSaved)
    await first.context.close()
    const { context, page } = await visit(phone)
    await sayPassword(page, people.mediador)
    await press(page, t.secondStep.useCode)
    await page.getByLabel(t.secondStep.recoveryCode).fill(codes[0]!)
    await look(page, 'llave-sin-ella')
    await page.keyboard.press('Enter')
    await atHome(page)
    await context.close()
  })
})

describe('a company that requires a passkey', () => {
  it('chooses it in its settings, and its users add one before anything else', async () => {
    const boss = await openAs(browser, foja, people.admin)
    const settings = await boss.newPage()
    watch(settings)
    await settings.goto(`${foja.origin}/empresas`)
    await settings.getByRole('link', { name: admin.company }).click()
    await settings.getByRole('switch', { name: t.companies.requirePasskey }).click()
    await settings.getByRole('dialog').getByRole('heading', { name: t.companyForms.passkey.title }).waitFor()
    await look(settings, 'llave-exigir')
    await press(settings, t.companyForms.passkey.submit)
    await see(settings, t.companies.requirePasskeySaved)
    await boss.close()

    const { context, page } = await visit(phone)
    await sayPassword(page, people.otherMediador)
    await page.waitForURL('**/perfil?seguridad=1')
    await page.goto(`${origin}/agenda`)
    await page.waitForURL('**/perfil?seguridad=1&volver=%2Fagenda')
    await see(page, t.security.passkeyRequiredTitle)
    await look(page, 'llave-exigida')
    await addPasskey(page, 'Mi teléfono', 'llave-exigida')
    await press(page, t.security.codesSaved)
    await page.waitForURL('**/agenda')
    await page.goto(`${origin}/perfil`)
    await see(page, t.security.passkeyKeptText)
    expect(await page.getByRole('button', { name: t.security.removePasskeyOf('Mi teléfono') }).count()).toBe(0)
    await look(page, 'llave-exigida-puesta')
    await context.close()
  })
})
