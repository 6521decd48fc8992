import { useCallback, useEffect, useRef, useState } from 'react'
import { draftPrefix, getOwner } from './owner.ts'

/** Reads a draft; undefined if there is none or it cannot be read. */
function readDraft(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** Stores a draft for this tab; never for passwords. False if storage is unavailable or full. */
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
    // Storage is unavailable.
  }
}

/** Deletes every draft of this tab. Runs on sign-out, so that the next user does not find them. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key)
  } catch {
    // Storage is unavailable.
  }
}

/** `useState` that survives a detour over /refresh and a reload of the tab, for the same user only. */
export function useDraft<T>(name: string, initial: T) {
  const [owner] = useState(getOwner)
  const key = `${draftPrefix}${owner ?? ''}:${name}`
  const [value, setValue] = useState<T>(() => (readDraft(key) as T | undefined) ?? initial)
  const cleared = useRef(false)
  useEffect(() => {
    // Another user may have signed in while this page was still mounted: do not store anything for them.
    if (!cleared.current && owner === getOwner()) writeDraft(key, value)
  }, [key, owner, value])
  const clear = useCallback(() => {
    cleared.current = true
    clearDraft(key)
  }, [key])
  return [value, setValue, clear] as const
}
