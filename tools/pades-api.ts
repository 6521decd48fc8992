// npm run docs:pades: writes packages/pades/docs/API.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPage } from './pades/api.ts'
import { root } from './run.ts'

const folder = join(root, 'packages', 'pades', 'docs')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'API.md'), apiPage())
