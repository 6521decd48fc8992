// What a page costs while it loads, with an empty cache: nothing moves, on desktop and phone, there also when it is loaded
// again, and its JavaScript stays within the page's goal.
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { makePdf } from '@foja/testing/pdfs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { goalOf, kilobytes } from '../apps/web/size-budget.ts'
import { desktop, phone } from './support/devices.ts'
import { p12With, passphrase } from './support/keys.ts'
import { untilQuiet, untilStill } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { signIn } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { variants, whole } from './support/variants.ts'
import { call, enter, keepCertificate, makeCase } from './support/wire.ts'

const mostShift = 0.02
/** In ms after the first paint: what begins to load later does not count. */
const firstSeconds = 3000
/** Pages that load at the same time: most of the time of each is waiting. */
const together = 4

const { foja, browser } = await openStage({ sample: true })
/** By the names of size-budget.ts. */
const paths: Record<string, string> = {
  home: '/',
  list: '/solicitudes',
  wizard: '/solicitudes/nueva',
  agenda: '/agenda',
  sign: '/firmar',
  loose: '/documentos',
  signer: '/firma',
  batch: '/firma/lote',
  settings: '/firma/ajustes',
  templates: '/plantillas',
  verify: '/verificar',
  trust: '/autoridades',
  outbox: '/correos',
  status: '/estado',
  users: '/usuarios',
  companies: '/empresas',
  requests: '/pedidos',
  'ask-list': '/pedidos/nuevo',
  programs: '/programas',
  privacy: '/privacidad',
  bin: '/papelera',
  profile: '/perfil',
  help: '/ayuda',
}
const visitors: Record<string, string> = { 'sign-in': '/ingresar', forgot: '/olvide' }

const context = await openAs(browser, foja, people.admin)
await keepCertificate(context, foja.origin, p12With({ keyType: 'p256' }), passphrase)
const made = await makeCase(context, foja.origin, 'Cuotas atrasadas', 'Convenio.pdf', makePdf({ pages: 3 }))
const { id_documento } = made.document
const templates = await call<{ id: string }[]>(context, foja.origin, 'list_template/')
const { share } = await call<{ share: string }>(context, foja.origin, 'create_share_document/', { id_documento })
const other = await makeCase(context, foja.origin, 'Arriendo del local', 'Contrato.pdf', makePdf({ pages: 2 }))
const asked = await call<SigningRequest>(context, foja.origin, 'create_signing_request/', {
  titulo: 'Arriendo del local',
  documents: [{ id_documento: other.document.id_documento }],
  recipients: [{ nombre: 'Ana Quishpe', email: 'ana@cliente.example', rol: 'firma' }],
})
const { url } = await call<{ url: string }>(context, foja.origin, 'recipient_link/', {
  id_recipient: asked.recipients[0]!.id,
})
visitors['recipient'] = url.slice(foja.origin.length)
visitors['shared'] = `/compartido?share=${encodeURIComponent(share)}`
Object.assign(paths, {
  case: `/solicitudes/${made.id_solicitud}`,
  document: `/documentos/${id_documento}`,
  'document?tab=firmas': `/documentos/${id_documento}?tab=firmas`,
  ask: `/pedidos/nuevo?solicitud=${made.id_solicitud}`,
  'asked-case': `/solicitudes/${other.id_solicitud}`,
  'asked-document': `/documentos/${other.document.id_documento}?tab=firmas`,
  'sign?ids': `/firmar?ids=${id_documento}`,
  'template-editor': `/plantillas/${templates[0]!.id}`,
  'template-fill': `/plantillas/${templates[0]!.id}/usar`,
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

/** Waits for the page, and for the parts that load after it: by default what loads after 1.2 s. */
async function untilLoaded(page: Page, after = 1500): Promise<void> {
  await page.getByRole('main').waitFor()
  await untilQuiet(page)
  await untilStill(page)
  await page.waitForTimeout(after)
  await untilQuiet(page)
}

/** What moved while the page loaded, if it is too much. */
async function shiftOf(page: Page, name: string): Promise<string[]> {
  const shifts = await page.evaluate<Shift[]>('window.shifts')
  const sum = shifts.reduce((total, [value]) => total + value, 0)
  return sum <= mostShift ? [] : [`${name}: ${sum} ${JSON.stringify(shifts, null, 1)}`]
}

const assets = join(import.meta.dirname, '../apps/web/dist')

/** The files of JavaScript that the page has loaded in its first seconds. */
async function scriptsOf(page: Page): Promise<string[]> {
  const loaded = await page.evaluate((limit) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const end = (paint?.startTime ?? Infinity) + limit
    return performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (startTime < end ? [name] : []))
  }, firstSeconds)
  return [...new Set(loaded.map((address) => new URL(address).pathname).filter((path) => path.endsWith('.js')))]
}

const weigh = (scripts: readonly string[]) => kilobytes(scripts.map((path) => readFileSync(join(assets, path))))

type Visit = { name: string; path: string; signedIn: boolean }

const visitsOf = (some: Record<string, string>, signedIn: boolean): Visit[] =>
  Object.entries(some).map(([name, path]) => ({ name, path, signedIn }))

/** Opens a page in a new browser, and if `twice` again with a full cache. */
async function visit({ name, path, signedIn }: Visit, options: BrowserContextOptions, twice: boolean) {
  const context = await browser.newContext(options)
  try {
    if (signedIn) await enter(context, foja.origin)
    const page = await context.newPage()
    await page.addInitScript(record)
    await page.goto(`${foja.origin}${path}`)
    await untilLoaded(page, firstSeconds)
    const moved = await shiftOf(page, `${name}, cold`)
    const kB = weigh(await scriptsOf(page))
    if (!twice) return { name, kB, moved }
    await page.reload()
    await untilLoaded(page)
    return { name, kB, moved: [...moved, ...(await shiftOf(page, `${name}, warm`))] }
  } finally {
    await context.close()
  }
}

const devices = [
  ['phone', phone],
  ['desktop', desktop],
] as const

describe.each(variants(devices))('on a %s', (device, options) => {
  it('no page moves while it loads, and none exceeds its goal of bytes', async () => {
    const waiting = [...visitsOf(visitors, false), ...visitsOf(paths, true)]
    const seen: Awaited<ReturnType<typeof visit>>[] = []
    const work = async () => {
      // oxlint-disable-next-line no-await-in-loop -- each worker opens one page after the other
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        seen.push(await visit(next, options, whole && device === 'phone'))
    }
    await Promise.all(Array.from({ length: together }, work))
    console.info(`${device}: ${seen.map(({ name, kB }) => `${name} ${kB} kB (goal ${goalOf(name)})`).join(' · ')}`)
    expect(seen.flatMap(({ moved }) => moved)).toEqual([])
    expect(seen.filter(({ name, kB }) => kB > goalOf(name))).toEqual([])
  })

  it('the home page does not move after sign-in', async () => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.addInitScript(record)
    await signIn(page, foja.origin)
    await page.getByRole('heading', { name: t.home.activity }).waitFor()
    await untilLoaded(page)
    expect(await shiftOf(page, 'home')).toEqual([])
    await context.close()
  })
})

it('on a phone the first number of the home page stands above y 200', async () => {
  const context = await browser.newContext(phone)
  await enter(context, foja.origin)
  const page = await context.newPage()
  await page.goto(`${foja.origin}/`)
  const figure = page.getByRole('main').locator('.figures').first()
  await figure.waitFor()
  await untilQuiet(page)
  const box = await figure.boundingBox()
  expect((box?.y ?? 1000) + (box?.height ?? 0)).toBeLessThanOrEqual(200)
  await context.close()
})
