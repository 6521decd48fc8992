import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'

/** Folders that the names in the threat table are relative to. */
const roots = ['apps/server/src', '', 'packages/pades/src']

export type Threat = { asset: string; tests: readonly string[] }

/** The rows of the threat table in docs/security.md, with the raw names of their tests. */
export function readThreats(text = readFileSync(join(root, 'docs', 'security.md'), 'utf8')): Threat[] {
  const table = /^## Threats\n(?<rows>(?:\|.*\n)+)/m.exec(text)?.groups?.['rows']
  if (table === undefined) throw new Error('docs/security.md has no table of threats')
  const [, , ...rows] = table.trim().split('\n')
  return rows.map((row) => {
    const [, asset = '', , , tests = ''] = row.split('|')
    const names = Array.from(tests.matchAll(/`([^`]+)`/g), ([, name]) => name!)
    return { asset: asset.trim(), tests: names.filter((name) => !name.startsWith('npm run ')) }
  })
}

const isFolder = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()

/**
 * The test files behind a name in the table: one, or those in a folder or matching a `*`. Throws when there is none.
 */
export function filesOf(name: string): string[] {
  const found = roots.flatMap((from) => {
    const path = join(from, name)
    const pattern = isFolder(path) ? `${path}/**/*.test.ts` : `${path}.test.ts`
    return globSync(pattern, { cwd: root })
  })
  if (found.length === 0) throw new Error(`docs/security.md names ${name}, which is not a test`)
  return found
}

/** Every test file named in the threat table. */
export const threatFiles = (): string[] =>
  [...new Set(readThreats().flatMap(({ tests }) => tests.flatMap(filesOf)))].toSorted()
