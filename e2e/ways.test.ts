// Navigation: every detail page leads to its list, the setup pages lead to each other, and the company's logo is beside
// its name.
import { makePdf } from '@foja/testing/pdfs'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { admin, people } from './support/people.ts'
import { texts as t } from './support/spanish.ts'
import { call, makeCase } from './support/wire.ts'

const { foja, browser } = await openStage({ sample: true })
const boss = await openAs(browser, foja, people.admin)
const company = (await call<{ id_company: string }>(boss, foja.origin, 'details_users/')).id_company
const made = await makeCase(boss, foja.origin, 'Servidumbre de paso', 'Plano.pdf', makePdf())
const template = (await call<{ id: string }[]>(boss, foja.origin, 'list_template/'))[0]!.id
await boss.close()

/** A page of the given user, with its recorded errors. */
async function open(who: (typeof people)[keyof typeof people], device = phone) {
  const context = await openAs(browser, foja, who, device)
  const page = await context.newPage()
  return { context, page, faults: watch(page) }
}
const bar = (page: Page) => page.locator('header').first()
const end = async ({ context, faults }: { context: BrowserContext; faults: () => string[] }) => {
  expect(faults()).toEqual([])
  await context.close()
}

describe('navigation on a phone', () => {
  it.each([
    ['a company', () => `/empresas?empresa=${company}`, admin.company, '/empresas', t.companies.title],
    ['a case', () => `/solicitudes/${made.id_solicitud}`, 'Servidumbre de paso', '/solicitudes', t.solicitudes.title],
    ['the settings', () => '/firma/ajustes', t.mySignature.settings, '/firma', t.mySignature.pageTitle],
    ['the wizard', () => '/solicitudes/nueva', t.wizard.title, '/solicitudes', t.solicitudes.title],
  ])('%s names its place and leads back by its bar', async (name, from, title, to, label) => {
    const desk = await open(people.admin)
    const { page } = desk
    await page.goto(`${foja.origin}${from()}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const box = (await page.getByRole('heading', { level: 1, name: title }).boundingBox())!
    expect(box.width, 'its title is in sight').toBeGreaterThan(50)
    await look(page, `camino-${name.replaceAll(' ', '-')}`)
    await bar(page)
      .getByRole('link', { name: `${t.shell.backTo} ${label}` })
      .click()
    await page.waitForURL(`${foja.origin}${to}`)
    await end(desk)
  })

  it.each([
    [
      'a document',
      () => `/documentos/${made.document.id_documento}`,
      t.documents.back,
      /\/solicitudes\/[A-Z0-9-]{19}$/,
    ],
    ['a template', () => `/plantillas/${template}`, t.templateEditor.back, /\/plantillas$/],
    ['a template in use', () => `/plantillas/${template}/usar`, t.templateFill.back, /\/plantillas$/],
  ])('%s leads back by its arrow', async (_, from, label, to) => {
    const desk = await open(people.admin)
    await desk.page.goto(`${foja.origin}${from()}`)
    // A document leads to its case once it is known.
    await desk.page.getByRole('heading', { level: 1 }).first().waitFor()
    await bar(desk.page).getByRole('button', { name: label, exact: true }).click()
    await desk.page.waitForURL(to)
    await end(desk)
  })
})

describe('setup pages', () => {
  it.each([
    ['an administrator', people.admin, desktop, (): string => `/empresas?empresa=${company}`],
    ['a gestor with a phone', people.gestor, phone, (): string => '/empresas'],
  ])('%s leads from one page to the others and back', async (name, who, device, own) => {
    const desk = await open(who, device)
    const { page } = desk
    const heading = (title: string): Promise<void> =>
      page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    const go = (label: string): Promise<void> =>
      page.getByRole('main').getByRole('link', { name: label, exact: true }).click()
    await page.goto(`${foja.origin}${own()}`)
    await go(t.companies.signingLink)
    await heading(t.mySignature.settings)
    await look(page, `ajustes-${name.replaceAll(' ', '-')}`)
    await go(t.app.nav.trust)
    await heading(t.trust.title)
    await look(page, `autoridades-${name.replaceAll(' ', '-')}`)
    await go(t.trust.signing)
    await heading(t.mySignature.settings)
    await go(t.app.nav.myCompany)
    await heading(admin.company)
    expect(page.url()).toBe(`${foja.origin}${own()}`)
    await go(t.companies.trustLink)
    await heading(t.trust.title)
    await go(t.app.nav.myCompany)
    await heading(admin.company)
    await go(t.companies.peopleLink)
    await heading(t.users.title)
    expect(new URL(page.url()).searchParams.get('id_company')).toBe(company)
    await end(desk)
  })

  it('are not linked for other roles', async () => {
    const desk = await open(people.mediador, desktop)
    for (const path of ['/autoridades', '/firma/ajustes']) {
      // oxlint-disable no-await-in-loop -- one page after the other
      await desk.page.goto(`${foja.origin}${path}`)
      await desk.page.getByRole('heading', { level: 1 }).waitFor()
      expect(await desk.page.getByRole('link', { name: t.app.nav.myCompany }).count()).toBe(0)
      // oxlint-enable no-await-in-loop
    }
    await end(desk)
  })
})

describe("the company's logo", () => {
  const widthOf = (page: Page, place: string) =>
    page.evaluate(`document.querySelector('${place} img')?.naturalWidth ?? 0`) as Promise<number>

  it('is beside its name on every page, initials without a logo', async () => {
    const desk = await open(people.usuario, desktop)
    await desk.page.goto(`${foja.origin}/`)
    await expect.poll(() => widthOf(desk.page, 'aside')).toBeGreaterThan(0)
    await look(desk.page, 'logotipo')
    const boss = await open(people.admin, desktop)
    const { page } = boss
    await page.goto(`${foja.origin}/empresas?empresa=${company}`)
    await expect.poll(() => widthOf(page, 'aside')).toBeGreaterThan(0)
    await page.getByRole('button', { name: t.companies.logoRemove, exact: true }).click()
    await expect.poll(() => page.locator('aside img').count()).toBe(0)
    await page.locator('aside').getByText('CM', { exact: true }).waitFor()
    await page.getByRole('button', { name: t.ui.undo }).click()
    await expect.poll(() => widthOf(page, 'aside')).toBeGreaterThan(0)
    await end(desk)
    await end(boss)
  })

  it('is under «Más» on a phone', async () => {
    const desk = await open(people.usuario)
    await desk.page.goto(`${foja.origin}/`)
    await desk.page.getByRole('button', { name: t.shell.more }).click()
    await desk.page.getByRole('menu').getByText(admin.company).waitFor()
    await expect.poll(() => widthOf(desk.page, '[role=menu]')).toBeGreaterThan(0)
    await look(desk.page, 'logotipo-movil', '[role=menu]')
    await end(desk)
  })
})
