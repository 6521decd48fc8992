// API keys: made in the profile and for a service account of the company, shown once, used, revoked.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { admin, people } from './support/people.ts'
import { english as e, texts as t } from './support/spanish.ts'
import { whole } from './support/variants.ts'

const { foja, browser } = await openStage()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const see = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
const dialogOf = (page: Page) => page.getByRole('dialog')

const list = async (key: string) =>
  await fetch(new URL('/api/v1/get_list_solicitud_main_type2/', foja.origin), {
    headers: { authorization: `Bearer ${key}` },
  })

/** Fills the form, proves the user and returns the key that is shown. */
async function makeKey(page: Page, name: string, shots: string): Promise<string> {
  await press(page, t.apiKeys.create)
  const dialog = dialogOf(page)
  await dialog.getByLabel(t.apiKeys.name, { exact: true }).waitFor()
  await press(page, t.apiKeys.next)
  await see(page, t.apiKeys.nameMissing)
  await see(page, t.apiKeys.scopesMissing)
  await dialog.getByLabel(t.apiKeys.name, { exact: true }).fill(name)
  await dialog.getByLabel(`${t.apiKeys.canRead}: ${t.apiKeys.groups.cases}`).check()
  await dialog.getByLabel(`${t.apiKeys.canWrite}: ${t.apiKeys.groups.documents}`).check()
  await dialog.getByLabel(t.apiKeys.networks).fill('127.0.0.1, 10.0.0.0/40')
  await look(page, `${shots}-nueva`)
  const prove = async () => {
    await press(page, t.apiKeys.next)
    await dialog.getByLabel(t.security.currentPassword, { exact: true }).fill(admin.password)
    await look(page, `${shots}-confirmar`)
    await page.keyboard.press('Enter')
  }
  await prove()
  // The network is wrong: the form is shown again with what was typed.
  await see(page, /10\.0\.0\.0\/40/)
  await dialog.getByLabel(t.apiKeys.networks).fill('127.0.0.1')
  await prove()
  const shown = dialog.getByRole('status', { name: t.apiKeys.key })
  await shown.waitFor()
  await look(page, `${shots}-mostrada`)
  const key = (await shown.innerText()).trim()
  expect(key).toMatch(/^foja_\w{46}$/)
  await press(page, t.apiKeys.done)
  return key
}

describe('an API key', () => {
  it('of a person is made in the profile, works, and fails once it is revoked', async () => {
    const context = await openAs(browser, foja, people.usuario, desktop)
    const page = await context.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/perfil`)
    await see(page, t.apiKeys.emptyOwn)
    const key = await makeKey(page, 'Mi línea de comandos', 'clave-propia')
    await see(page, 'Mi línea de comandos')
    await see(page, t.apiKeys.unused)
    expect(await page.content()).not.toContain(key.slice(12))
    expect((await list(key)).status).toBe(200)
    await page.reload()
    await see(page, new RegExp(t.apiKeys.used('')))
    const card = page.getByRole('region', { name: t.apiKeys.title })
    await card.scrollIntoViewIfNeeded()
    await look(page, 'clave-propia-lista')
    await press(page, t.apiKeys.revokeOf('Mi línea de comandos'))
    await see(page, t.apiKeys.revokeText)
    await look(page, 'clave-propia-revocar')
    await page.getByRole('alertdialog').getByRole('button', { name: t.apiKeys.revoke, exact: true }).click()
    await see(page, t.apiKeys.states.revocada)
    expect((await list(key)).status).toBe(401)
    expect(faults()).toEqual(['Failed to load resource: the server responded with a status of 400 (Bad Request)'])
    await context.close()
  })

  it.runIf(whole)('of a service account is made in the company, on a phone in the dark', async () => {
    const context = await openAs(browser, foja, people.gestor, phone)
    const page = await context.newPage()
    await page.goto(`${foja.origin}/programas`)
    await see(page, t.apiKeys.emptyCompany)
    const key = await makeKey(page, 'Sistema contable', 'clave-servicio-movil')
    expect((await list(key)).status).toBe(200)
    await page.getByRole('region', { name: t.apiKeys.title }).scrollIntoViewIfNeeded()
    await look(page, 'clave-servicio-movil-lista')
    await context.close()
    const wide = await openAs(browser, foja, people.admin, { ...desktop, colorScheme: 'dark', locale: 'en-US' })
    const company = await wide.newPage()
    await company.goto(`${foja.origin}/perfil`)
    await company.getByText('English', { exact: true }).click()
    await see(company, e.apiKeys.emptyOwn)
    await company.goto(`${foja.origin}/programas`)
    await see(company, 'Sistema contable')
    await company.getByRole('region', { name: e.apiKeys.title }).scrollIntoViewIfNeeded()
    await look(company, 'clave-servicio-oscuro')
    await wide.close()
  })
})
