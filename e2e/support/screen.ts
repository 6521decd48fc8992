import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { look } from './look.ts'
import { spanishLeft } from './spanish.ts'

type How = {
  /** Evaluated at each step: both exist only when the tests begin. */
  page: () => Page
  origin: () => string
  language: 'es' | 'en'
  mode: 'light' | 'dark'
  /** Prefix of each screenshot. */
  tag: string
}

/** The visible gold buttons of a view, without those of its dialogs. */
const goldButtons = `Array.from(document.querySelectorAll(':is(button, a).bg-primary'))
  .filter((e) => e.closest('[role=dialog], [role=alertdialog]') === null && e.checkVisibility())
  .map((e) => e.textContent)`

/** Steps of a test on a page to check screens, menus and dialogs, in one language and colour mode. */
export function screenOf({ page, origin, language, mode, tag }: How) {
  const button = (name: string) => page().getByRole('button', { name, exact: true })
  const dialog = () => page().getByRole('dialog').or(page().getByRole('alertdialog')).first()

  /** Opens a URL and waits for this text. */
  const at = async (path: string, ready: string | RegExp) => {
    await page().goto(`${origin()}${path}`)
    await page().getByText(ready).filter({ visible: true }).first().waitFor()
  }
  /** Checks the current screen with axe, its colour mode and language, and that at most one button is gold. */
  const see = async (screen: string, part?: string) => {
    await look(page(), `${tag}-${screen}`, part)
    expect(await page().evaluate('document.documentElement.dataset.mode')).toBe(mode)
    const gold = await page().evaluate<string[]>(goldButtons)
    expect(gold.length, `gold buttons of ${screen}: ${gold.join(', ')}`).toBeLessThanOrEqual(1)
    expect(await page().getAttribute('html', 'lang')).toBe(language)
    expect(await page().title(), screen).toMatch(/. · Foja$/)
    const left = spanishLeft(await page().locator('body').innerText())
    if (language === 'en') expect(left, screen).toEqual([])
    else expect(left.length, screen).toBeGreaterThan(0)
  }
  const press = (name: string) => button(name).first().click()
  /** Closes the dialog that is open. */
  const leave = async () => {
    await page().keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  }
  /** Checks the open dialog with that title and closes it. */
  const seeDialog = async (title: string | RegExp, screen: string) => {
    await dialog().getByRole('heading', { name: title }).first().waitFor()
    await see(screen)
    await leave()
  }
  /** The entries of the menu that this button opens; it stays open. */
  const openMenu = async (name: string): Promise<string[]> => {
    // Problems are in brackets.
    await page()
      .getByRole('button', { name: new RegExp(`^${name.replaceAll('.', '\\.')}( \\(.*)?$`) })
      .first()
      .click()
    await page().getByRole('menu').waitFor()
    return (await page().getByRole('menuitem').allInnerTexts()).map((text) => text.trim())
  }
  const closeMenu = async () => {
    await page().keyboard.press('Escape')
    await page().getByRole('menu').waitFor({ state: 'detached' })
  }
  /** Presses a button, or where it is hidden, the entry of this menu. */
  const act = async (name: string, menu: string) => {
    if ((await button(name).count()) > 0 && (await button(name).first().isVisible())) return press(name)
    await openMenu(menu)
    return page().getByRole('menuitem', { name, exact: true }).click()
  }
  return { button, dialog, at, see, press, leave, seeDialog, openMenu, closeMenu, act }
}
