import type { Rolldown } from 'vite'

type Context = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const vendor = /node_modules[\\/](react|react-dom|scheduler)[\\/]/
const query = /@tanstack[\\/](react-query|query-core)[\\/]/
const upload = /[\\/]lib[\\/]api[\\/]upload\.ts$|[\\/]solicitudes[\\/]api[\\/]send-files\.ts$/
const publicBar = /[\\/]app[\\/]shell[\\/](public-layout|preference-buttons|help-link)\.tsx$/
/**
 * Small files that are loaded together nearly always, by the name of their chunk. Each file of its own costs a page
 * 200 bytes, more than what it rarely loads in vain.
 */
const together: readonly [name: string, files: RegExp][] = [
  // Small and on many pages: a third of their bytes was their file.
  ['common', /ui\/link\.ts$|lib\/files\/use-blob-url\.ts$|contracts\/src\/request-states\.ts$|ui\/confirm-modal\.tsx$/],
  // Pages that are lists.
  ['lists', /shared\/(loaded|paged)-list\.tsx$|ui\/(pagination|table|search-box)\.tsx$/],
  ['workspace', /shared\/menu-link\.tsx$|(signing-requests\/api\/signing-requests|signing\/api\/office-seal)\.ts$/],
  // Runs 1.2 s after the page, but half of its bytes were its file.
  ['workspace', /lib\/api\/live\.ts$|shell\/live-updates\.tsx$/],
  // Both boards on which fields are placed.
  ['canvas', /routes\/use-kept\.ts$/],
  // Signing files: before the first one, and with it.
  [
    'sign-files',
    /routes\/sign-(route|page|header)\.tsx$|signing\/(files\/use-(pdf-files|stamp-places)|texts\/sign-files)\.ts$/,
  ],
  // Many documents, files or the batch: what signs them, and their fields.
  ['sign-many', /signing\/batch\/(use-sign-many|batch-place)\.ts$|app\/document-ids\.ts$/],
  ['sign-many', /signing\/(batch\/(batch-form|refusal)\.tsx|texts\/sign-many\.ts|use-signature-image\.ts)$/],
  ['sign-desk', /routes\/sign-(desk|canvas)\.tsx$|signing\/files\/(file-column|page-thumbnail)\.tsx$/],
  ['dropzone', /ui\/(dropzone|stepper)\.tsx$|shared\/texts\/unlock\.ts$/],
  // Every page on which something is signed; and what shows the user's key.
  ['sign-draft', /signing\/(api\/signing|attempt|check-certificate-files|last-place|sign-draft|sign-with)\.ts$/],
  ['sign-draft', /signing\/texts\/sign-options\.ts$/],
  ['sign-form', /signing\/components\/certificate-card\.tsx$/],
  ['signer', /signing\/(api\/signer|expiry|texts\/signing)\.ts$/],
  ['reader', /signing\/(components\/placement-(box|layer)|use-placement|texts\/placement)\.tsx?$|shared\/pages\.ts$/],
  // The reader, also for recipients; and what it shares with the case.
  ['reading', /shared\/(reader|zoom-tools|use-reader-controls|reader-controls)\.tsx?$/],
  ['file', /documents\/api\/(document|verification)\.ts$/],
  ['file', /shared\/(signatures-badge|use-download)\.tsx?$|ui\/tile\.tsx$/],
  // Not in the first file, although sign-in needs it.
  ['checkbox', /ui\/(checkbox|control-words)\.tsx$/],
  // The list, the wizard and the case.
  [
    'cases',
    /solicitudes\/(api\/solicitudes|texts\/solicitudes|summarise-case|case-leaves)\.ts$|shared\/(common-status\.ts|badges\.tsx)$/,
  ],
  [
    'case',
    /solicitudes\/(texts\/case-file|use-apply|wizard\/check-file)\.ts$|requests\/api\/convocations\.ts$|mediation\/texts\/mediation\.ts$/,
  ],
  ['case', /(photos\/camera-button|components\/document-tile)\.tsx$|routes\/lazy-(email|share)-modal\.tsx$/],
  // The company's logo, over 1.2 s after the page.
  ['logo', /companies\/(api\/company-logo|components\/small-logo)\.tsx?$/],
  // The page that asks for signatures, and its parts that others use too.
  [
    'ask',
    /signing-requests\/(components\/person-fields|texts\/ask|draft)\.tsx?$|shared\/(texts\/term|term(-fields)?)\.tsx?$/,
  ],
  ['ask', /ui\/theme\/signer-colors\.ts$|routes\/(places|signer-face|use-ask-means)\.tsx?$/],
  // Requests for signatures, on the home page, in the case and in their list.
  [
    'request',
    /signing-requests\/(components\/request-parts|progress|use-remind|texts\/(signing-requests|request-card))\.tsx?$/,
  ],
  ['request-card', /signing-requests\/components\/(requests-card|recipient-actions)\.tsx$/],
]
/** The three pages on which documents are signed, and their lazy parts. */
const signing = /^(document|sign|batch)$|[\\/]features[\\/](signing|documents)[\\/]|[\\/]routes[\\/](sign-|document-)/
/** Pages for people without a session, and their lazy parts. */
const guest = /^(recipient|shared|forgot|choose-password)$|[\\/]features[\\/](recipient|shares|account)[\\/]/
const signDesk = /[\\/]sign-desk\./
const signPanel = /[\\/]sign-panel\./
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
    if (everyPage.test(id)) for (const page of ['list', 'document', 'recipient']) pages.add(page)
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
 * - `common`: what the list and the reader share, and pages without a session need too; what more than 15 pages or lazy
 *   parts share.
 * - `workspace`: the rest of what the list and the reader share, and with them nearly every page of a signed-in user.
 * - `growing`: infinite lists, most of which are loaded after their page.
 * - `upload`: files that are sent, on few pages at once.
 * - `public`: the bar of pages without a session.
 * - `together`: small files under names of their own.
 * - `page`: what the reader shares with the public shared page; `canvas`: with the editor of templates.
 * - `reader`: what the reader shares with the signing of files; `sign-form`: the fields of both and of the batch.
 * - `sign-in`: sign-in, with what /refresh and setup share with it.
 */
export function chunkName(id: string, context: Context): string | null {
  if (vendor.test(id)) return 'vendor'
  if (growing.test(id)) return 'growing'
  if (upload.test(id)) return 'upload'
  if (publicBar.test(id)) return 'public'
  const path = id.replaceAll('\\', '/')
  const joined = together.find(([, files]) => files.test(path))
  if (joined !== undefined) return joined[0]
  const pages = pagesOf(id, context)
  const [list, reader] = [pages.has('list'), pages.has('document')]
  if (pages.has('main') || (pages.has('sign-in') && (list || reader || pages.size > 6))) return 'core'
  if (query.test(id)) return 'query'
  if (list && reader) return [...pages].some((page) => guest.test(page)) ? 'common' : 'workspace'
  if (pages.has('sign-in')) return 'sign-in'
  if (reader && pages.has('shared')) return 'page'
  if (reader && pages.has('template-editor')) return 'canvas'
  const every = [...pages]
  if (every.every((page) => signing.test(page)) && every.some((page) => signDesk.test(page))) {
    if (reader) return 'reader'
    if (pages.has('batch') && every.some((page) => signPanel.test(page))) return 'sign-form'
  }
  // The bundler splits the rest: each page's own code, lazy parts, and what a few of them share.
  if (pages.size === 1) return null
  return pages.size > 15 ? 'common' : null
}

const named =
  /^(vendor|core|query|workspace|upload|public|page|canvas|reader|sign-draft|sign-form|signer|reading|file|checkbox|case|cases|lists|logo|request|request-card|ask|sign-files|sign-many|sign-desk|dropzone|growing|sign-in|common|rolldown-runtime)$/

/**
 * Names only what a page loads by name. What some pages share would have the name of any of its modules, and each page
 * lists its files: about 1 kB.
 */
export const chunkFile = ({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }): string =>
  isDynamicEntry || named.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js'
