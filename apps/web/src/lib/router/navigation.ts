import type { FunctionComponent } from 'react'
import { browserHistory, hrefOf, type History, type Place } from './history.ts'

/** What an address carries after its question mark, as text; each route reads its own out of it. */
export type RawSearch = Record<string, unknown>
export type Search = Record<string, string | number | undefined>

export type Route = {
  /** `/solicitudes/$id`: a part that begins with $ takes whatever stands there. Of two that fit, the first counts. */
  path: string
  /** What an address that anybody may have written says to this page. */
  read: (raw: RawSearch) => Search
  /** Awaited before the page is drawn; throws a Redirect to lead elsewhere. */
  guard?: (at: { href: string; search: Search }) => Promise<void> | undefined
  /** The code of the page with all that it needs at once; called again after a failure alone. */
  load: () => Promise<FunctionComponent>
}

/** Thrown by a guard: this page is not for whoever asks, another is. */
export class Redirect extends Error {
  readonly href: string
  constructor(href: string) {
    super(href)
    this.href = href
  }
}

export type Shown = { path: string; params: Record<string, string>; search: Search; Page: FunctionComponent }
export type RouterState = {
  place: Place
  /** The page; undefined until the first one has come. */
  shown: Shown | undefined
  /** The next page takes its time. */
  waiting: boolean
  /** Why the page could not be brought. */
  error: unknown
  /** How the person came here: what was left is found where it was left. */
  how: 'start' | 'push' | 'replace' | 'pop'
}

type SearchOrChange = Search | ((before: Search) => Search)
export type Target = { href: string; replace?: boolean } | { search: SearchOrChange; replace?: boolean }

/** Asked before the page is left for another address; whoever answers false keeps it. */
export type LeaveGuard = (href: string) => boolean | Promise<boolean>

/** The page stays until the next one has come, unless that takes longer. */
const patience = 300
const mostRedirects = 10

/** Plain text in the address: `?page=2`, never JSON, so that a share token stays what it is. */
const parseSearch = (search: string): RawSearch => Object.fromEntries(new URLSearchParams(search))

export function writeSearch(search: Search): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const words = query.toString()
  return words === '' ? '' : `?${words}`
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '')

/** The values of the parts that begin with $; undefined where the path does not fit. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const [wanted, parts] = [partsOf(pattern), partsOf(pathname)]
  if (wanted.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, want] of wanted.entries()) {
    const part = parts[at] ?? ''
    if (!want.startsWith('$')) {
      if (want !== part) return undefined
      continue
    }
    try {
      params[want.slice(1)] = decodeURIComponent(part)
    } catch {
      return undefined
    }
  }
  return params
}

export type Router = ReturnType<typeof createRouter>

/** Brings pages by their address. `missing` is drawn where no route fits. */
export function createRouter(routes: readonly Route[], missing: Route['load'], history: History = browserHistory()) {
  let state: RouterState = { place: history.read(), shown: undefined, waiting: false, error: undefined, how: 'start' }
  let turn = 0
  /** Whether a page is on its way: until it is drawn, the address is ahead of what `state` says. */
  let isOnItsWay = false
  let guard: LeaveGuard | undefined
  const layers: (() => void)[] = []
  const listeners = new Set<() => void>()

  const set = (next: Partial<RouterState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const find = (pathname: string) => {
    for (const route of routes) {
      const params = matchPath(route.path, pathname)
      if (params !== undefined) return { route, params }
    }
    return undefined
  }

  const prepare = async (place: Place): Promise<Shown> => {
    const found = find(place.pathname)
    if (found === undefined) return { path: '', params: {}, search: {}, Page: await missing() }
    const { route, params } = found
    const search = route.read(parseSearch(place.search))
    await route.guard?.({ href: hrefOf(place), search })
    return { path: route.path, params, search, Page: await route.load() }
  }

  /** Draws what the history says, once it has come; what was on its way before does not come any more. */
  const follow = async (how: RouterState['how'], redirects = 0): Promise<void> => {
    turn += 1
    isOnItsWay = true
    const mine = turn
    const place = history.read()
    const slow = setTimeout(() => set({ waiting: true }), patience)
    try {
      const shown = await prepare(place)
      if (mine !== turn) return
      isOnItsWay = false
      set({ place, shown, waiting: false, error: undefined, how })
    } catch (error) {
      if (mine !== turn) return
      if (!(error instanceof Redirect) || redirects >= mostRedirects) {
        isOnItsWay = false
        set({ place, waiting: false, error, how })
        return
      }
      history.write(error.href, 'replace')
      clearTimeout(slow)
      await follow(how, redirects + 1)
    } finally {
      clearTimeout(slow)
    }
  }

  /** The address of a target. A change of the search keeps the page, and starts from what the page has read. */
  const addressOf = (target: Target): string => {
    if ('href' in target) return target.href
    const { search } = target
    return `${state.place.pathname}${writeSearch(typeof search === 'function' ? search(state.shown?.search ?? {}) : search)}`
  }

  const stay = () => history.write(hrefOf(state.place), 'push')

  /** The browser has gone back already: the address of the page returns while the person is asked. */
  const askToLeave = async (ask: LeaveGuard, href: string) => {
    stay()
    if (!(await ask(href))) return
    guard = undefined
    history.back()
  }

  const isElsewhere = (href: string) =>
    new URL(href, window.location.origin).pathname !== history.read().pathname && state.shown !== undefined

  return {
    history,
    read: () => state,
    /** Has `ask` asked before this page is left. Returns what ends that. */
    hold: (ask: LeaveGuard) => {
      guard = ask
      return () => {
        if (guard === ask) guard = undefined
      }
    },
    /** Something lies over the page: going back calls `close` and leaves the page where it is. Returns what ends that. */
    cover: (close: () => void) => {
      layers.push(close)
      // On the first page of a tab the browser itself would leave.
      if (!history.canGoBack()) stay()
      return () => void layers.splice(layers.indexOf(close), 1)
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Resolves when the page is drawn, or when another one was asked for meanwhile. */
    navigate: async (target: Target): Promise<void> => {
      const href = addressOf(target)
      if (guard !== undefined && isElsewhere(href) && !(await guard(href))) return
      const how = target.replace === true || href === hrefOf(history.read()) ? 'replace' : 'push'
      history.write(href, how)
      await follow(how)
    },
    /** Fetches the code behind an address that is likely to be next. */
    preload: (href: string): void => {
      // A failure shows itself when the page is wanted.
      find(new URL(href, window.location.origin).pathname)
        ?.route.load()
        .catch(() => {})
    },
    /** Brings the page again, after a failure. */
    retry: (): Promise<void> => {
      // What failed goes at once, so that the person sees that it is being tried.
      set({ shown: undefined, error: undefined })
      return follow('replace')
    },
    /** Draws the first page and follows the person's own steps from now on. */
    start: () => {
      void follow('start')
      return history.onPop(() => {
        const next = history.read()
        // A place on the same page (#contenido) is the browser's own matter.
        const isHere = next.pathname === state.place.pathname && next.search === state.place.search
        const close = layers.at(-1)
        if (close !== undefined) {
          if (!isHere) stay()
          return close()
        }
        if (isHere && !isOnItsWay) return
        if (guard === undefined || next.pathname === state.place.pathname) void follow('pop')
        else void askToLeave(guard, hrefOf(next))
      })
    },
  }
}
