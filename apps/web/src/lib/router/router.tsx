import {
  Component,
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ComponentProps,
  type FunctionComponent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { Router, RouterState, Target } from './navigation.ts'
import { keepScroll, restoreScroll } from './scroll-places.ts'

export const RouterContext = createContext<Router | null>(null)

export type ErrorPageProps = { error: unknown; onRetry: () => void }

type Props = {
  router: Router
  /** Drawn while the first page, or one that takes its time, is on its way. */
  pending: ReactNode
  ErrorPage: FunctionComponent<ErrorPageProps>
  /** Beside every page. */
  children?: ReactNode
}

/** Draws the page that the address says. */
export function RouterProvider({ router, pending, ErrorPage, children }: Props) {
  const state = useSyncExternalStore(router.subscribe, router.read)
  useEffect(() => router.start(), [router])
  useArrival(state)
  const { shown, waiting, error, place } = state
  const retry = () => void router.retry()
  return (
    <RouterContext value={router}>
      {children}
      {waiting || (shown === undefined && error === undefined) ? (
        pending
      ) : error === undefined && shown !== undefined ? (
        <Fence key={place.pathname} ErrorPage={ErrorPage} onRetry={retry}>
          <shown.Page />
        </Fence>
      ) : (
        <ErrorPage error={error} onRetry={retry} />
      )}
    </RouterContext>
  )
}

/** A page that fails while it is drawn gives way to words about it, until it is tried again or left. */
class Fence extends Component<
  { children: ReactNode; ErrorPage: FunctionComponent<ErrorPageProps>; onRetry: () => void },
  { error: unknown }
> {
  override state = { error: undefined as unknown }
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('The page failed') }
  }
  override render() {
    const { children, ErrorPage, onRetry } = this.props
    if (this.state.error === undefined) return children
    const retry = () => {
      this.setState({ error: undefined })
      onRetry()
    }
    return <ErrorPage error={this.state.error} onRetry={retry} />
  }
}

/** A new page begins at its top, one that was left where it was left; the focus goes to it when it has no other place. */
function useArrival({ place, shown, how }: RouterState) {
  const { key, pathname } = place
  const drawn = shown !== undefined
  // Only a new entry of the history moves the page; filters that change in place leave it where it is.
  useLayoutEffect(() => {
    if (!drawn || how === 'replace') return
    if (how === 'push') window.scrollTo(0, 0)
    else restoreScroll(key)
  }, [key, how, drawn])
  const arrived = useRef('')
  useEffect(() => {
    if (!drawn || arrived.current === pathname) return
    const isFirst = arrived.current === ''
    arrived.current = pathname
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost && !isFirst) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [pathname, drawn])
  useEffect(() => keepScroll(key), [key])
}

/** Leads to another address, or changes the search of this one. */
export function useNavigate(): (target: Target) => Promise<void> {
  const router = use(RouterContext)
  if (router === null) throw new Error('useNavigate needs a <RouterProvider> round it')
  return router.navigate
}

export function useRouter(): Router {
  const router = use(RouterContext)
  if (router === null) throw new Error('useRouter needs a <RouterProvider> round it')
  return router
}

/** What the address of the page that is drawn says. */
export function useShown() {
  const router = useRouter()
  const { shown, place } = useSyncExternalStore(router.subscribe, router.read)
  return { pathname: place.pathname, params: shown?.params ?? {}, search: shown?.search ?? {} }
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

const isPlain = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** A link to a page; its code is fetched when the pointer or the focus comes near. */
export function Link({ to, onClick, onPointerEnter, onFocus, children, ...rest }: LinkProps) {
  const router = use(RouterContext)
  return (
    <a
      {...rest}
      href={to}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        router?.preload(to)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        router?.preload(to)
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
