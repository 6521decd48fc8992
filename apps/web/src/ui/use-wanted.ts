import { useState, type KeyboardEvent } from 'react'

const opening = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])

/**
 * For parts whose code comes when they are first wanted: it is fetched when the pointer or the focus comes near, and
 * `wanted` turns true at the press. The handlers go on what stands in their place until then.
 */
export function useWanted(fetchCode: () => Promise<unknown>) {
  const [wanted, setWanted] = useState(false)
  const near = () => {
    // A failure shows itself when it is wanted.
    fetchCode().catch(() => {})
  }
  return {
    wanted,
    handlers: {
      onPointerEnter: near,
      onFocus: near,
      onClick: () => setWanted(true),
      onKeyDown: (event: KeyboardEvent) => {
        if (!opening.has(event.key)) return
        event.preventDefault()
        setWanted(true)
      },
    },
  }
}
