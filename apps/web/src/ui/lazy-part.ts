import {
  createContext,
  createElement,
  lazy,
  startTransition,
  use,
  useReducer,
  type ComponentType,
  type FunctionComponent,
} from 'react'
import { whyAbsent, type Absence } from '../lib/router/chunk-load-error.ts'
import { closerOf, PartFailed, PartFailedDialog, TryLater } from './part-failed.tsx'
import { textsReady } from '../lib/texts/texts.tsx'

/**
 * What a part that did not come leaves in its place. `shown`: words and a button to try again, in a dialog where the
 * part is one (it has an `onClose` or an `onOpenChange`); `quiet`: nothing, as nobody asked for it, and it is asked for
 * again after growing pauses.
 */
type Manner = 'shown' | 'quiet'

type LazyPart<P> = FunctionComponent<P> & {
  /** Fetches it before it is needed, as what says that the connection failed has to be. */
  fetchAhead: () => void
}

/** Of the late part around: lets go of the attempt that failed, and draws the next one at once unless told not to. */
const AgainContext = createContext<(draw?: boolean) => void>(() => {})

/** What stands where a part should be. */
function failedPart<P extends object>(manner: Manner, absence: Absence, failures: number): ComponentType<P> {
  return function FailedPart(props: P) {
    const again = use(AgainContext)
    const onRetry = () => again()
    if (manner === 'quiet') return createElement(TryLater, { failures, onRetry })
    const close = closerOf(props)
    const said = { absence, repeated: failures > 1, onRetry }
    if (close === undefined) return createElement(PartFailed, said)
    if ('open' in props && props.open === false) return null
    // Whoever opens it again asks for it again.
    const onClose = () => {
      again(false)
      close()
    }
    return createElement(PartFailedDialog, { ...said, onClose })
  }
}

/**
 * A part that comes when it is first drawn, with the texts that it says (app/part-sections.ts compares them). Put a
 * Suspense round it. Where its code does not come, the page round it stays.
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
  // It never fails itself: React would take the page away with it.
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

  function Late(props: P) {
    const [, redraw] = useReducer((times: number) => times + 1, 0)
    const again = (draw = true) => {
      current = attempt()
      // What is said stays in sight meanwhile.
      if (draw) startTransition(redraw)
    }
    return createElement(AgainContext, { value: again }, createElement(current as ComponentType<P>, props))
  }

  return Object.assign(Late, { fetchAhead: () => void fetchPart().catch(() => {}) })
}
