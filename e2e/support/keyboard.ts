import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What has the focus, as a screen reader names it. */
export const focusedOn = (page: Page) =>
  page.evaluate(`(() => {
    const { activeElement: e } = document
    const label = e.id && document.querySelector('label[for="' + CSS.escape(e.id) + '"]')?.textContent
    const around = e.closest('label')?.textContent
    return (e.getAttribute('aria-label') || label || e.textContent || around || '').trim()
  })()`) as Promise<string>

const isIt = (name: string | RegExp, now: string) => (typeof name === 'string' ? now === name : name.test(now))

/** Presses Tab until something of this name has the focus, as a person does. */
export async function tabTo(page: Page, name: string | RegExp, most = 60, key = 'Tab'): Promise<void> {
  const met: string[] = []
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(key)
    const now = await focusedOn(page)
    if (isIt(name, now)) return
    met.push(now)
  }
  throw new Error(`${key} never reached «${name}», but ${met.join(' · ')}`)
}

/** Walks through an open menu to this entry and takes it. The focus moves a moment after the key. */
export async function takeFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('menu').waitFor()
  const reached = async () => {
    const isThere = isIt(name, await focusedOn(page))
    if (!isThere) await page.keyboard.press('ArrowDown')
    return isThere
  }
  await expect.poll(reached, { message: `the entry «${name}»`, interval: 150 }).toBe(true)
  await page.keyboard.press('Enter')
}

const focusIsIn = (page: Page, selector: string) =>
  page.evaluate(`document.activeElement.closest(${JSON.stringify(selector)}) !== null`) as Promise<boolean>

/** Whether a person sees what has the focus: it lies in the window, and something is drawn round it. */
export const focusIsSeen = (page: Page) =>
  page.evaluate(`(() => {
    const { activeElement: e } = document
    const { top, bottom, left, right, width, height } = e.getBoundingClientRect()
    const inSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && width > 2 && height > 2
    const ringed = [e, e.closest('label')].some((one) => one && parseFloat(getComputedStyle(one).outlineWidth) >= 2 &&
      getComputedStyle(one).outlineStyle !== 'none')
    return inSight && (ringed || e.closest('[role=menu],[role=listbox]') !== null)
  })()`) as Promise<boolean>

/** What a test does on a page with the keyboard alone, and where the focus is then. */
export function keyboardOn(page: () => Page) {
  const focused = () => focusedOn(page())
  const dialog = () => page().getByRole('dialog').or(page().getByRole('alertdialog')).first()
  const inDialog = () => focusIsIn(page(), '[role=dialog],[role=alertdialog]')
  return {
    focused,
    dialog,
    inDialog,
    key: (name: string) => page().keyboard.press(name),
    to: (name: string | RegExp, most?: number) => tabTo(page(), name, most),
    /** A dialog has opened and taken the focus. */
    opened: async () => {
      await dialog().waitFor()
      await expect.poll(inDialog).toBe(true)
    },
    /** It is gone, and the focus is back on what opened it. */
    backOn: async (name: string) => {
      await dialog().waitFor({ state: 'detached' })
      await expect.poll(focused).toBe(name)
    },
  }
}
