import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Parts that a page loads by itself in its first three seconds, besides its route and the imports of that. */
const office = ['queries', 'late-shell', 'small-logo']
const pages = {
  'sign-in': [],
  forgot: [],
  'choose-password': [],
  setup: [],
  refresh: [],
  shared: ['queries'],
  verify: ['queries'],
  home: office,
  list: office,
  case: office,
  wizard: office,
  document: [...office, 'sign-panel', 'document-placing', 'sign-options', 'sign-preflight', 'sign-failure'],
  'document?llave=ninguna': [...office, 'sign-panel', 'upload-certificate', 'key-files'],
  'document?tab=firmas': [...office, 'document-checks'],
  agenda: office,
  signer: [...office, 'upload-certificate', 'key-files'],
  batch: [...office, 'sign-options'],
  sign: office,
  'sign?ids': [...office, 'sign-desk', 'sign-options', 'key-files', 'appearance-preview', 'document-placing'],
  loose: office,
  settings: office,
  trust: office,
  outbox: office,
  templates: office,
  'template-editor': office,
  'template-fill': office,
  users: [...office, 'user-menu'],
  companies: [...office, 'company-menu', 'country-filter', 'company-page'],
  bin: office,
  help: office,
  profile: office,
} as const satisfies Record<string, readonly string[]>
type Page = keyof typeof pages

/**
 * Kilobytes (1,000 bytes) of gzip: all JavaScript that a first visit to a page loads by itself. The reader exceeds 180
 * with the router library, because it opens with the signing tools or the verdicts; reports of failed actions, the
 * offline band and the text over pages are on most pages.
 */
const goals: Record<string, number> = {
  'sign-in': 130,
  shared: 168,
  verify: 170,
  case: 182,
  batch: 186,
  'template-fill': 184,
  'template-editor': 230,
  document: 199,
  'document?llave=ninguna': 191,
  'document?tab=firmas': 199,
  'sign?ids': 209,
}
const goalOf = (page: Page) => goals[page] ?? 180
const largest = { chunk: 115, css: 12 }

const kilobytes = (bytes: number) => Math.round(bytes / 10) / 100

/** The static imports of a file, by file name. */
function staticImports(code: string): string[] {
  return Array.from(code.matchAll(/(?:from|import)\s*["`]\.\/([\w.-]+\.js)["`]/g), ([, name = '']) => name)
}

/** Files and all of their static imports, each once. */
function closure(start: readonly string[], code: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const next of staticImports(code.get(name) ?? '')) visit(next)
  }
  for (const name of start) visit(name)
  return found
}

type Row = { name: string; kB: number; goal: number }
export type SizeReport = { rows: Row[]; over: Row[] }

/** Measures a build: each page with the entry, its route, the parts that it loads by itself, and all their imports. */
export function weigh(dist: string): SizeReport {
  const folder = join(dist, 'assets')
  const files = readdirSync(folder)
  const scripts = files.filter((file) => file.endsWith('.js'))
  const code = new Map(scripts.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  const weight = (file: string) => gzipSync(readFileSync(join(folder, file))).length
  const total = (names: Iterable<string>) => kilobytes(Array.from(names, weight).reduce((sum, size) => sum + size, 0))
  const named = (name: string) => {
    const found = scripts.filter((file) => file.startsWith(`${name}-`) && file.length === name.length + 12)
    if (found.length === 0) throw new Error(`no chunk of ${name} in ${folder}`)
    return found
  }
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const entry = Array.from(html.matchAll(/src="\/assets\/([\w.-]+\.js)"/g), ([, name = '']) => name)
  const rows = Object.entries(pages).map(([page, parts]) => ({
    name: page,
    kB: total(closure([...entry, ...[`${page.split('?')[0]}-route`, ...parts].flatMap(named)], code)),
    goal: goalOf(page as Page),
  }))
  const css = files.filter((file) => file.endsWith('.css') && html.includes(file))
  rows.push({ name: 'largest chunk', kB: kilobytes(Math.max(...scripts.map(weight))), goal: largest.chunk })
  rows.push({ name: 'css', kB: total(css), goal: largest.css })
  return { rows, over: rows.filter(({ kB, goal }) => kB > goal) }
}

if (import.meta.main) {
  const { rows, over } = weigh(process.argv[2] ?? join(import.meta.dirname, 'dist'))
  console.table(rows)
  process.exitCode = over.length === 0 ? 0 : 1
}
