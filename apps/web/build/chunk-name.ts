import type { Rolldown } from 'vite'

type Context = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const vendor = /node_modules[\\/](react|react-dom|scheduler)[\\/]/
const query = /@tanstack[\\/](react-query|query-core)[\\/]/
const lucide = /lucide-react/
const part = /[\\/]src[\\/](ui|lib|shared)[\\/]|[\\/]packages[\\/]/
const routeFile = /app[\\/]routes[\\/]([\w-]+)-route\.tsx$/
/** Loaded beside every page with a session, so it counts as needed by the list and by the reader. */
const everyPage = /app[\\/]queries\.tsx$/

/**
 * Infinite lists. The library exports them beside what every page uses, so their importers do not tell which pages need
 * them.
 */
const growing = /react-query[\\/].*[iI]nfiniteQuery(Options)?\.|query-core[\\/].*infiniteQueryObserver\./

/** The pages that load a module statically: names of routes, `main` for the entry, paths of lazy modules. */
function pagesOf(start: string, context: Context): Set<string> {
  const seen = new Set<string>()
  const pages = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const info = context.getModuleInfo(id)
    if (info === null) return
    if (info.isEntry) pages.add('main')
    if (everyPage.test(id)) for (const page of ['list', 'document']) pages.add(page)
    else if (info.dynamicImporters.length > 0) pages.add(routeFile.exec(id)?.[1] ?? id)
    for (const importer of info.importers) visit(importer)
  }
  visit(start)
  return pages
}

/**
 * Chooses the chunk of a module by the pages that need it: few files, and no page with the code of another. A module
 * counts as needed wherever its importers are, so the chunks never import each other in a cycle.
 *
 * - `vendor`: changes rarely, so it stays in the browser's cache from one release to the next.
 * - `core`: what every visit needs, and what sign-in shares with the other pages.
 * - `query`: the query cache of every page but sign-in, setup and /refresh.
 * - `workspace`: what the list and the reader share, and with them nearly every page of a signed-in user.
 * - `growing`: infinite lists, most of which are loaded after their page.
 * - `sign-in`: sign-in, with what /refresh and setup share with it.
 * - `icons`, `common`: icons of several pages, and what more than 15 pages or lazy parts share.
 */
export function chunkName(id: string, context: Context): string | null {
  if (vendor.test(id)) return 'vendor'
  if (growing.test(id)) return 'growing'
  const pages = pagesOf(id, context)
  const [list, reader] = [pages.has('list'), pages.has('document')]
  if (pages.has('main') || (pages.has('sign-in') && (list || reader || pages.size > 6))) return 'core'
  if (query.test(id)) return 'query'
  if (list && reader) return lucide.test(id) ? 'icons' : part.test(id) || everyPage.test(id) ? 'common' : 'workspace'
  if (pages.has('sign-in')) return 'sign-in'
  // The bundler splits the rest: each page's own code, lazy parts, and what a few of them share.
  if (pages.size === 1) return null
  return lucide.test(id) ? 'icons' : pages.size > 15 ? 'common' : null
}
