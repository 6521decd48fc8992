import { useMemo, useSyncExternalStore } from 'react'
import type { Places } from '../model/arrange.ts'
import type { EditorField } from '../model/document.ts'

/** The resulting fields while a handle is dragged. Only their subscribers are re-rendered. */
export type Preview = {
  show: (places: Places | null) => void
  read: () => Places | null
  subscribe: (listener: () => void) => () => void
}

export function createPreview(): Preview {
  let shown: Places | null = null
  const listeners = new Set<() => void>()
  return {
    show: (places) => {
      shown = places
      for (const listener of listeners) listener()
    },
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A field with its preview, if any. */
export function usePreviewed(field: EditorField, { read, subscribe }: Preview): EditorField {
  const rect = useSyncExternalStore(subscribe, () => read()?.get(field.id))
  return useMemo(() => (rect === undefined ? field : { ...field, ...rect }), [field, rect])
}
