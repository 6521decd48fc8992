import { useState, type KeyboardEvent } from 'react'
import { useLoadFailedToast } from './part-failed.tsx'

const opening = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])

/**
 * For parts loaded on demand: the code is fetched when the pointer or the focus comes near, and `code` is set after a
 * click. Put the handlers on the placeholder. A failure shows a toast, and the next click fetches again.
 */
export function useLazyComponent<C extends object>(fetchCode: () => Promise<C>) {
  const [code, setCode] = useState<C | null>(null)
  const sayFailed = useLoadFailedToast()
  const near = () => {
    // A failure is shown when the part is needed.
    fetchCode().catch(() => {})
  }
  const want = () => {
    fetchCode().then(setCode, sayFailed)
  }
  return {
    code,
    handlers: {
      onPointerEnter: near,
      onFocus: near,
      onClick: want,
      onKeyDown: (event: KeyboardEvent) => {
        if (!opening.has(event.key)) return
        event.preventDefault()
        want()
      },
    },
  }
}
