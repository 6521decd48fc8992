// Nothing moves while a page loads: the sum of the layout shifts of each page, on desktop and phone, with an empty cache
// and again with a full one.
import { makePdf } from '@foja/testing/pdfs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { p12With, passphrase } from './support/keys.ts'
import { untilQuiet, untilStill } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { signIn } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { call, keepCertificate, makeCase } from './support/wire.ts'

const most = 0.02

const paths: Record<string, string> = {}

const { foja, browser } = await openStage({ sample: true })
const context = await openAs(browser, foja, people.admin)
await keepCertificate(context, foja.origin, p12With({ keyType: 'p256' }), passphrase)
const made = await makeCase(context, foja.origin, 'Cuotas atrasadas', 'Convenio.pdf', makePdf({ pages: 3 }))
const templates = await call<{ id: string }[]>(context, foja.origin, 'list_template/')
Object.assign(paths, {
  home: '/',
  list: '/solicitudes',
  case: `/solicitudes/${made.id_solicitud}`,
  reader: `/documentos/${made.document.id_documento}`,
  editor: `/plantillas/${templates[0]!.id}`,
  batch: '/firma/lote',
  verify: '/verificar',
})
await context.close()

/** Records each shift that no input caused, with the elements that moved. */
const record = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, ...sources.map(({ node, previousRect: a, currentRect: b }) =>
        (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120) + ' ' + [a.x, a.y, a.width, a.height] + ' > ' + [b.x, b.y, b.width, b.height])])
  }).observe({ type: 'layout-shift', buffered: true })`

type Shift = [number, ...string[]]

/** The sum of the shifts once the page is still; names what moved if it is too much. */
async function expectStill(page: Page, name: string): Promise<void> {
  await untilQuiet(page)
  await untilStill(page)
  // Parts that load after the page: 1.2 s.
  await page.waitForTimeout(1500)
  await untilQuiet(page)
  const shifts = await page.evaluate<Shift[]>('window.shifts')
  const sum = shifts.reduce((total, [value]) => total + value, 0)
  expect.soft(sum, `${name}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(most)
}

describe.each([
  ['desktop', desktop],
  ['phone', phone],
])('on a %s', (device, options) => {
  it('no page moves while it loads', async () => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.addInitScript(record)
    await signIn(page, foja.origin)
    await page.getByRole('heading', { name: t.home.activity }).waitFor()
    await expectStill(page, `home after sign-in, ${device}`)
    for (const cache of ['cold', 'warm'])
      for (const [name, path] of Object.entries(paths)) {
        // oxlint-disable no-await-in-loop -- one page after the other
        await page.goto(`${foja.origin}${path}`)
        await page.getByRole('main').waitFor()
        await expectStill(page, `${name}, ${device}, ${cache}`)
        // oxlint-enable no-await-in-loop
      }
    await context.close()
  })
})

it('on a phone the first number of the home page stands above y 200', async () => {
  const context = await openAs(browser, foja, people.admin, phone)
  const page = await context.newPage()
  await page.goto(`${foja.origin}/`)
  const figure = page.getByRole('main').locator('.figures').first()
  await figure.waitFor()
  await untilQuiet(page)
  const box = await figure.boundingBox()
  expect((box?.y ?? 1000) + (box?.height ?? 0)).toBeLessThanOrEqual(200)
  await context.close()
})
