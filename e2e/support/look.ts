import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Passed rules are not collected. */
const axeOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

const waiting = new WeakMap<Page, Set<Request>>()

/** The live stream: it never ends. */
const isLive = (request: Request) => request.url().endsWith('/api/v1/live/')

function follow(page: Page): Set<Request> {
  const known = waiting.get(page)
  if (known !== undefined) return known
  const open = new Set<Request>()
  waiting.set(page, open)
  page.on('request', (request) => {
    if (!isLive(request)) open.add(request)
  })
  const forget = (request: Request) => void open.delete(request)
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
  return open
}

/** Waits until the network has been idle for a while. */
export async function untilQuiet(page: Page): Promise<void> {
  const open = follow(page)
  const late = Date.now() + 120_000
  for (let quiet = 0; quiet < 4;) {
    await page.waitForTimeout(50)
    quiet = open.size === 0 ? quiet + 1 : 0
    if (Date.now() > late) throw new Error(`still waiting for ${[...open].map((one) => one.url()).join(', ')}`)
  }
}

/** Waits until animations have ended. */
export const untilStill = (page: Page) =>
  page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)))')

/**
 * Waits until the page is still, then checks it with axe-core: no violation of WCAG 2.2 A and AA or of its best
 * practices, and no horizontal scrolling. With `part`, checks that element only: an open menu hides the rest. Saves a
 * screenshot in the folder FOJA_SHOTS, if set.
 */
export async function look(page: Page, name: string, part?: string): Promise<void> {
  await page.waitForLoadState()
  await untilQuiet(page)
  await untilStill(page)
  await lookNow(page, name, part)
}

/** The same for a screen with running work. */
export async function lookNow(page: Page, name: string, part?: string): Promise<void> {
  const folder = process.env['FOJA_SHOTS']
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  // Nothing overflows sideways: a phone would shrink or cut the page.
  const width = (await page.evaluate('document.documentElement.scrollWidth')) as number
  expect(width, `${name} is too wide`).toBeLessThanOrEqual(page.viewportSize()?.width ?? width)
  const hasAxe = await page.evaluate<boolean>('"axe" in globalThis')
  if (!hasAxe) await page.evaluate(axeSource)
  const violations = (await page.evaluate(
    `axe.run(${part === undefined ? 'document' : JSON.stringify(part)}, ${JSON.stringify(axeOptions)}).then((r) => r.violations)`,
  )) as Violation[]
  // The document decides how large its links are (WCAG 2.2, 2.5.8: essential).
  const isLinkOfPdf = (id: string, html: string) => id === 'target-size' && html.includes('data-pdf-link')
  const found = violations
    .map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html).filter((html) => !isLinkOfPdf(id, html)) }))
    .filter(({ html }) => html.length > 0)
    .map(({ id, html }) => `${id}: ${html.map((one) => one.slice(0, 160)).join(' | ')}`)
  expect(found, `${name} (${page.url()})`).toEqual([])
}

/** Unexpected errors of a page: console errors, failed calls, policy violations. */
export function watch(page: Page): () => string[] {
  const faults: string[] = []
  follow(page)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return () => faults
}
