import type { AnyRoute, AnyRouter, RouterHistory } from '@tanstack/react-router'
import { BaseRootRoute, BaseRoute, redirect } from '@tanstack/router-core'
import type { FunctionComponent } from 'react'
import { closeDetour, openDetour } from '../lib/router/detour.ts'
import { base, safeReturn, paths } from '../lib/router/paths.ts'
import { setNavigate } from '../lib/router/redirect.ts'
import { startRouter } from '../lib/router/router.tsx'
import { textsReady } from '../lib/texts/define-texts.ts'
import { Pending, RouteFailed } from './root.tsx'
import { searchReaders, type PagePath, type SearchOf } from './route-search.ts'
import { fetchSetup } from '../features/setup/api/setup.ts'
import { fetchProvider } from '../lib/session/provider.ts'
import { ensureSession } from '../lib/session/session-store.ts'

/** True if the installation needs its first company; false also if the server does not answer. */
async function setupNeeded(): Promise<boolean> {
  try {
    return (await fetchSetup()).needed
  } catch {
    return false
  }
}

/**
 * For pages with a session. Without one, redirects to /ingresar and back, or to /bienvenida while there is no company.
 */
async function requireSession({ href }: { href: string }): Promise<void> {
  if ((await ensureSession()) !== null) return
  if (await setupNeeded()) throw redirect({ href: paths.setup() })
  throw redirect({ href: paths.signIn(safeReturn(href)) })
}

/** /ingresar: redirects users with a session, and to /bienvenida while there is no company. */
async function requireNobody(back: string): Promise<void> {
  // Fetched in parallel, so that its button is in the first render and moves nothing.
  const provider = fetchProvider()
  const session = await ensureSession().catch(() => null)
  if (session !== null) throw redirect({ href: back })
  if (await setupNeeded()) throw redirect({ href: paths.setup() })
  await provider
}

/** /bienvenida: only while there is no company. */
async function requireSetup(): Promise<void> {
  if (!(await setupNeeded())) throw redirect({ href: paths.home() })
}

/** A page whose code and texts are loaded before it is drawn; what failed to load is requested again. */
function plainPage(load: () => Promise<FunctionComponent>) {
  let Page: FunctionComponent | undefined
  let loading: Promise<void> | undefined
  const fetchPage = async () => {
    const loaded = await load()
    await textsReady()
    Page = loaded
  }
  const preload = () => {
    loading ??= fetchPage().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return Object.assign(() => Page !== undefined && <Page />, { preload })
}

/** The same with the query cache, which sign-in, setup and /refresh do not need. */
const page = (load: () => Promise<FunctionComponent>) =>
  plainPage(async () => {
    const [Page, { withQueries }] = await Promise.all([load(), import('./queries.tsx')])
    return withQueries(Page)
  })

type Guard<P extends PagePath> = (at: { href: string; search: SearchOf<P> }) => Promise<void>

// The plain routes of the router's core: those for React each bring hooks and a `Link` of their own, 2 kB on every page.
const root = new BaseRootRoute({
  pendingComponent: Pending,
  errorComponent: RouteFailed,
  notFoundComponent: plainPage(async () => (await import('./not-found.tsx')).NotFoundPage),
}) as unknown as AnyRoute

const route = <P extends PagePath>(path: P, component: ReturnType<typeof plainPage>, guard?: Guard<P>) =>
  new BaseRoute({
    getParentRoute: () => root,
    path,
    component,
    pendingComponent: Pending,
    errorComponent: RouteFailed,
    validateSearch: searchReaders[path],
    // The search has the shape that this route's own reader gives it.
    beforeLoad: ({ location: { publicHref: href }, search }) => guard?.({ href, search: search as SearchOf<P> }),
  }) as unknown as AnyRoute

const signInPage = plainPage(async () => (await import('./routes/sign-in-route.tsx')).SignInRoute)

/** A page with a session. */
const office = (path: PagePath, load: () => Promise<FunctionComponent>) => route(path, page(load), requireSession)

const routes = [
  route(
    '/bienvenida',
    plainPage(async () => (await import('./routes/setup-route.tsx')).SetupRoute),
    requireSetup,
  ),
  route('/ingresar', signInPage, ({ search }) => {
    // Most requests stay here: the code loads while the server answers.
    void signInPage.preload().catch(() => {})
    return requireNobody(safeReturn(search.volver ?? search.callbackUrl))
  }),
  route(
    '/refresh',
    plainPage(async () => (await import('./routes/refresh-route.tsx')).RefreshRoute),
  ),
  route(
    '/olvide',
    plainPage(async () => (await import('./routes/forgot-route.tsx')).ForgotRoute),
  ),
  route(
    '/elegir-clave',
    plainPage(async () => (await import('./routes/choose-password-route.tsx')).ChoosePasswordRoute),
  ),
  route(
    '/compartido',
    page(async () => (await import('./routes/shared-route.tsx')).SharedRoute),
  ),
  route(
    '/pedido',
    plainPage(async () => {
      const [{ RecipientRoute }, { withGuestQueries }] = await Promise.all([
        import('./routes/recipient-route.tsx'),
        import('./queries.tsx'),
      ])
      return withGuestQueries(RecipientRoute)
    }),
  ),
  route(
    '/verificar',
    page(async () => (await import('./routes/verify-route.tsx')).VerifyRoute),
  ),
  route(
    '/ayuda',
    page(async () => (await import('./routes/help-route.tsx')).HelpRoute),
    // With and without a session; the layout depends on it.
    async () => void (await ensureSession().catch(() => null)),
  ),
  office('/', async () => (await import('./routes/home-route.tsx')).HomeRoute),
  office('/solicitudes', async () => (await import('./routes/list-route.tsx')).ListRoute),
  office('/pedidos', async () => (await import('./routes/signing-requests-route.tsx')).SigningRequestsRoute),
  office('/pedidos/nuevo', async () => (await import('./routes/ask-route.tsx')).AskRoute),
  office('/pedidos/documentos', async () => (await import('./routes/ask-documents-route.tsx')).AskDocumentsRoute),
  office('/agenda', async () => (await import('./routes/agenda-route.tsx')).AgendaRoute),
  office('/solicitudes/nueva', async () => (await import('./routes/wizard-route.tsx')).WizardRoute),
  office('/solicitudes/$id', async () => (await import('./routes/case-route.tsx')).CaseRoute),
  office('/documentos/$id', async () => (await import('./routes/document-route.tsx')).DocumentRoute),
  office('/plantillas', async () => (await import('./routes/templates-route.tsx')).TemplatesRoute),
  office('/plantillas/$id', async () => (await import('./routes/template-editor-route.tsx')).TemplateEditorRoute),
  office('/plantillas/$id/usar', async () => (await import('./routes/template-fill-route.tsx')).TemplateFillRoute),
  office('/firmar', async () => (await import('./routes/sign-route.tsx')).SignRoute),
  office('/documentos', async () => (await import('./routes/loose-route.tsx')).LooseRoute),
  office('/firma', async () => (await import('./routes/signer-route.tsx')).SignerRoute),
  office('/firma/lote', async () => (await import('./routes/batch-route.tsx')).BatchRoute),
  office('/firma/ajustes', async () => (await import('./routes/settings-route.tsx')).SettingsRoute),
  office('/autoridades', async () => (await import('./routes/trust-route.tsx')).TrustRoute),
  office('/correos', async () => (await import('./routes/outbox-route.tsx')).OutboxRoute),
  office('/estado', async () => (await import('./routes/status-route.tsx')).StatusRoute),
  office('/programas', async () => (await import('./routes/programs-route.tsx')).ProgramsRoute),
  office('/privacidad', async () => (await import('./routes/privacy-route.tsx')).PrivacyRoute),
  office('/usuarios', async () => (await import('./routes/users-route.tsx')).UsersRoute),
  office('/empresas', async () => (await import('./routes/companies-route.tsx')).CompaniesRoute),
  office('/papelera', async () => (await import('./routes/bin-route.tsx')).BinRoute),
  office('/perfil', async () => (await import('./routes/profile-route.tsx')).ProfileRoute),
]

/** `history`: for tests. From here on redirects of the request helper go through the router. */
export function makeRouter(history?: RouterHistory): AnyRouter {
  const router = startRouter(root.addChildren(routes), history)
  setNavigate((href) => {
    // The page that is shown stays under /refresh. Before the first one there is nothing to keep.
    const shown = base + router.state.resolvedLocation?.pathname
    const keeps = shown === window.location.pathname && safeReturn(shown) === shown
    if (keeps && new URL(href, window.location.origin).pathname === paths.refresh()) return openDetour(href)
    closeDetour()
    void router.navigate({ href })
  })
  return router
}
