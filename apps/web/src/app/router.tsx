import type { FunctionComponent } from 'react'
import { textsReady } from '../lib/texts/texts.tsx'
import type { History } from '../lib/router/history.ts'
import { createRouter, type Route } from '../lib/router/navigation.ts'
import { safeReturn } from '../lib/router/paths.ts'
import { setNavigate } from '../lib/router/redirect.ts'
import { requireNobody, requireSession, requireSetup } from './guards.ts'
import { searchReaders, type PagePath, type SearchOf } from './route-search.ts'

type Code<N extends string> = () => Promise<Record<N, FunctionComponent>>

/** What came once stays; what failed is asked for again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined
  return () => {
    coming ??= load().catch((error: unknown) => {
      coming = undefined
      throw error
    })
    return coming
  }
}

/** The code of a page, which comes when it is first needed, with the sections of the texts that it says. */
const plainPage = <N extends string>(load: Code<N>, name: N) =>
  once(async () => {
    const code = await load()
    await textsReady()
    return code[name]
  })

/** The same with the query cache, which signing in, setting up and /refresh do without. */
const page = <N extends string>(load: Code<N>, name: N) =>
  once(async () => {
    const [code, { withQueries }] = await Promise.all([load(), import('./queries.tsx')])
    await textsReady()
    return withQueries(code[name])
  })

type Guard<P extends PagePath> = (at: { href: string; search: SearchOf<P> }) => Promise<void>

const route = <P extends PagePath>(path: P, load: Route['load'], guard?: Guard<P>): Route => ({
  path,
  read: searchReaders[path],
  load,
  ...(guard === undefined ? {} : { guard: guard as NonNullable<Route['guard']> }),
})

const signInPage = plainPage(() => import('./routes/sign-in-route.tsx'), 'SignInRoute')

/** Of two that fit an address, the first counts. */
const routes: readonly Route[] = [
  route(
    '/bienvenida',
    plainPage(() => import('./routes/setup-route.tsx'), 'SetupRoute'),
    requireSetup,
  ),
  route('/ingresar', signInPage, ({ search }) => {
    // Whoever comes here nearly always stays: its code comes while the server is asked.
    void signInPage().catch(() => {})
    return requireNobody(safeReturn(search.volver))
  }),
  route(
    '/refresh',
    plainPage(() => import('./routes/refresh-route.tsx'), 'RefreshRoute'),
  ),
  route(
    '/olvide',
    plainPage(() => import('./routes/forgot-route.tsx'), 'ForgotRoute'),
  ),
  route(
    '/elegir-clave',
    plainPage(() => import('./routes/choose-password-route.tsx'), 'ChoosePasswordRoute'),
  ),
  route(
    '/compartido',
    page(() => import('./routes/shared-route.tsx'), 'SharedRoute'),
  ),
  route(
    '/verificar',
    page(() => import('./routes/verify-route.tsx'), 'VerifyRoute'),
  ),
  route(
    '/',
    page(() => import('./routes/home-route.tsx'), 'HomeRoute'),
    requireSession,
  ),
  route(
    '/solicitudes',
    page(() => import('./routes/list-route.tsx'), 'ListRoute'),
    requireSession,
  ),
  route(
    '/agenda',
    page(() => import('./routes/agenda-route.tsx'), 'AgendaRoute'),
    requireSession,
  ),
  route(
    '/solicitudes/nueva',
    page(() => import('./routes/wizard-route.tsx'), 'WizardRoute'),
    requireSession,
  ),
  route(
    '/solicitudes/$id',
    page(() => import('./routes/case-route.tsx'), 'CaseRoute'),
    requireSession,
  ),
  route(
    '/documentos/$id',
    page(() => import('./routes/document-route.tsx'), 'DocumentRoute'),
    requireSession,
  ),
  route(
    '/plantillas',
    page(() => import('./routes/templates-route.tsx'), 'TemplatesRoute'),
    requireSession,
  ),
  route(
    '/plantillas/$id',
    page(() => import('./routes/template-editor-route.tsx'), 'TemplateEditorRoute'),
    requireSession,
  ),
  route(
    '/plantillas/$id/usar',
    page(() => import('./routes/template-fill-route.tsx'), 'TemplateFillRoute'),
    requireSession,
  ),
  route(
    '/firma',
    page(() => import('./routes/signer-route.tsx'), 'SignerRoute'),
    requireSession,
  ),
  route(
    '/firma/lote',
    page(() => import('./routes/batch-route.tsx'), 'BatchRoute'),
    requireSession,
  ),
  route(
    '/firma/ajustes',
    page(() => import('./routes/settings-route.tsx'), 'SettingsRoute'),
    requireSession,
  ),
  route(
    '/autoridades',
    page(() => import('./routes/trust-route.tsx'), 'TrustRoute'),
    requireSession,
  ),
  route(
    '/correos',
    page(() => import('./routes/outbox-route.tsx'), 'OutboxRoute'),
    requireSession,
  ),
  route(
    '/usuarios',
    page(() => import('./routes/users-route.tsx'), 'UsersRoute'),
    requireSession,
  ),
  route(
    '/empresas',
    page(() => import('./routes/companies-route.tsx'), 'CompaniesRoute'),
    requireSession,
  ),
  route(
    '/papelera',
    page(() => import('./routes/bin-route.tsx'), 'BinRoute'),
    requireSession,
  ),
  route(
    '/perfil',
    page(() => import('./routes/profile-route.tsx'), 'ProfileRoute'),
    requireSession,
  ),
]

const missing = once(async () => (await import('./not-found.tsx')).NotFoundPage)

/** The router; a history of its own in tests. From here on redirects of the request helper go through it. */
export function makeRouter(history?: History) {
  const router = createRouter(routes, missing, history)
  setNavigate((href) => void router.navigate({ href }))
  return router
}
