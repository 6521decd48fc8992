import { expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'

it('starts the Chromium of the npm package and renders a page', async () => {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  await page.setContent('<button>Firmar</button>')
  expect(await page.getByRole('button', { name: 'Firmar' }).count()).toBe(1)
  expect((await page.screenshot()).length).toBeGreaterThan(1000)
  await browser.close()
})
