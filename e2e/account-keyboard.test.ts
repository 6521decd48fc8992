// The own account by keyboard alone, from the second factor to a forgotten password; and the printed recovery codes.
import { startSmtpServer } from '@foja/testing/smtp'
import { afterAll, describe, expect, it } from 'vitest'
import { desktop } from './support/devices.ts'
import { keyboardOn, takeFromMenu } from './support/keyboard.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { oneTimeCode } from './support/one-time-code.ts'
import { admin, people } from './support/people.ts'
import { texts as t } from './support/spanish.ts'
import { call } from './support/wire.ts'

const me = people.usuario
let password = admin.password
const nextPassword = 'otra frase larga y nueva'
const lastPassword = 'paseo largo junto al río'

let secret = ''
let codes: string[] = []
const printed: string[] = []

const { key, focused, to, press, type, see, notLost, dialog, inDialog, opened, backOn } = keyboardOn(() => page)

const smtp = await startSmtpServer()
afterAll(() => smtp.close())
const environment = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Foja <foja@condorandino.ec>' }
const { foja, browser } = await openStage({ environment })
await openAs(browser, foja, me, { ...desktop, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
const context = await openAs(browser, foja, me, { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] })
await context.exposeFunction('keepPrinted', (html: string) => printed.push(html))
await context.addInitScript('window.print = () => top.keepPrinted(document.documentElement.outerHTML)')
const page = await context.newPage()
const faults = watch(page)

describe('own account by keyboard alone', () => {
  it('changes details and password, and focus stays or returns', async () => {
    await page.goto(`${foja.origin}/perfil`)
    await see(t.security.sessionsText)
    await untilQuiet(page)
    await to(new RegExp(`^${t.profile.position}`))
    await key('Control+A')
    await type('Asistente legal')
    await press(t.profile.save)
    await see(t.profile.saved)
    await notLost()
    await press(t.security.changePassword)
    await opened()
    await type(password)
    await to(t.security.newPassword)
    await type(nextPassword)
    await key('Enter')
    await dialog().waitFor({ state: 'detached' })
    password = nextPassword
    await backOn(t.security.changePassword)
  })

  it("sets up the second factor with a phone's code, and keeps the recovery codes", async () => {
    await press(t.security.activate)
    await opened()
    await type(nextPassword)
    await key('Enter')
    await dialog().getByRole('img', { name: t.security.qrAlt }).waitFor()
    await expect.poll(focused).toBe(t.security.typeCode)
    secret = (await dialog().locator('.code').first().innerText()).replaceAll(' ', '')
    await type(oneTimeCode(secret))
    await key('Enter')
    const list = dialog().getByRole('list', { name: t.security.codesLabel })
    await list.waitFor()
    codes = await list.getByRole('listitem').allInnerTexts()
    expect(codes).toHaveLength(10)
    await expect.poll(inDialog).toBe(true)
    // They are shown only once: Escape does not dismiss them.
    await key('Escape')
    expect(await list.count()).toBe(1)
    await press(t.security.copyCodes)
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))
    const before = printed.length
    await press(t.security.printCodes)
    await expect.poll(() => printed.length).toBe(before + 1)
    await look(page, 'teclado-codigos')
    await press(t.security.codesSaved)
    await dialog().waitFor({ state: 'detached' })
    await see(t.security.codesLeft(10))
    await notLost()
  })

  it('prints only the codes, on one sheet', async () => {
    const sheet = await browser.newPage()
    await sheet.setContent(printed.at(-1)!)
    await sheet.emulateMedia({ media: 'print' })
    const lines = (await sheet.locator('body').innerText()).split('\n').filter((line) => line.trim() !== '')
    expect(lines.slice(0, -1)).toEqual([t.security.codesFile, ...codes])
    expect(lines.at(-1)).toContain(me.email)
    const pdf = await sheet.pdf({ format: 'A4' })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await sheet.close()
  })

  it('has no other session afterwards', async () => {
    await page.goto(`${foja.origin}/perfil`)
    await see(t.security.onlyThis)
  })

  it('ends a session in another browser', async () => {
    // A previous attempt may have left one.
    await call(context, foja.origin, 'end_other_sessions/', {})
    const elsewhere = await browser.newContext(desktop)
    const other = await elsewhere.newPage()
    await other.goto(`${foja.origin}/ingresar`)
    await other.getByLabel(t.session.email).fill(me.email)
    await other.getByLabel(t.session.password, { exact: true }).fill(nextPassword)
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: t.secondStep.useRecovery }).click()
    await other.getByLabel(t.secondStep.recoveryCode).fill(codes.pop()!)
    await other.keyboard.press('Enter')
    await other.waitForURL(`${foja.origin}/`)
    await page.goto(`${foja.origin}/perfil`)
    await see(t.security.sessionsText)
    await untilQuiet(page)
    await press(new RegExp(`^${t.security.endSessionOf('')}`))
    await see(t.security.sessionEnded)
    await see(t.security.onlyThis)
    await notLost()
    await elsewhere.close()
  })

  it('signs out, requests a new password, chooses it and signs in with a code', async () => {
    await press(new RegExp(`^.{2}${me.name}`))
    await takeFromMenu(page, t.shell.signOut)
    await page.waitForURL('**/ingresar')
    await see(t.session.signInText)
    await press(t.session.forgot)
    await page.waitForURL('**/olvide')
    // The previous page has a field with the same name.
    await see(t.account.forgotText)
    await to(t.account.email)
    await key('Control+A')
    await type(me.email)
    await key('Enter')
    await see(t.account.sentText(me.email))
    await notLost()
    const find = () => {
      const mail = smtp.messages.findLast(({ to: whom }) => whom.includes(me.email))?.mail.text ?? ''
      return /https?:\/\/\S+\/elegir-clave#token=[\w-]+/.exec(mail)?.[0]
    }
    await expect.poll(find, { interval: 200 }).toBeDefined()
    await page.goto(find()!)
    await see(t.account.resetTitle)
    await to(t.account.password)
    await type('corta')
    await key('Enter')
    await see(t.passwords.short)
    await expect.poll(focused).toBe(t.account.password)
    await key('Control+A')
    await type(lastPassword)
    await press(t.account.save)
    await page.waitForURL('**/ingresar?aviso=clave')
    await to(t.session.password)
    await type(lastPassword)
    await key('Enter')
    await page.getByLabel(t.secondStep.code).waitFor()
    await expect.poll(focused).toBe(t.secondStep.code)
    // The code of the next time step: none is accepted twice.
    await type(oneTimeCode(secret, 1))
    await key('Enter')
    await page.waitForURL(`${foja.origin}/`)
    // The server's answer when a password needs a code.
    expect(faults().filter((fault) => !fault.includes('status of 401'))).toEqual([])
  })
})
