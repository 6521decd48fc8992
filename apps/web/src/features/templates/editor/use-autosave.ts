import { useCallback, useEffect, useRef, useState } from 'react'
import { toWire, type EditorDocument } from './model/document.ts'
import { deleteDraft, storeDraft } from './kept-draft.ts'

/** Delay in ms between the last change and storing the draft. */
const pause = 400

type Options = {
  id: string
  /** The version being edited. */
  version: number
  document: EditorDocument
  dirty: boolean
}

/**
 * Stores unsaved changes in this browser, and deletes them once saved. `kept`: false if the browser has no storage.
 * `flush` stores without delay.
 */
export function useAutosave({ id, version, document, dirty }: Options) {
  const [kept, setKept] = useState(true)
  const latest = useRef({ version, document, dirty })
  // What the browser's storage contains; `undefined`: unknown.
  const stored = useRef<EditorDocument | null | undefined>(undefined)

  const flush = useCallback(async () => {
    const now = latest.current
    const wanted = now.dirty ? now.document : null
    if (stored.current === wanted) return
    stored.current = wanted
    if (wanted === null) await deleteDraft(id)
    else {
      const { locale } = wanted
      setKept(await storeDraft(id, { version: now.version, locale, fields: toWire(wanted), at: Date.now() }))
    }
  }, [id])

  useEffect(() => {
    latest.current = { version, document, dirty }
    const timer = setTimeout(() => void flush(), dirty ? pause : 0)
    return () => clearTimeout(timer)
  }, [version, document, dirty, flush])

  useEffect(() => {
    const now = () => void flush()
    const hidden = () => {
      if (window.document.visibilityState === 'hidden') now()
    }
    window.addEventListener('pagehide', now)
    window.document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', now)
      window.document.removeEventListener('visibilitychange', hidden)
      now()
    }
  }, [flush])

  return { kept, flush }
}
