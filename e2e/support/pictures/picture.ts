import type { Locator, Page } from 'playwright-core'
import type { HelpTab, TopicOf } from '../../../apps/web/src/features/help/topics.ts'

export type Picture = {
  path: string
  /** What the user does first. */
  act?: (page: Page) => Promise<unknown>
  /** The element that the picture shows from its top. */
  part: (page: Page) => Locator
  /** CSS pixels of the picture above the element: 16 by default. */
  above?: number
  /** On a page as wide as a desktop: pixels left of the element. Otherwise the page is as wide as the picture. */
  left?: number
  /** Without a session. */
  guest?: boolean
}

/** The pictures of the topics of a tab. */
export type PicturesOf<Tab extends HelpTab> = Record<TopicOf<Tab>, Picture>

export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
export const open = async (page: Page, name: string) => {
  await press(page, name)
  await dialog(page).waitFor()
}
export const choose = (page: Page, ...chosen: Parameters<Locator['setInputFiles']>) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(...chosen)
export const csv = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\n')),
})
export const verdictCard = (page: Page, badge: string) =>
  page.getByRole('main').locator('section, li, article').filter({ hasText: badge }).last()
