import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const router = join(import.meta.dirname, '../src/app/router.tsx')

type RouteFiles = { path: string; office: boolean; files: string[] }

type Route = { path: string; office: boolean; modules: string[] }

const modulesIn = (code: string) =>
  Array.from(code.matchAll(/import\('\.([\w/-]+\.tsx)'\)/g), ([, module = '']) => module)

/** The modules of each path of the router; `office`: only with a session. */
export function readRoutes(source: string): Route[] {
  const [parts = '', list = ''] = source.split('const routes = [')
  const signIn = modulesIn(parts.slice(parts.indexOf('const signInPage')))
  return list
    .split(/^ {2}(?=route|office)/m)
    .slice(1)
    .map((code) => {
      const path = /'([^']+)'/.exec(code)?.[1] ?? ''
      const office = code.startsWith('office')
      const own = code.includes('signInPage') ? signIn : modulesIn(code)
      const queries = office || /\bpage\(/.test(code) ? ['/queries.tsx'] : []
      return { path, office, modules: [...own, ...queries] }
    })
}

type Chunk = { fileName: string; imports: string[]; facadeModuleId: string | null }

/** All files that some chunks import, with their own. */
function withImports(chunks: readonly Chunk[], all: ReadonlyMap<string, Chunk>): Set<string> {
  const files = new Set<string>()
  const add = (chunk: Chunk | undefined) => {
    if (chunk === undefined || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const name of chunk.imports) add(all.get(name))
  }
  for (const chunk of chunks) add(chunk)
  return files
}

/**
 * Writes `dist/routes.json`: the files of each page besides those of the entry. The server lists those of the opened
 * page in its `Link` header, so that they load beside the entry. The lists of all pages were 2.7 kB of every page, and
 * links load the code of their page on hover and focus.
 */
export function routeFiles(): Plugin {
  return {
    name: 'foja:route-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const all = new Map<string, Chunk>(chunks.map((chunk) => [chunk.fileName, chunk]))
      const chunkOf = (end: string) => {
        const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end))
        return found ?? this.error(`no file starts with ${end}`)
      }
      const page = bundle['index.html']
      const html = page?.type === 'asset' ? String(page.source) : this.error('no page is in the bundle')
      const loaded = withImports(
        chunks.filter(({ fileName }) => html.includes(fileName)),
        all,
      )
      const routes = readRoutes(readFileSync(router, 'utf8')).map(({ path, office, modules }): RouteFiles => {
        const needed = withImports(
          modules.map((module) => chunkOf(`/src/app${module}`)),
          all,
        )
        return { path, office, files: [...needed].filter((file) => !loaded.has(file)) }
      })
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: `${JSON.stringify(routes)}\n` })
    },
  }
}
