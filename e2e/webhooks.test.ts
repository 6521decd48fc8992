// Webhooks of a company: made, tested, looked at, their secret changed, paused and deleted.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { english as e, texts as t } from './support/spanish.ts'
import { whole } from './support/variants.ts'

const { foja, browser } = await openStage()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const see = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()
const choose = async (page: Page, item: string) => {
  await press(page, t.webhooks.actionsOf(url))
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
/** Nothing listens there. */
const url = 'https://127.0.0.1:1/foja'

async function secretOf(page: Page): Promise<string> {
  const shown = page.getByRole('status', { name: t.webhooks.secret })
  await shown.waitFor()
  return (await shown.innerText()).trim()
}

describe('a webhook', () => {
  it('is made, tested, changed and deleted in the company', async () => {
    const context = await openAs(browser, foja, people.gestor, desktop)
    const page = await context.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/programas`)
    const card = page.getByRole('region', { name: t.webhooks.title })
    await card.getByText(t.webhooks.empty).waitFor()
    await card.scrollIntoViewIfNeeded()
    await look(page, 'webhooks-vacio')
    await press(page, t.webhooks.create)
    await page.getByLabel(t.webhooks.url).fill(url)
    await page.getByLabel(t.webhooks.groups.documents, { exact: true }).check()
    await page.getByText(t.webhooks.chosen(5, 5)).click()
    await look(page, 'webhooks-nuevo')
    await press(page, t.webhooks.make)
    const secret = await secretOf(page)
    expect(secret).toMatch(/^whsec_[\w+/]{32}$/)
    await look(page, 'webhooks-secreto')
    await press(page, t.webhooks.done)
    await card.getByText(url).waitFor()
    await press(page, t.webhooks.tryOf(url))
    await see(page, t.webhooks.reasons.unreachable)
    await card.scrollIntoViewIfNeeded()
    await look(page, 'webhooks-lista')
    await press(page, t.webhooks.deliveriesOf(url))
    await page.getByRole('dialog').getByText(t.webhooks.statuses.failed).last().waitFor()
    await look(page, 'webhooks-envios')
    await page.keyboard.press('Escape')
    await choose(page, t.webhooks.rotate)
    await see(page, t.webhooks.rotateText)
    await page.getByRole('dialog').getByRole('button', { name: t.webhooks.rotate, exact: true }).click()
    expect(await secretOf(page)).not.toBe(secret)
    await press(page, t.webhooks.done)
    await choose(page, t.webhooks.pause)
    await see(page, t.webhooks.paused)
    await choose(page, t.webhooks.remove)
    await page.getByRole('alertdialog').getByRole('button', { name: t.webhooks.remove, exact: true }).click()
    await card.getByText(t.webhooks.empty).waitFor()
    expect(faults()).toEqual([])
    await context.close()
  })

  it.runIf(whole)('is read on a phone and in the dark in English', async () => {
    const context = await openAs(browser, foja, people.gestor, phone)
    const page = await context.newPage()
    await page.goto(`${foja.origin}/programas`)
    await page.getByRole('region', { name: t.webhooks.title }).getByText(t.webhooks.empty).waitFor()
    await press(page, t.webhooks.create)
    await page.getByLabel(t.webhooks.url).fill(url)
    await page.getByLabel(t.webhooks.groups.signatures, { exact: true }).check()
    await look(page, 'webhooks-movil-nuevo')
    await press(page, t.webhooks.make)
    await secretOf(page)
    await press(page, t.webhooks.done)
    await page.getByRole('region', { name: t.webhooks.title }).scrollIntoViewIfNeeded()
    await look(page, 'webhooks-movil-lista')
    await context.close()
    const wide = await openAs(browser, foja, people.admin, { ...desktop, colorScheme: 'dark', locale: 'en-US' })
    const company = await wide.newPage()
    await company.goto(`${foja.origin}/perfil`)
    await company.getByText('English', { exact: true }).click()
    await see(company, e.apiKeys.emptyOwn)
    await company.goto(`${foja.origin}/programas`)
    await see(company, url)
    await company.getByRole('region', { name: e.webhooks.title }).scrollIntoViewIfNeeded()
    await look(company, 'webhooks-oscuro')
    await wide.close()
  })
})
