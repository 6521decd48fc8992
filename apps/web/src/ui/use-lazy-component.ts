import { useState, type KeyboardEvent } from 'react'
import { useSayFailed } from './part-failed.tsx'

const opening = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])

/**
 * For parts whose code comes when they are first wanted: it is fetched when the pointer or the focus comes near, and
 * `code` is there after the press. The handlers go on what stands in their place until then. Code that does not come is
 * said, and the next press asks for it again.
 */
export function useLazyComponent<C extends object>(fetchCode: () => Promise<C>) {
  const [code, setCode] = useState<C | null>(null)
  const sayFailed = useSayFailed()
  const near = () => {
    // A failure shows itself when it is wanted.
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
