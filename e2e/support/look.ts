import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/**
 * Waits until nothing moves and nothing loads, then holds the screen against axe-core: no violation of WCAG 2.2 A and
 * AA nor of its best practices, and no scrolling sideways. With `part`, that element alone is held: an open menu hides the rest from readers. With
 * FOJA_SHOTS set to a folder, keeps a picture there.
 */
export async function look(page: Page, name: string, part?: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)))')
  await lookNow(page, name, part)
}

/** The same for a screen on which something is under way. */
export async function lookNow(page: Page, name: string, part?: string): Promise<void> {
  const folder = process.env['FOJA_SHOTS']
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  // Nothing sticks out sideways: a phone would show the whole page smaller, or cut.
  const width = (await page.evaluate('document.documentElement.scrollWidth')) as number
  expect(width, `${name} is too wide`).toBeLessThanOrEqual(page.viewportSize()?.width ?? width)
  await page.evaluate(axeSource)
  const violations = (await page.evaluate(
    `axe.run(${part === undefined ? 'document' : JSON.stringify(part)}, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((r) => r.violations)`,
  )) as Violation[]
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  expect(found, `${name} (${page.url()})`).toEqual([])
}

/** Everything on a page that a person should not have met: errors in the console, failed calls, refused policies. */
export function watch(page: Page): () => string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return () => faults
}
