// The pictures of the help and of the README: each shows an element of a page that exists, and none is missing. With FOJA_PICTURES they are
// taken again, in light and in dark.
import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, CDPSession } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { everyTopic } from '../apps/web/src/features/help/topics.ts'
import { untilQuiet, untilStill, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { preparePictures } from './support/picture-office.ts'
import { pictureSize, picturesOf } from './support/pictures.ts'
import { texts as t } from './support/spanish.ts'

const folder = join(import.meta.dirname, '../apps/web/src/features/help/pictures')
const cover = join(import.meta.dirname, '../docs/guia/foja.webp')
const writes = (process.env['FOJA_PICTURES'] ?? '') !== ''
const modes = ['light', 'dark'] as const

/** For the topic of the backups, which this installation makes itself. */
const backups = await mkdtemp(join(tmpdir(), 'foja-backups-'))
afterAll(() => rm(backups, { recursive: true }))
const { foja, browser } = await openStage({
  sample: true,
  environment: { FOJA_BACKUP_DIR: backups, FOJA_BACKUP_PASSPHRASE: 'cinco palabras al azar bastan' },
})
const office = await preparePictures(browser, foja)
const pictures = picturesOf(office)
const look = {
  viewport: { width: pictureSize.width, height: 1200 },
  colorScheme: 'light',
  locale: 'es-EC',
} as const

async function openPage(context: BrowserContext) {
  afterAll(() => context.close())
  const page = await context.newPage()
  return { page, faults: watch(page), devTools: await context.newCDPSession(page) }
}
const user = await openPage(await openAs(browser, foja, people.admin, look))
const visitor = await openPage(await browser.newContext(look))

type Region = { x: number; y: number; width: number; height: number }

/** Bytes of a picture. */
const most = 12_000

/** The region in the page's current colour mode, as WebP with 1.5 pixels per CSS pixel. */
async function take(devTools: CDPSession, region: Region, quality = 60): Promise<Buffer> {
  const clip = { ...region, scale: 1.5 }
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality, clip })
  const bytes = Buffer.from(data, 'base64')
  return bytes.length <= most || quality < 20 ? bytes : take(devTools, region, quality - 5)
}

describe('the picture of the topic', () => {
  it.each(everyTopic)('%s shows a part of its page', async (topic) => {
    const { path, act, part, above = 16, left, guest = false } = pictures[topic]
    const { page, devTools } = guest ? visitor : user
    await page.setViewportSize({ width: left === undefined ? pictureSize.width : 1280, height: 1200 })
    await page.goto(`${foja.origin}${path}`)
    // An open dialog hides it from roles.
    await page.locator('main').first().waitFor()
    await untilQuiet(page)
    await act?.(page)
    await part(page).waitFor()
    if (!writes) return
    await part(page).scrollIntoViewIfNeeded()
    await untilQuiet(page)
    await untilStill(page)
    const box = (await part(page).boundingBox())!
    const x = left === undefined ? 0 : box.x - left
    const y = box.y - above
    expect(x).toBeGreaterThanOrEqual(0)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + pictureSize.height).toBeLessThanOrEqual(1200)
    // The region is of the document, the box of the viewport.
    const region = { ...pictureSize, x, y: y + (await page.evaluate<number>('scrollY')) }
    for (const mode of modes) {
      // oxlint-disable no-await-in-loop -- one mode after the other
      await page.emulateMedia({ colorScheme: mode })
      await page.locator(`html[data-mode=${mode}]`).waitFor()
      await page.evaluate('document.activeElement.style.caretColor = "transparent"')
      await untilQuiet(page)
      await untilStill(page)
      writeFileSync(join(folder, `${topic}-${mode}.webp`), await take(devTools, region))
      // oxlint-enable no-await-in-loop
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('exists in light and in dark, and no other does', () => {
    const wanted = everyTopic.flatMap((topic) => modes.map((mode) => `${topic}-${mode}.webp`))
    expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted())
  })

  it('is taken without an error in the browser', () => {
    // A wrong passphrase is refused.
    expect([...user.faults(), ...visitor.faults()].filter((fault) => !/status of 4/.test(fault))).toEqual([])
  })
})

it('the picture of the README shows a case file', async () => {
  const { page, devTools } = user
  const size = { width: 1280, height: 800 }
  await page.setViewportSize(size)
  await page.goto(`${foja.origin}/solicitudes/${office.sample('Reconocimiento de deuda')}`)
  await page.getByRole('heading', { name: t.caseFile.documents, exact: true }).waitFor()
  await untilQuiet(page)
  await untilStill(page)
  if (!writes) return
  const clip = { ...size, x: 0, y: 0, scale: 1 }
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip })
  writeFileSync(cover, Buffer.from(data, 'base64'))
})
