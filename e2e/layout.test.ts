// No content appears twice on a screen, and no control is covered.
import { makePdf } from '@foja/testing/pdfs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { admin, people } from './support/people.ts'
import { texts as t } from './support/spanish.ts'
import { whole } from './support/variants.ts'
import { call, makeCase } from './support/wire.ts'

const places = [
  ['/solicitudes', t.solicitudes.title],
  ['/agenda', t.agenda.title],
  ['/pedidos', t.requestList.title],
  ['/papelera', t.reader.binTitle],
  ['/correos', t.emails.title],
  ['/estado', t.status.title],
  ['/programas', t.webhooks.page.title],
  ['/privacidad', t.privacy.title],
  ['/perfil', t.profile.title],
  ['/firma', t.mySignature.pageTitle],
  ['/autoridades', t.trust.title],
] as const

/**
 * Number of visible occurrences of a text in the top bar and in the page; screen-reader texts are one pixel in size.
 */
const timesSeen = (page: Page, words: string) =>
  page.evaluate(`Array.from(document.querySelectorAll('body > * header *, main *')).filter((e) => {
    const { width, height } = e.getBoundingClientRect()
    return e.childElementCount === 0 && e.textContent.trim() === ${JSON.stringify(words)} && width > 2 && height > 2
  }).length`) as Promise<number>

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox()
  if (box === null) throw new Error('the element is not on the screen')
  return box
}

describe('screen layout', async () => {
  const { foja, browser } = await openStage()
  const context = await openAs(browser, foja, people.admin)
  const pdf = makePdf()
  for (let made = 1; made <= 11; made += 1)
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they are listed
    await makeCase(context, foja.origin, `Convenio ${made}`, `Convenio ${made}.pdf`, pdf)

  it.each([
    ['of a phone', phone],
    ['of a desk', desktop],
  ])('%s shows its title once', async (_, device) => {
    const own = await openAs(browser, foja, people.admin, device)
    const page = await own.newPage()
    watch(page)
    for (const [path, title] of places) {
      // oxlint-disable no-await-in-loop -- one page after the other
      await page.goto(`${foja.origin}${path}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await untilQuiet(page)
      // On desktop a breadcrumb is above it.
      await expect.poll(() => timesSeen(page, title), { message: path }).toBe(device === desktop ? 2 : 1)
      // oxlint-enable no-await-in-loop
    }
    await own.close()
  })

  it('cuts nothing of the reader at a width of 1280 px', async () => {
    const { document } = await makeCase(context, foja.origin, 'Lectura', 'Lectura.pdf', makePdf())
    const own = await openAs(browser, foja, people.admin, { ...desktop, viewport: { width: 1280, height: 800 } })
    const page = await own.newPage()
    await page.goto(`${foja.origin}/documentos/${document.id_documento}`)
    await page.getByRole('img', { name: t.documents.pageAlt(1, 1) }).waitFor()
    await untilQuiet(page)
    const cut = (element: string) =>
      page.evaluate<number>(`(({ scrollWidth: a, clientWidth: b }) => a - b)(document.querySelector('${element}'))`)
    expect(await cut(`[aria-label="${t.documents.pages}"]`)).toBe(0)
    expect(await cut('body > * header')).toBe(0)
    const tool = await boxOf(page.getByRole('button', { name: t.documents.turn, exact: true }))
    const sheet = page.getByRole('region', { name: t.documents.pages }).locator('[data-page="1"]')
    const isWide = async () => {
      const { width, height } = await boxOf(sheet)
      return width > height
    }
    expect(await isWide()).toBe(false)
    await page.getByRole('button', { name: t.documents.turn, exact: true }).click()
    await expect.poll(isWide).toBe(true)
    expect(await cut(`[aria-label="${t.documents.pages}"]`)).toBe(0)
    expect(tool.x + tool.width).toBeLessThan(1280)
    await own.close()
  })

  it('starts the title of every page at the same left edge', async () => {
    const own = await openAs(browser, foja, people.admin, { ...desktop, viewport: { width: 1600, height: 900 } })
    const page = await own.newPage()
    const edges: Record<string, number> = {}
    for (const [path] of [
      ...places,
      ['/firma/ajustes'],
      ['/firma/lote'],
      ['/documentos'],
      ['/pedidos/documentos'],
    ] as const) {
      // oxlint-disable no-await-in-loop -- one page after the other
      await page.goto(`${foja.origin}${path}`)
      edges[path] = (await boxOf(page.getByRole('heading', { level: 1 }))).x
      // oxlint-enable no-await-in-loop
    }
    await own.close()
    expect(edges).toEqual(Object.fromEntries(Object.keys(edges).map((path) => [path, edges['/solicitudes']])))
  })

  it('keeps related content together on a phone', async () => {
    const own = await openAs(browser, foja, people.admin, phone)
    const page = await own.newPage()
    const inOneRow = async (one: Locator, other: Locator) => {
      const [a, b] = [await boxOf(one), await boxOf(other)]
      return a.y < b.y + b.height && b.y < a.y + a.height && (a.x + a.width <= b.x || b.x + b.width <= a.x)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto(`${foja.origin}/solicitudes`)
    await page.getByRole('link', { name: 'Convenio 11' }).waitFor()
    const search = page.getByRole('searchbox', { name: t.solicitudes.search })
    await expect.poll(() => inOneRow(search, button(t.solicitudes.filters))).toBe(true)
    await page.getByRole('link', { name: 'Convenio 11' }).click()
    const title = page.getByRole('heading', { name: t.caseFile.documents })
    await title.waitFor()
    await expect.poll(() => inOneRow(title, button(t.caseFile.add))).toBe(true)
    await button(t.caseFile.moreDocuments).click()
    await page.getByRole('menuitem', { name: t.caseFile.fromTemplate }).waitFor()
    await own.close()
  })

  describe('on the narrowest phone', () => {
    const long = 'María de los Ángeles Fernández-Valdivieso Echeverría de la Torre'
    const office =
      'Centro de Mediación, Arbitraje y Conciliación de la Cámara de Comercio de Santo Domingo de los Tsáchilas'
    let id = ''

    beforeAll(async () => {
      for (let made = 1; made <= 30; made += 1) {
        const person = {
          nombre: made === 30 ? long : `Persona Número ${made}`,
          email:
            made === 30
              ? 'maria.de.los.angeles.fernandez.valdivieso@camaradecomercio.santodomingo.example'
              : `p${made}@oficina.example`,
          role: 'mediador',
          password: admin.password,
          cargo: 'Coordinadora general de mediación comunitaria y de familia',
        }
        // oxlint-disable-next-line no-await-in-loop -- one after the other, in order
        await call(context, foja.origin, 'create_user/', person)
      }
      id = (await call<{ id: string }>(context, foja.origin, 'create_company/', { nombre: office, pais: 'EC' })).id
    })

    it.runIf(whole)('fits thirty users and the longest names', async () => {
      const own = await openAs(browser, foja, people.admin, {
        ...phone,
        viewport: { width: 360, height: 740 },
        colorScheme: 'light',
      })
      const page = await own.newPage()
      watch(page)
      const see = async (path: string, ready: string, name: string) => {
        await page.goto(`${foja.origin}${path}`)
        await page.getByText(ready).filter({ visible: true }).first().waitFor()
        await look(page, `estrecho-${name}`)
      }
      await see('/usuarios?size=50', long, 'usuarios')
      await see('/usuarios?q=angeles', long, 'usuarios-largo')
      await see('/empresas', office, 'empresas')
      await see(`/empresas?empresa=${id}`, office, 'empresa')
      // A long name is shown in full on its own page.
      await page.getByRole('heading', { level: 1, name: office }).waitFor()
      expect(
        await page.evaluate("(({ scrollWidth: a, clientWidth: b }) => a <= b)(document.querySelector('h1'))"),
      ).toBe(true)
      await see('/perfil', t.profile.lastLogin, 'perfil')
      await see('/firma/ajustes', t.settings.defaults, 'ajustes')
      await see('/autoridades', t.trust.countries, 'autoridades')
      await own.close()
      const desk = await context.newPage()
      watch(desk)
      await desk.goto(`${foja.origin}/usuarios?size=50`)
      await desk.getByText(long).first().waitFor()
      await look(desk, 'ancho-usuarios')
      await desk.goto(`${foja.origin}/empresas`)
      await desk.getByText(office).first().waitFor()
      await look(desk, 'ancho-empresas')
      await desk.close()
    })
  })

  it('leaves room for paging below the selection bar', async () => {
    const page = await context.newPage()
    const faults = watch(page)
    await page.goto(`${foja.origin}/solicitudes`)
    await page.getByRole('checkbox', { name: t.ui.selectRow('Convenio 11') }).check()
    const bar = page.getByRole('toolbar', { name: t.ui.selection })
    await bar.waitFor()
    await look(page, 'seleccion')
    const paging = page.getByRole('navigation', { name: t.ui.pages })
    const [over, under] = [await boxOf(bar), await boxOf(paging)]
    expect(over.y + over.height).toBeLessThanOrEqual(under.y)
    // Ten rows and both bars fit the usual desktop window.
    expect(under.y + under.height).toBeLessThanOrEqual(900)
    await page.getByRole('button', { name: t.ui.page(2) }).click()
    await page.getByRole('link', { name: 'Convenio 1', exact: true }).waitFor()
    await expect.poll(() => bar.getByText(t.ui.selected(1)).count()).toBe(1)
    expect(faults()).toEqual([])
    await page.close()
  })
})
