import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Runs in the page: the accessible name of an element. */
const nameOf = `(e) => {
  const label = e.id && document.querySelector('label[for="' + CSS.escape(e.id) + '"]')?.textContent
  const around = e.closest('label')?.textContent
  return (e.getAttribute('aria-label') || label || e.textContent || around || '').trim()
}`

/** The accessible name of the focused element. */
export const focusedOn = (page: Page) => page.evaluate(`(${nameOf})(document.activeElement)`) as Promise<string>

/** The names of focusable elements; behind an open dialog there are none. */
const namesOn = (page: Page) =>
  page.evaluate(`Array.from(document.querySelectorAll('a[href],button,input,select,textarea,summary,[tabindex]'))
    .filter((e) => !e.disabled && e.closest('[aria-hidden=true],[inert]') === null && e.checkVisibility())
    .map(${nameOf})`) as Promise<string[]>

const isIt = (name: string | RegExp, now: string) => (typeof name === 'string' ? now === name : name.test(now))

/** Waits for an element with this name and presses Tab until it has the focus; no key if it has it. */
export async function tabTo(page: Page, name: string | RegExp, most = 90, key = 'Tab'): Promise<void> {
  const isThere = (names: string[]) => names.some((one) => isIt(name, one))
  await expect.poll(() => namesOn(page), { message: `something named «${name}»` }).toSatisfy(isThere)
  // A dialog may start there: another Tab would go to the next part of a date.
  if (isIt(name, await focusedOn(page))) return
  const met: string[] = []
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(key)
    const now = await focusedOn(page)
    if (isIt(name, now)) return
    met.push(now)
  }
  throw new Error(`${key} never reached «${name}», only ${met.join(' · ')}`)
}

const focusIsIn = (page: Page, selector: string) =>
  page.evaluate(`document.activeElement.closest(${JSON.stringify(selector)}) !== null`) as Promise<boolean>

/** Moves through an open menu to this entry and activates it. Focus moves shortly after the key. */
export async function takeFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('menu').waitFor()
  await expect.poll(() => focusIsIn(page, '[role=menu]')).toBe(true)
  for (let now = await focusedOn(page); !isIt(name, now); now = await focusedOn(page)) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedOn(page), { message: `an entry on the way to «${name}»` }).not.toBe(now)
  }
  await page.keyboard.press('Enter')
}

/** True if the focus is visible: inside the window, with an outline. */
const focusIsSeen = (page: Page) =>
  page.evaluate(`(() => {
    const { activeElement: e } = document
    const { top, bottom, left, right, width, height } = e.getBoundingClientRect()
    const inSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && width > 2 && height > 2
    const ringed = [e, e.closest('label')].some((one) => one && parseFloat(getComputedStyle(one).outlineWidth) >= 2 &&
      getComputedStyle(one).outlineStyle !== 'none')
    return inSight && (ringed || e.closest('[role=menu],[role=listbox]') !== null)
  })()`) as Promise<boolean>

/** Keyboard steps on a page, with the focus after each. */
export function keyboardOn(page: () => Page) {
  const focused = () => focusedOn(page())
  const key = (name: string) => page().keyboard.press(name)
  const dialog = () => page().getByRole('dialog').or(page().getByRole('alertdialog')).first()
  const inDialog = () => focusIsIn(page(), '[role=dialog],[role=alertdialog]')
  /** Tabs to the element with this name and checks that its focus is visible. */
  const to = async (name: string | RegExp, most?: number, by?: 'Tab' | 'Shift+Tab') => {
    await tabTo(page(), name, most, by)
    await expect.poll(() => focusIsSeen(page()), { message: `the focus on «${name}» is seen` }).toBe(true)
  }
  return {
    focused,
    dialog,
    inDialog,
    key,
    to,
    press: async (name: string | RegExp) => {
      await to(name)
      await key('Enter')
    },
    type: (text: string) => page().keyboard.type(text),
    see: (text: string | RegExp) => page().getByText(text).filter({ visible: true }).first().waitFor(),
    /** Focus is inside the page: the next Tab does not start at the top. */
    notLost: () => expect.poll(() => page().evaluate('document.activeElement !== document.body')).toBe(true),
    /** A dialog has opened and has the focus. */
    opened: async () => {
      await dialog().waitFor()
      await expect.poll(inDialog).toBe(true)
    },
    /** It has closed, and focus is back on its opener. */
    backOn: async (name: string) => {
      await dialog().waitFor({ state: 'detached' })
      await expect.poll(focused).toBe(name)
    },
  }
}
