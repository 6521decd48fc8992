import type { BrowserContext } from 'playwright-core'

/** A photograph like a phone's: a JPEG with content. */
export async function takePhoto(context: BrowserContext, what = 'Foto'): Promise<Buffer> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 600, height: 800 })
  await page.setContent(`<body style="background:linear-gradient(#8ac,#fed);font:80px sans-serif">${what}</body>`)
  const photo = await page.screenshot({ type: 'jpeg' })
  await page.close()
  return photo
}
