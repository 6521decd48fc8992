import { solicitudStatuses } from '@foja/contracts/states'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { loadSections } from '../i18n/load.ts'
import { orderings } from '../lib/orderings.ts'
import { safeReturn } from '../lib/paths.ts'
import { setNavigate } from '../lib/redirect.ts'
import { documentTabs, type DocumentTab } from './document-tab.ts'
import { requireNobody, requireSession, requireSetup } from './guards.ts'
import { pageSections } from './page-sections.ts'
import { Pending, RootLayout, RouteError } from './root.tsx'

/** What an address may carry, as text: each route reads its own out of it. */
type RawSearch = Record<string, unknown>

const text = (value: unknown, maximum = 200): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, maximum) : undefined
const oneOf = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value)
const whole = (value: unknown, minimum: number, maximum: number): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined
}
const date = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined

type Page = keyof typeof pageSections
type Code<N extends string> = () => Promise<Record<N, FunctionComponent>>

/** The code of a page, which comes when it is first needed, with the sections of the texts that it says. */
const plainPage = <N extends string>(page: Page, load: Code<N>, name: N) =>
  lazyRouteComponent(async () => {
    const [code] = await Promise.all([load(), loadSections(pageSections[page])])
    return { default: code[name] }
  })

/** The same with the query cache, which signing in, setting up and /refresh do without. */
const page = <N extends string>(page: Page, load: Code<N>, name: N) =>
  lazyRouteComponent(async () => {
    const [code, { withQueries }] = await Promise.all([
      load(),
      import('./queries.tsx'),
      loadSections(pageSections[page]),
    ])
    return { default: withQueries(code[name]) }
  })

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFoundPage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/bienvenida',
  beforeLoad: requireSetup,
  component: plainPage('setup-route', () => import('./routes/setup-route.tsx'), 'SetupRoute'),
})

const signInPage = plainPage('sign-in-route', () => import('./routes/sign-in-route.tsx'), 'SignInRoute')

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/ingresar',
  validateSearch: (search: RawSearch): { volver?: string } => ({ volver: text(search['volver'], 2000) }),
  beforeLoad: ({ search }) => {
    // Whoever comes here nearly always stays: its code comes while the server is asked.
    void signInPage.preload?.()
    return requireNobody(safeReturn(search.volver))
  },
  component: signInPage,
})

const refresh = createRoute({
  getParentRoute: () => root,
  path: '/refresh',
  validateSearch: (search: RawSearch): { volver?: string; estado?: number; codigo?: string } => ({
    volver: text(search['volver'], 2000),
    estado: whole(search['estado'], 400, 599),
    codigo: text(search['codigo'], 80),
  }),
  component: plainPage('refresh-route', () => import('./routes/refresh-route.tsx'), 'RefreshRoute'),
})

const shared = createRoute({
  getParentRoute: () => root,
  path: '/compartido',
  validateSearch: (search: RawSearch): { share?: string } => ({ share: text(search['share']) }),
  component: page('shared-route', () => import('./routes/shared-route.tsx'), 'SharedRoute'),
})

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verificar',
  validateSearch: (search: RawSearch): { codigo?: string } => ({ codigo: text(search['codigo']) }),
  component: page('verify-route', () => import('./routes/verify-route.tsx'), 'VerifyRoute'),
})

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireSession })

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: page('home-route', () => import('./routes/home-route.tsx'), 'HomeRoute'),
})

type ListSearch = {
  page?: number
  q?: string
  status?: (typeof solicitudStatuses)[number]
  desde?: string
  hasta?: string
  ordering?: (typeof orderings)[number]
  size?: number
}

const solicitudes = createRoute({
  getParentRoute: () => signedIn,
  path: '/solicitudes',
  validateSearch: (search: RawSearch): ListSearch => ({
    page: whole(search['page'], 1, 1_000_000),
    q: text(search['q']),
    status: oneOf(solicitudStatuses, search['status']),
    desde: date(search['desde']),
    hasta: date(search['hasta']),
    ordering: oneOf(orderings, search['ordering']),
    size: whole(search['size'], 1, 100),
  }),
  component: page('list-route', () => import('./routes/list-route.tsx'), 'ListRoute'),
})

const newSolicitud = createRoute({
  getParentRoute: () => signedIn,
  path: '/solicitudes/nueva',
  validateSearch: (search: RawSearch): { paso?: number } => ({ paso: whole(search['paso'], 1, 4) }),
  component: page('wizard-route', () => import('./routes/wizard-route.tsx'), 'WizardRoute'),
})

const solicitud = createRoute({
  getParentRoute: () => signedIn,
  path: '/solicitudes/$id',
  component: page('case-route', () => import('./routes/case-route.tsx'), 'CaseRoute'),
})

const document = createRoute({
  getParentRoute: () => signedIn,
  path: '/documentos/$id',
  validateSearch: (search: RawSearch): { tab?: DocumentTab } => ({ tab: oneOf(documentTabs, search['tab']) }),
  component: page('document-route', () => import('./routes/document-route.tsx'), 'DocumentRoute'),
})

const signer = createRoute({
  getParentRoute: () => signedIn,
  path: '/firma',
  component: page('signer-route', () => import('./routes/signer-route.tsx'), 'SignerRoute'),
})

const batch = createRoute({
  getParentRoute: () => signedIn,
  path: '/firma/lote',
  validateSearch: (search: RawSearch): { ids?: string } => ({ ids: text(search['ids'], 2000) }),
  component: page('batch-route', () => import('./routes/batch-route.tsx'), 'BatchRoute'),
})

const signingSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/firma/ajustes',
  component: page('settings-route', () => import('./routes/settings-route.tsx'), 'SettingsRoute'),
})

const trustAnchors = createRoute({
  getParentRoute: () => signedIn,
  path: '/autoridades',
  component: page('trust-route', () => import('./routes/trust-route.tsx'), 'TrustRoute'),
})

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/perfil',
  component: page('profile-route', () => import('./routes/profile-route.tsx'), 'ProfileRoute'),
})

const routeTree = root.addChildren([
  setup,
  signIn,
  refresh,
  shared,
  verify,
  signedIn.addChildren([
    home,
    solicitudes,
    newSolicitud,
    solicitud,
    document,
    signer,
    batch,
    signingSettings,
    trustAnchors,
    profile,
  ]),
])

/** Search parameters are plain text in the address: `?page=2`, never JSON, so that a share token stays what it is. */
const parseSearch = (search: string): RawSearch => Object.fromEntries(new URLSearchParams(search))
const stringifySearch = (search: RawSearch): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') query.set(name, String(value))
  }
  const words = query.toString()
  return words === '' ? '' : `?${words}`
}

/** The router; a history of its own in tests. From here on redirects of the request helper go through it. */
export function makeRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingComponent: Pending,
    defaultPendingMs: 300,
    defaultErrorComponent: RouteError,
    ...(history === undefined ? {} : { history }),
  })
  setNavigate((href) => void router.navigate({ href }))
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
