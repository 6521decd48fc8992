// The template editor: two hundred selected fields dragged back and forth, compared with the idle page. The page counts
// its frames, in its own browser.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '@foja/testing/browser'
import { makePdf } from '@foja/testing/pdfs'
import type { BrowserContext, Page } from 'playwright-core'
import { startFoja } from '../../e2e/support/foja.ts'
import { newField } from '../../packages/forms/src/new-field.ts'
import { median } from './scenario.ts'

/** `least`: required share of the idle frame rate; null without a target. */
type Case = { label: string; least: number | null; move: (page: Page) => Promise<void> }

const count = 200
const columns = 10
/** Rounds per measure, alternating with the idle page. */
const [rounds, milliseconds] = [3, 3000]
const person = { email: 'banco@foja.example', password: 'la mesa de las plantillas' }

const cases: readonly Case[] = [
  { label: `${count} campos arrastrados`, least: 0.95, move: (page) => swing(page, '[data-field]') },
  { label: `${count} campos que cambian de tamaño`, least: null, move: (page) => swing(page, '[data-handle=se]') },
]

/** Prints the frame rates and returns the targets missed by more than the noise. */
export async function benchEditor(noise: number, say: (line: string) => void): Promise<string[]> {
  if (!existsSync(fileURLToPath(new URL('../../apps/web/dist/index.html', import.meta.url))))
    throw new Error('apps/web/dist is missing: npm start builds it')
  const foja = await startFoja()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'es-EC' })
    const page = await openEditor(context, foja.origin)
    say(`Una página con ${count} campos, todos elegidos, en Chromium sin ventana (fotogramas por segundo)`)
    say(`  ${''.padEnd(40)}${'con ella'.padStart(10)}${'en reposo'.padStart(11)}${'razón'.padStart(9)}  meta`)
    const missed: string[] = []
    for (const one of cases) missed.push(...(await compare(page, one, noise, say)))
    return missed
  } finally {
    await browser.close()
    await foja.stop()
  }
}

async function compare(page: Page, { label, least, move }: Case, noise: number, say: (line: string) => void) {
  const [busy, idle]: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round += 1) {
    const rest = await framesDuring(page, () => page.waitForTimeout(milliseconds))
    const moved = await framesDuring(page, () => move(page))
    if (round < 0) continue
    idle.push(rest)
    busy.push(moved)
  }
  const [ours, theirs] = [median(busy), median(idle)]
  const ratio = ours / theirs
  const isMissed = least !== null && ratio * noise < least
  const mark = least === null ? ' ' : isMissed ? '✗' : ratio < least ? '~' : '✓'
  const figures = `${ours.toFixed(1).padStart(10)}${theirs.toFixed(1).padStart(11)}${ratio.toFixed(3).padStart(9)}`
  say(`  ${label.padEnd(40)}${figures}  ${least === null ? '' : `≥ ${least}`} ${mark}`)
  return isMissed ? [label] : []
}

/** Frames per second, counted in the page. */
async function framesDuring(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(`(() => {
    const frames = (globalThis.benchFrames = [])
    const next = (at) => {
      if (globalThis.benchFrames !== frames) return
      frames.push(at)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })()`)
  await work()
  return (await page.evaluate(`(() => {
    const frames = globalThis.benchFrames
    globalThis.benchFrames = null
    return ((frames.length - 1) * 1000) / (frames.at(-1) - frames[0])
  })()`)) as number
}

/** Drags an element back and forth for a while; Escape undoes it. */
async function swing(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not visible`)
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const begun = performance.now()
  for (let now = begun; now < begun + milliseconds; now = performance.now()) {
    const turn = (now - begun) / 400
    await page.mouse.move(from.x + 60 * Math.sin(turn), from.y + 60 * Math.sin(turn * 0.7))
  }
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

/** The editor with a template of two hundred fields, all selected. */
async function openEditor(context: BrowserContext, origin: string): Promise<Page> {
  const id = await makeTemplate(context, origin)
  const page = await context.newPage()
  await page.goto(`${origin}/plantillas/${id}`)
  await page
    .locator('[data-field]')
    .nth(count - 1)
    .waitFor()
  await page.locator('[data-field]').first().focus()
  await page.keyboard.press('Control+a')
  await page
    .locator('[data-field][aria-selected=true]')
    .nth(count - 1)
    .waitFor()
  return page
}

async function makeTemplate(context: BrowserContext, origin: string): Promise<string> {
  const { request } = context
  const send = async <T>(path: string, options: object): Promise<T> => {
    const reply = await request.fetch(`${origin}/api/${path}`, options)
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const post = { method: 'POST' }
  const admin = { nombre: 'Banco de pruebas', ...person }
  await send('v1/setup/', { ...post, data: { company: { nombre: 'Banco', pais: 'EC' }, admin, sample_data: false } })
  const csrf = await send<object>('auth/csrf', {})
  const form = { ...csrf, ...person, remember: 'true', json: 'true', callbackUrl: `${origin}/` }
  await send('auth/callback/credentials', { ...post, form })
  const { accessToken } = await send<{ accessToken: string }>('auth/session', {})
  const headers = { authorization: `Bearer ${accessToken}` }
  const files = { name: 'base.pdf', mimeType: 'application/pdf', buffer: Buffer.from(makePdf({ pages: 1 })) }
  const { documents } = await send<{ documents: { pdf_path: string }[] }>('v1/upload_document/', {
    ...post,
    headers,
    multipart: { files },
  })
  const data = {
    key: randomUUID(),
    name: 'Doscientos',
    pdf_path: documents[0]!.pdf_path,
    fields: makeFields(),
    locale: 'es-EC',
  }
  return (await send<{ id: string }>('v1/save_template/', { ...post, headers, data })).id
}

/** In rows and columns over the upper left part of the page, to leave room for dragging. */
const makeFields = () =>
  Array.from({ length: count }, (_, at) => {
    const place = { page: 1, x: 30 + (at % columns) * 44, y: 30 + Math.floor(at / columns) * 24 }
    return { ...newField('text', { ...place, taken: [] }), key: `campo_${at}`, label: `C ${at}`, width: 40, height: 18 }
  })
