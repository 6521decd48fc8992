import { useCallback, useEffect, useRef, useState } from 'react'
import { draftPrefix, getOwner } from './owner.ts'

/** Reads a draft; undefined when there is none or when it cannot be read. */
function readDraft(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** Keeps a draft for this tab; never for passwords. Returns false where storage is closed or full. */
function writeDraft(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept, then.
  }
}

/** Ends every draft of this tab: when the person leaves, the next one must not find them. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept, then.
  }
}

/** `useState` that survives a detour over /refresh and a reload of the tab, for the person who began it alone. */
export function useDraft<T>(name: string, initial: T) {
  const [owner] = useState(getOwner)
  const key = `${draftPrefix}${owner ?? ''}:${name}`
  const [value, setValue] = useState<T>(() => (readDraft(key) as T | undefined) ?? initial)
  const cleared = useRef(false)
  useEffect(() => {
    // Another person may have signed in while this page was still there: nothing is left behind for them.
    if (!cleared.current && owner === getOwner()) writeDraft(key, value)
  }, [key, owner, value])
  const clear = useCallback(() => {
    cleared.current = true
    clearDraft(key)
  }, [key])
  return [value, setValue, clear] as const
}
