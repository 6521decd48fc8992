import type { Rolldown } from 'vite'

type Context = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const vendor = /node_modules[\\/](react|react-dom|scheduler)[\\/]/
const query = /@tanstack[\\/](react-query|query-core)[\\/]/
const lucide = /lucide-react/
const part = /[\\/]src[\\/](ui|lib|shared)[\\/]|[\\/]packages[\\/]/
const routeFile = /app[\\/]routes[\\/]([\w-]+)-route\.tsx$/
/** Comes beside every page of somebody signed in, so it counts as needed by the list and by the reader. */
const everyPage = /app[\\/]queries\.tsx$/

/**
 * Lists that are read on by the page. The library exports them beside what every page uses, so that their importers say
 * nothing about who needs them.
 */
const growing = /react-query[\\/].*[iI]nfiniteQuery(Options)?\.|query-core[\\/].*infiniteQueryObserver\./

/** The pages whose code brings a module along at once: names of routes, `main` for the entry, paths of what is lazy. */
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
 * The file that a module goes to, by the pages that need it: few files rather than ninety, and no page with the code of
 * another. A module is needed wherever its importers are, so that these files never import each other in a circle.
 *
 * - `vendor` changes seldom: it stays in the browser's cache from one release to the next.
 * - `core`: what every visit needs, and what signing in shares with the pages behind it.
 * - `query`: the query cache of every page but sign-in, setup and /refresh.
 * - `workspace`: what the list and the reader share, and with them nearly every page of a signed-in user.
 * - `growing`: lists with more pages, most of which are loaded after their page.
 * - `sign-in`: sign-in, with what /refresh and setup share with it.
 * - `icons`, `common`: icons of several pages, and what more than a dozen pages or lazy parts share.
 */
export function chunkName(id: string, context: Context): string | null {
  if (vendor.test(id)) return 'vendor'
  if (growing.test(id)) return 'growing'
  const pages = pagesOf(id, context)
  const [list, reader] = [pages.has('list'), pages.has('document')]
  if (pages.has('main') || (pages.has('sign-in') && (list || reader))) return 'core'
  if (query.test(id)) return 'query'
  if (list && reader) return lucide.test(id) ? 'icons' : part.test(id) || everyPage.test(id) ? 'common' : 'workspace'
  if (pages.has('sign-in')) return 'sign-in'
  // The bundler splits the rest: each page's own code, lazy parts, and what a few of them share.
  if (pages.size === 1) return null
  return lucide.test(id) ? 'icons' : pages.size > 12 ? 'common' : null
}
