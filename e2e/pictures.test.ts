// The pictures of the help: each shows an element of a page that exists, and none is missing. With FOJA_PICTURES they are
// taken again, in light and in dark.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { helpTabs, topicsOf } from '../apps/web/src/features/help/topics.ts'
import { untilQuiet, untilStill, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { preparePictures } from './support/picture-office.ts'
import { pictureSize, picturesOf } from './support/pictures.ts'

const folder = join(import.meta.dirname, '../apps/web/src/features/help/pictures')
const writes = (process.env['FOJA_PICTURES'] ?? '') !== ''
const modes = ['light', 'dark'] as const
const topics = helpTabs.flatMap((tab) => topicsOf[tab])

const { foja, browser } = await openStage({ sample: true })
const office = await preparePictures(browser, foja)
const pictures = picturesOf(office)
const context = await openAs(browser, foja, people.admin, {
  viewport: { width: pictureSize.width, height: 1200 },
  colorScheme: 'light',
  locale: 'es-EC',
})
afterAll(() => context.close())
const page = await context.newPage()
const faults = watch(page)
const devTools = await context.newCDPSession(page)

type Region = { x: number; y: number; width: number; height: number }

/** Bytes of a picture. */
const most = 12_000

/** The region in the page's current colour mode, as WebP with 1.5 pixels per CSS pixel. */
async function take(region: Region, quality = 60): Promise<Buffer> {
  const clip = { ...region, scale: 1.5 }
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality, clip })
  const bytes = Buffer.from(data, 'base64')
  return bytes.length <= most || quality < 20 ? bytes : take(region, quality - 5)
}

describe('the picture of the topic', () => {
  it.each(topics)('%s shows a part of its page', async (topic) => {
    const { path, act, part, above = 16, left } = pictures[topic]
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
    const region = { ...pictureSize, x: left === undefined ? 0 : box.x - left, y: box.y - above }
    expect(region.x).toBeGreaterThanOrEqual(0)
    expect(region.y).toBeGreaterThanOrEqual(0)
    expect(region.y + region.height).toBeLessThanOrEqual(1200)
    for (const mode of modes) {
      // oxlint-disable no-await-in-loop -- one mode after the other
      await page.emulateMedia({ colorScheme: mode })
      await page.locator(`html[data-mode=${mode}]`).waitFor()
      await page.evaluate('document.activeElement.style.caretColor = "transparent"')
      await untilQuiet(page)
      await untilStill(page)
      writeFileSync(join(folder, `${topic}-${mode}.webp`), await take(region))
      // oxlint-enable no-await-in-loop
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('exists in light and in dark, and no other does', () => {
    const wanted = topics.flatMap((topic) => modes.map((mode) => `${topic}-${mode}.webp`))
    expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted())
  })

  it('is taken without an error in the browser', () => {
    // A wrong passphrase is refused.
    expect(faults().filter((fault) => !/status of 4/.test(fault))).toEqual([])
  })
})
