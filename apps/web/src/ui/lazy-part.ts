import {
  createContext,
  createElement,
  lazy,
  startTransition,
  Suspense,
  use,
  useEffect,
  useReducer,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react'
import { whyAbsent, type Absence } from '../lib/router/chunk-load-error.ts'
import { closerOf, PartFailed, PartFailedDialog, TryLater } from './part-failed.tsx'
import { textsReady } from '../lib/texts/define-texts.ts'

/**
 * What replaces a part whose code failed to load. `shown`: an error with a retry button, in a dialog if the part is one
 * (it has an `onClose` or an `onOpenChange`); `quiet`: nothing, and it is loaded again after growing pauses.
 */
type Manner = 'shown' | 'quiet'

/** `fallback`: shown while the code loads; by default nothing. */
type LazyPart<P> = FunctionComponent<P & { fallback?: ReactNode }> & {
  /** Loads the part before it is needed, e.g. the view for a lost connection. */
  fetchAhead: () => void
}

/** Drops the failed attempt of the surrounding lazy part, and by default renders the next one. */
const AgainContext = createContext<(draw?: boolean) => void>(() => {})

/** The replacement of a part that failed to load. */
function failedPart<P extends object>(manner: Manner, absence: Absence, failures: number): ComponentType<P> {
  return function FailedPart(props: P) {
    const again = use(AgainContext)
    const onRetry = () => again()
    if (manner === 'quiet') return createElement(TryLater, { failures, onRetry })
    const close = closerOf(props)
    const failure = { absence, repeated: failures > 1, onRetry }
    if (close === undefined) return createElement(PartFailed, failure)
    if ('open' in props && props.open === false) return null
    // Opening it again loads it again.
    const onClose = () => {
      again(false)
      close()
    }
    return createElement(PartFailedDialog, { ...failure, onClose })
  }
}

/**
 * A part that is loaded when it is first rendered, with its texts. While it loads and if loading fails, the surrounding
 * page stays.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  manner: Manner = 'shown',
): LazyPart<P> {
  let failures = 0
  const fetchPart = async () => {
    const part = await load()
    await textsReady()
    return part
  }
  // Never rejects: React would unmount the page.
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await fetchPart() }
      } catch {
        failures += 1
        return { default: failedPart<P>(manner, await whyAbsent(), failures) }
      }
    })
  let current = attempt()

  function Late({ fallback, ...props }: P & { fallback?: ReactNode }) {
    const [, redraw] = useReducer((times: number) => times + 1, 0)
    const again = (draw = true) => {
      current = attempt()
      // Keeps the error visible while the next attempt runs.
      if (draw) startTransition(redraw)
    }
    const part = createElement(current as ComponentType<P>, props as unknown as P)
    return createElement(AgainContext, { value: again }, createElement(Suspense, { fallback }, part))
  }

  return Object.assign(Late, { fetchAhead: () => void fetchPart().catch(() => {}) })
}

/** Delay in ms: after the page has loaded, but before the user needs the part or the connection may be lost. */
const ahead = 4000

/** Loads a part before it is needed, while `on`. */
export function useFetchAhead({ fetchAhead }: Pick<LazyPart<object>, 'fetchAhead'>, on = true): void {
  useEffect(() => {
    if (!on) return undefined
    const timer = setTimeout(fetchAhead, ahead)
    return () => clearTimeout(timer)
  }, [fetchAhead, on])
}
