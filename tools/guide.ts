// npm run guide: writes the guide, docs/guia, from the texts and pictures of the help.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { guidePages } from './docs/guide-pages.ts'
import { root } from './run.ts'

for (const [path, text] of guidePages()) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
