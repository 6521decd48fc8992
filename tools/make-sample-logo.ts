// Draws the logo of the sample office: `node tools/make-sample-logo.ts`. Commit the result.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '@foja/testing/browser'
import { root } from './run.ts'

/** Two wings over a line: wide enough to be legible at avatar size. */
const mark = `
  <svg xmlns="http://www.w3.org/2000/svg" width="320" height="240" viewBox="0 0 32 24">
    <path d="M16 13.5C13 8 8 5 1.5 4.5c2 6 6.5 9.5 12 10.2z" fill="#2E3947"/>
    <path d="M16 13.5C19 8 24 5 30.5 4.5c-2 6-6.5 9.5-12 10.2z" fill="#82641A"/>
    <path d="M13.5 14.5 16 11l2.5 3.5L16 19z" fill="#1F2732"/>
    <path d="M8 21.5h16" stroke="#D1B06B" stroke-width="1.2" stroke-linecap="round"/>
  </svg>`

const browser = await launchBrowser()
const page = await browser.newPage({ viewport: { width: 320, height: 240 } })
await page.setContent(`<body style="margin:0;background:#fff">${mark}</body>`)
const png = await page.screenshot({ type: 'png' })
await browser.close()
writeFileSync(join(root, 'apps/server/assets/samples/logo.png'), png)
