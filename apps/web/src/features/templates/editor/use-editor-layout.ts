import { useState } from 'react'
import { phoneQuery, touchQuery, useMedia } from '../../../ui/use-media.ts'

/** Below this width the columns for fields and properties share one place. */
const narrowQuery = '(width < 80em)'
/** The toolbar is below the pages, because at the top it would take the place of the name. */
const dockedQuery = '(width < 62em), (width < 80em) and (pointer: coarse)'

type Column = 'fields' | 'properties' | 'versions'

/** Which columns and bars of the editor fit, and which column is open. */
export function useEditorLayout() {
  const phone = useMedia(phoneQuery)
  const narrow = useMedia(narrowQuery)
  const touch = useMedia(touchQuery)
  const docked = useMedia(dockedQuery)
  const [column, setColumn] = useState<Column>('fields')
  return {
    phone,
    narrow,
    touch,
    docked,
    column,
    showSide: !phone && (!narrow || column === 'fields'),
    showPanel: !phone && (!narrow || column !== 'fields'),
    openProperties: () => setColumn('properties'),
    toggleProperties: () => setColumn((now) => (now === 'fields' ? 'properties' : 'fields')),
    toggleVersions: () => setColumn((now) => (now === 'versions' ? 'fields' : 'versions')),
  }
}

export type EditorLayout = ReturnType<typeof useEditorLayout>
