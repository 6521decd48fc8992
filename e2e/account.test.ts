// The own account: a forgotten password, the second factor and the sessions.
import { startSmtpServer } from '@foja/testing/smtp'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { focusedOn, keyboardOn, tabTo } from './support/keyboard.ts'
import { look, watch } from './support/look.ts'
import { oneTimeCode } from './support/one-time-code.ts'
import { makeGroup, openAs, openStage } from './support/office.ts'
import { ownDocument } from './support/pdfs.ts'
import { admin, people, type Colleague } from './support/people.ts'
import { openCase, openDocument } from './support/person.ts'
import { screenOf } from './support/screen.ts'
import { english, said, texts as t } from './support/spanish.ts'
import { call, tryToEnter } from './support/wire.ts'

const newPassword = 'otra frase larga y nueva'

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  watch(page)
  return page
}
async function visit(options = desktop): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext(options)
  return { context, page: await openPage(context) }
}
async function sitDown(person: Colleague, options = desktop): Promise<{ context: BrowserContext; page: Page }> {
  const context = await openAs(browser, foja, person, options)
  return { context, page: await openPage(context) }
}
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .first()
    .click()
const see = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

/** Fills the form of /ingresar and submits it. */
async function sayPassword(page: Page, { email }: Colleague, password = admin.password): Promise<void> {
  await page.goto(`${foja.origin}/ingresar`)
  await page.getByLabel(t.session.email).fill(email)
  await page.getByLabel(t.session.password, { exact: true }).fill(password)
  await press(page, t.session.signInButton)
}
const atHome = (page: Page) => page.waitForURL(`${foja.origin}/`)

/** URLs in the messages to an address so far. */
const linksTo = (address: string) =>
  smtp.messages
    .filter(({ to }) => to.includes(address))
    .flatMap(({ mail }) => /https?:\/\/\S+\/elegir-clave#token=[\w-]+/.exec(mail.text ?? '') ?? [])

/** The latest URL, once there are more than `after`. */
async function linkTo(address: string, after = 0): Promise<string> {
  await expect.poll(() => linksTo(address).length, { interval: 200 }).toBeGreaterThan(after)
  return linksTo(address).at(-1)!
}

/** Sets up the second factor from the button to the codes; returns secret and codes, and leaves them on the screen. */
async function setUpTotp(page: Page, shots?: string): Promise<{ secret: string; codes: string[] }> {
  const dialog = page.getByRole('dialog')
  await press(page, t.security.activate)
  await dialog.getByLabel(t.security.currentPassword, { exact: true }).fill(admin.password)
  if (shots !== undefined) await look(page, `${shots}-clave`)
  await press(page, t.security.next)
  return await takePhone(page, shots)
}

/** Sets up the second factor from the QR picture, read like a phone would. */
async function takePhone(page: Page, shots?: string): Promise<{ secret: string; codes: string[] }> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: t.security.qrAlt }).waitFor()
  const secret = (await dialog.locator('.code').first().innerText()).replaceAll(' ', '')
  if (shots !== undefined) await look(page, `${shots}-qr`)
  await dialog.getByLabel(t.security.typeCode).fill(oneTimeCode(secret))
  await page.keyboard.press('Enter')
  const list = dialog.getByRole('list', { name: t.security.codesLabel })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allInnerTexts()
  if (shots !== undefined) await look(page, `${shots}-codigos`)
  return { secret, codes }
}

/** Moves to another phone, by password and code. Leaves the new codes on the screen. */
async function moveTotp(page: Page, code: string): Promise<{ secret: string; codes: string[] }> {
  const dialog = page.getByRole('dialog')
  await press(page, t.security.move)
  await dialog.getByLabel(t.security.currentPassword, { exact: true }).fill(admin.password)
  await dialog.getByLabel(t.security.proofCode).fill(code)
  await look(page, 'cuenta-otro-telefono')
  await page.keyboard.press('Enter')
  return await takePhone(page, 'cuenta-otro-telefono')
}

const smtp = await startSmtpServer()
afterAll(() => smtp.close())
const { foja, browser } = await openStage({
  environment: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Foja <foja@condorandino.ec>' },
})

describe('a forgotten password', () => {
  const { gestor } = people

  it('is requested for the typed email, with the same answer for every address', async () => {
    const { context, page } = await visit()
    const faults = watch(page)
    await page.goto(`${foja.origin}/ingresar`)
    await page.getByLabel(t.session.email).fill('nadie@condorandino.ec')
    await page.getByRole('link', { name: t.session.forgot }).click()
    await page.waitForURL('**/olvide')
    await look(page, 'cuenta-olvide')
    await expect.poll(() => page.getByLabel(t.account.email).inputValue()).toBe('nadie@condorandino.ec')
    await press(page, t.account.send)
    await see(page, t.account.sentText('nadie@condorandino.ec'))
    await press(page, t.account.otherEmail)
    await page.getByLabel(t.account.email).fill(gestor.email)
    await page.keyboard.press('Enter')
    await see(page, t.account.sentText(gestor.email))
    await look(page, 'cuenta-olvide-enviado')
    expect(faults()).toEqual([])
    await context.close()
  })

  it('is replaced through the link of the message, once, and signs in', async () => {
    const link = await linkTo(gestor.email)
    expect(smtp.messages.some(({ to }) => to.includes('nadie@condorandino.ec'))).toBe(false)
    const { context, page } = await visit()
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
    await page.goto(link)
    await heading(page, t.account.resetTitle)
    await see(page, gestor.email)
    await look(page, 'cuenta-elegir')
    const field = page.getByLabel(t.account.password, { exact: true })
    await field.fill('corta')
    await page.keyboard.press('Enter')
    await see(page, t.passwords.short)
    await field.fill(newPassword)
    await look(page, 'cuenta-elegir-escrita')
    await press(page, t.account.save)
    await page.waitForURL('**/ingresar?aviso=clave')
    await see(page, t.session.passwordSavedTitle)
    await look(page, 'cuenta-elegida')
    await expect.poll(() => page.getByLabel(t.session.email).inputValue()).toBe(gestor.email)
    // The secret never appears in a requested URL.
    const token = new URL(link).hash.replace('#token=', '')
    expect(asked.filter((one) => one.includes(token))).toEqual([])
    await page.getByLabel(t.session.password, { exact: true }).fill(newPassword)
    await page.keyboard.press('Enter')
    await atHome(page)

    const second = await visit()
    await second.page.goto(link)
    await heading(second.page, t.account.expiredTitle)
    await look(second.page, 'cuenta-enlace-vencido')
    await second.page.getByRole('link', { name: t.account.askAnother }).click()
    await second.page.waitForURL('**/olvide')
    expect(await tryToEnter(second.context, foja.origin, { email: gestor.email, password: admin.password })).toBe(401)
    await second.context.close()
    await context.close()
  })

  it('in a browser of another user, says so and ends that session', async () => {
    const other = await sitDown(people.otherMediador)
    await other.page.goto(`${foja.origin}/olvide`)
    await other.page.getByLabel(t.account.email).fill(gestor.email)
    const before = linksTo(gestor.email).length
    await press(other.page, t.account.send)
    const link = await linkTo(gestor.email, before)
    await other.page.goto('about:blank')
    await other.page.goto(link)
    await see(other.page, t.account.sessionOpen(people.otherMediador.name))
    await look(other.page, 'cuenta-elegir-otra-sesion')
    await other.page.getByLabel(t.account.password, { exact: true }).fill(`${newPassword} más`)
    await press(other.page, t.account.save)
    await see(other.page, t.session.passwordSavedTitle)
    await expect.poll(() => other.page.getByLabel(t.session.email).inputValue()).toBe(gestor.email)
    await other.context.close()
  })
})

describe('own account', () => {
  it('changes data and password in place, by keyboard alone', async () => {
    const { context, page } = await sitDown(people.usuario)
    const faults = watch(page)
    await page.goto(`${foja.origin}/perfil`)
    await page.getByText(t.security.onlyThis).waitFor()
    await look(page, 'cuenta-perfil')
    await tabTo(page, new RegExp(`^${t.profile.position}`))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Asistente legal')
    await page.keyboard.press('Enter')
    await see(page, t.profile.saved)
    await tabTo(page, t.security.changePassword)
    await page.keyboard.press('Enter')
    await keyboardOn(() => page).opened()
    await page.keyboard.type('no es esta, seguro')
    await tabTo(page, t.security.newPassword)
    await page.keyboard.type(newPassword)
    await look(page, 'cuenta-cambiar-clave')
    await page.keyboard.press('Enter')
    await see(page, t.security.currentPasswordWrong)
    await look(page, 'cuenta-cambiar-clave-mal')
    await page.getByLabel(t.security.currentPassword, { exact: true }).fill(admin.password)
    await page.keyboard.press('Enter')
    await see(page, t.security.passwordSaved(0))
    await page.reload()
    const position = page.getByLabel(new RegExp(`^${t.profile.position}`))
    await expect.poll(() => position.inputValue()).toBe('Asistente legal')
    // The server refuses the wrong password with 400.
    expect(faults().filter((fault) => !fault.includes('400'))).toEqual([])
    await context.close()
  })

  it('lists sessions of two browsers, and ends one from the other', async () => {
    const first = await sitDown(people.otherMediador)
    const second = await sitDown(people.otherMediador, phone)
    await second.page.goto(`${foja.origin}/perfil`)
    await see(second.page, t.security.sessionsText)
    await look(second.page, 'cuenta-perfil-movil')
    await first.page.goto(`${foja.origin}/perfil`)
    await see(first.page, t.security.sessionsText)
    await look(first.page, 'cuenta-sesiones')
    await press(first.page, t.security.endOthers)
    await first.page.getByRole('alertdialog').waitFor()
    await look(first.page, 'cuenta-cerrar-las-demas')
    await first.page.getByRole('alertdialog').getByRole('button', { name: t.security.endOthers }).click()
    await see(first.page, t.security.onlyThis)
    await second.page.goto(`${foja.origin}/solicitudes`)
    await second.page.waitForURL(/\/(ingresar|refresh)\?volver=%2Fsolicitudes/)
    await second.context.close()
    await first.context.close()
  })
})

describe('the second factor', () => {
  const { mediador } = people
  let secret = ''
  let codes: string[] = []

  it("is set up with a phone's code, and gives recovery codes", async () => {
    const { context, page } = await sitDown(mediador)
    await page.goto(`${foja.origin}/perfil`)
    const made = await setUpTotp(page, 'cuenta-totp')
    secret = made.secret
    codes = made.codes
    expect(codes).toHaveLength(10)
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, t.security.downloadCodes)])
    expect(download.suggestedFilename()).toBe(`${t.security.codesFile}.txt`)
    await press(page, t.security.codesSaved)
    await see(page, t.security.codesLeft(10))
    await look(page, 'cuenta-totp-activo')
    await context.close()
  })

  it('is required after the password; refuses a wrong code and accepts a right one', async () => {
    const { context, page } = await visit()
    await sayPassword(page, mediador)
    const field = page.getByLabel(t.secondStep.code)
    await field.waitFor()
    await look(page, 'cuenta-segundo-paso')
    await expect.poll(() => focusedOn(page)).toBe(t.secondStep.code)
    await page.keyboard.type('000 000')
    await page.keyboard.press('Enter')
    await see(page, t.secondStep.codeWrong)
    await look(page, 'cuenta-segundo-paso-mal')
    // The right code overwrites the wrong one.
    await expect
      .poll(() =>
        page.evaluate('(({ selectionEnd: end, selectionStart: start }) => end - start)(document.activeElement)'),
      )
      .toBeGreaterThan(0)
    // The code of the next time step: none is accepted twice.
    await page.keyboard.type(oneTimeCode(secret, 1))
    await page.keyboard.press('Enter')
    await atHome(page)

    // Page images use signed URLs, also in this session.
    const contract = ownDocument()
    const file = { name: contract.name, mimeType: 'application/pdf', buffer: contract.bytes }
    await makeGroup(context, foja.origin, 'Arriendo del local', [{ titulo: 'Arriendo', files: [file] }])
    await openCase(page, foja.origin, 'Arriendo del local')
    await openDocument(page, contract.name)
    const image = page.getByRole('img', { name: /Página 1 de/ })
    await expect
      .poll(() => image.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0)
    await context.close()
  })

  it('accepts a recovery code instead, once, also when a session expired', async () => {
    const once = codes.shift()!
    const { context, page } = await visit(phone)
    await sayPassword(page, mediador)
    await press(page, t.secondStep.useRecovery)
    await look(page, 'cuenta-recuperacion')
    await page.getByLabel(t.secondStep.recoveryCode).fill(once.toLowerCase())
    await press(page, t.session.signInButton)
    await atHome(page)

    await page.goto(`${foja.origin}/perfil`)
    await see(page, t.security.codesLeft(codes.length))
    await context.clearCookies()
    await page.goto(`${foja.origin}/refresh?volver=%2Fperfil`)
    await page.getByLabel(t.session.password, { exact: true }).fill(admin.password)
    await press(page, t.refresh.continueButton)
    await press(page, t.secondStep.useRecovery)
    await page.getByLabel(t.secondStep.recoveryCode).fill(once)
    await press(page, t.refresh.continueButton)
    await see(page, t.secondStep.recoveryWrong)
    await look(page, 'cuenta-refresh-recuperacion-mal')
    await page.getByLabel(t.secondStep.recoveryCode).fill(codes.shift()!)
    await press(page, t.refresh.continueButton)
    await page.waitForURL('**/perfil')
    await see(page, t.security.codesLeft(codes.length))
    await context.close()
  })

  it('gives new recovery codes and is removed, by password and code', async () => {
    const { context, page } = await visit()
    await sayPassword(page, mediador)
    await press(page, t.secondStep.useRecovery)
    await page.getByLabel(t.secondStep.recoveryCode).fill(codes.shift()!)
    await page.keyboard.press('Enter')
    await atHome(page)
    await page.goto(`${foja.origin}/perfil`)
    const dialog = page.getByRole('dialog')
    const prove = async (code: string) => {
      await dialog.getByLabel(t.security.currentPassword, { exact: true }).fill(admin.password)
      await dialog.getByLabel(t.security.proofCode).fill(code)
      await page.keyboard.press('Enter')
    }
    await press(page, t.security.renew)
    await prove(codes.shift()!)
    const list = dialog.getByRole('list', { name: t.security.codesLabel })
    await list.waitFor()
    const fresh = await list.getByRole('listitem').allInnerTexts()
    expect(fresh.filter((code) => codes.includes(code))).toEqual([])
    await press(page, t.security.codesSaved)
    await press(page, t.security.remove)
    await prove(codes[0]!)
    await see(page, said('totp_wrong').detail)
    await look(page, 'cuenta-quitar-mal')
    await prove(fresh[0]!)
    await see(page, t.security.totpOff)
    await context.close()
  })

  it('is explained and set up when a company requires it, and returns the user to their page', async () => {
    const boss = await sitDown(people.admin)
    const { id_company } = await call<{ id_company: string }>(boss.context, foja.origin, 'details_users/')
    await call(boss.context, foja.origin, `update_companies/${id_company}/`, { exige_totp: true }, 'PUT')
    const { context, page } = await visit(phone)
    await sayPassword(page, people.otherMediador)
    await page.waitForURL('**/perfil?seguridad=1')
    await page.goto(`${foja.origin}/agenda`)
    await page.waitForURL('**/perfil?seguridad=1&volver=%2Fagenda')
    await see(page, t.security.requiredTitle)
    await look(page, 'cuenta-exigido')
    const { codes } = await setUpTotp(page, 'cuenta-exigido')
    await press(page, t.security.codesSaved)
    await page.waitForURL('**/agenda')
    await page.goto(`${foja.origin}/perfil`)
    await see(page, t.security.totpKeptText)
    expect(await page.getByRole('button', { name: t.security.remove, exact: true }).count()).toBe(0)
    await look(page, 'cuenta-exigido-activo')
    await moveTotp(page, codes[0]!)
    await press(page, t.security.codesSaved)
    await see(page, t.security.codesLeft(10))
    await context.close()
    await boss.context.close()
  })
})

describe('account pages in English and dark mode', () => {
  it('contain no Spanish', async () => {
    const dark = { ...desktop, locale: 'en-GB', colorScheme: 'dark' } as const
    const { context, page } = await visit(dark)
    const origin = () => foja.origin
    const screen = screenOf({ page: () => page, origin, language: 'en', mode: 'dark', tag: 'cuenta-en' })
    await screen.at('/ingresar?error=OidcUnknown', english.session.oidcUnknownTitle)
    await screen.see('ingresar')
    await screen.at('/olvide', english.account.forgotText)
    await screen.see('olvide')
    await page.getByLabel(english.account.email).fill('unknown@condorandino.ec')
    await page.keyboard.press('Enter')
    await screen.at('/elegir-clave', english.account.incompleteTitle)
    await screen.see('enlace-cortado')
    await page.getByRole('link', { name: english.account.goToSignIn }).click()
    await page.getByLabel(english.session.email).fill(people.mediador.email)
    await page.getByLabel(english.session.password, { exact: true }).fill(admin.password)
    await press(page, english.session.signInButton)
    await see(page, english.security.requiredTitle)
    await screen.see('exigido')
    await context.close()
  })
})
