import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pageSections } from './src/app/page-sections.ts'

/** What a build must not exceed: kilobytes (1,000 bytes) of gzip that a first visit to a page may load. */
export const goals = {
  'sign-in-route': 115,
  'list-route': 135,
  'document-route': 135,
  'templates-route': 135,
  'users-route': 135,
  'companies-route': 135,
  chunk: 115,
  css: 10,
} as const

const pages = [
  'sign-in-route',
  'list-route',
  'document-route',
  'templates-route',
  'users-route',
  'companies-route',
] as const

const kilobytes = (bytes: number) => Math.round(bytes / 10) / 100

/** The chunks that a file imports at once, by file name. */
function staticImports(code: string): string[] {
  return Array.from(code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g), ([, name = '']) => name)
}

/** What loading a file brings along: itself and all that it imports, each once. */
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

export type SizeReport = { sizes: Record<string, number>; over: string[] }

/**
 * Weighs a build: per page the entry, the page's chunk with the query cache where it has one, their imports, and the
 * texts in Spanish that come beside them.
 */
export function weigh(dist: string): SizeReport {
  const folder = join(dist, 'assets')
  const files = readdirSync(folder)
  const scripts = files.filter((file) => file.endsWith('.js'))
  const code = new Map(scripts.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  const weight = (file: string) => gzipSync(readFileSync(join(folder, file))).length
  const named = (name: string) => {
    const found = scripts.filter((file) => file.startsWith(`${name}-`) && file.length === name.length + 12)
    if (found.length !== 1) throw new Error(`${found.length} chunks of ${name} in ${folder}`)
    return found
  }
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const entry = Array.from(html.matchAll(/src="\/assets\/([\w.-]+\.js)"/g), ([, name = '']) => name)
  const sizes: Record<string, number> = {}
  for (const page of pages) {
    const texts = pageSections[page].flatMap((section) => named(`es-${section}`))
    const cache = page === 'sign-in-route' ? [] : named('queries')
    const all = closure([...entry, ...named(page), ...cache, ...texts], code)
    sizes[page] = kilobytes(Array.from(all, weight).reduce((sum, size) => sum + size, 0))
  }
  sizes['chunk'] = kilobytes(Math.max(...scripts.map(weight)))
  const css = files.filter((file) => file.endsWith('.css') && html.includes(file))
  sizes['css'] = kilobytes(css.reduce((sum, file) => sum + weight(file), 0))
  const over = Object.entries(goals).flatMap(([name, most]) =>
    (sizes[name] ?? Infinity) > most ? [`${name}: ${sizes[name]} kB of ${most}`] : [],
  )
  return { sizes, over }
}

if (import.meta.main) {
  const { sizes, over } = weigh(process.argv[2] ?? join(import.meta.dirname, 'dist'))
  const rows = Object.entries(goals).map(([name, goal]) => [name, { kB: sizes[name], goal }])
  console.table(Object.fromEntries(rows))
  for (const line of over) console.error(`Over the budget: ${line}`)
  process.exitCode = over.length === 0 ? 0 : 1
}
