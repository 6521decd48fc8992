import {
  createRouter,
  useParams,
  useRouter,
  useRouterState,
  useSearch,
  type AnyRoute,
  type AnyRouter,
  type RouterHistory,
} from '@tanstack/react-router'
import { useCallback, type ComponentProps, type MouseEvent } from 'react'
import { base } from './paths.ts'

/** The query parameters of an address, as text; each route validates its own. */
export type RawSearch = Record<string, unknown>
type Search = Record<string, string | number | undefined>

/** Plain text in the address: `?page=2`, never JSON, so that a share token stays what it is. */
const parseSearch = (search: string): RawSearch => Object.fromEntries(new URLSearchParams(search))

function writeSearch(search: Search): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const words = query.toString()
  return words === '' ? '' : `?${words}`
}

/** Restores the scroll position on the way back, and focuses `main` if the focused element left with its page. */
export function startRouter(routeTree: AnyRoute, history?: RouterHistory): AnyRouter {
  const router = createRouter({
    routeTree,
    basepath: base,
    parseSearch,
    stringifySearch: writeSearch,
    caseSensitive: true,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    // The page stays until the next one is loaded, unless that takes longer.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    // Another document is another page.
    defaultRemountDeps: ({ params }) => params,
    ...(history === undefined ? {} : { history }),
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost && pathChanged && fromLocation !== undefined)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  })
  return router
}

type SearchOrChange = Search | ((before: Search) => Search)
export type Target = { href: string; replace?: boolean } | { search: SearchOrChange; replace?: boolean }

/** Leads to another address, or changes the search of this one. Replacing an entry keeps the scroll position. */
export function useNavigate(): (target: Target) => Promise<void> {
  const router = useRouter()
  return useCallback(
    (target) =>
      router.navigate({ ...target, resetScroll: target.replace !== true } as Parameters<AnyRouter['navigate']>[0]),
    [router],
  )
}

/** Path (without the base), parameters and validated search of the page that is rendered. */
export function useShown() {
  const pathname = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
  const params = useParams({ strict: false }) as Record<string, string>
  const search = useSearch({ strict: false }) as Search
  return { pathname, params, search }
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

const isPlain = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** A link to a whole address; loads the page's code on hover and focus. Without a router, a plain link. */
export function Link({ to, onClick, onPointerEnter, onFocus, children, ...rest }: LinkProps) {
  const router = useRouter({ warn: false }) as AnyRouter | null
  const preload = () => {
    const route = router?.getMatchedRoutes(new URL(to, window.location.origin).pathname.slice(base.length))[2]
    // An error is shown when the page is opened.
    if (route !== undefined) void Promise.resolve(router?.loadRouteChunk(route)).catch(() => {})
  }
  return (
    <a
      {...rest}
      href={to}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        preload()
      }}
      onFocus={(event) => {
        onFocus?.(event)
        preload()
      }}
      onClick={(event) => {
        onClick?.(event)
        if (router === null || event.defaultPrevented || !isPlain(event) || rest.target !== undefined) return
        event.preventDefault()
        void router.navigate({ href: to })
      }}
    >
      {children}
    </a>
  )
}
