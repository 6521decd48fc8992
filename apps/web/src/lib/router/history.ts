/** Where a page stands: an address of this origin, and the entry of the history that it is. */
export type Place = { pathname: string; search: string; hash: string; key: string }

export const hrefOf = ({ pathname, search, hash }: Place): string => `${pathname}${search}${hash}`

/** The history of a browser's tab, or of a test. */
export type History = {
  read: () => Place
  write: (href: string, how: 'push' | 'replace') => void
  back: () => void
  /** Calls `listener` when the person goes back or on. */
  onPop: (listener: () => void) => () => void
  /** False for the first page of a tab. */
  canGoBack: () => boolean
}

const origin = 'http://localhost'

function placeOf(href: string, key: string): Place {
  const { pathname, search, hash } = new URL(href, origin)
  return { pathname, search, hash, key }
}

type State = { key?: string; step?: number } | null
const newKey = () => Math.random().toString(36).slice(2, 10)

export function browserHistory(): History {
  const state = () => window.history.state as State
  const step = () => state()?.step ?? 0
  // The first page of each visit is an entry of its own: without a name, it would begin as far down as the one before.
  if (state() === null) window.history.replaceState({ key: newKey(), step: 0 }, '')
  return {
    read: () => placeOf(window.location.href, state()?.key ?? ''),
    write: (href, how) => {
      const next = { key: newKey(), step: how === 'push' ? step() + 1 : step() }
      if (how === 'push') window.history.pushState(next, '', href)
      else window.history.replaceState(next, '', href)
    },
    back: () => window.history.back(),
    onPop: (listener) => {
      window.addEventListener('popstate', listener)
      return () => window.removeEventListener('popstate', listener)
    },
    canGoBack: () => step() > 0,
  }
}

/** A history that no browser keeps, for tests. */
export function memoryHistory(first: string): History {
  const entries = [placeOf(first, newKey())]
  const listeners = new Set<() => void>()
  const now = () => entries.at(-1) ?? placeOf(first, '')
  return {
    read: now,
    write: (href, how) => {
      if (how === 'replace') entries.pop()
      entries.push(placeOf(href, newKey()))
    },
    back: () => {
      if (entries.length > 1) entries.pop()
      for (const listener of listeners) listener()
    },
    onPop: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    canGoBack: () => entries.length > 1,
  }
}
