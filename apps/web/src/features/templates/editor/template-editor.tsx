import { useEffect, useState } from 'react'
import { EditorTable, type TableProps } from './editor-table.tsx'
import { readDraft, type KeptDraft } from './kept-draft.ts'

/** The template editor with the user's unsaved changes from this browser. */
export function TemplateEditor(props: Omit<TableProps, 'draft'>) {
  const { id } = props.template
  const [draft, setDraft] = useState<KeptDraft | null>()
  useEffect(() => {
    let here = true
    void readDraft(id).then((found) => here && setDraft(found))
    return () => {
      here = false
    }
  }, [id])
  // Wait for the draft, so that the first render shows the document that is edited.
  if (draft === undefined) return props.frame({ header: null, tools: <></>, phoneTools: <></>, children: null })
  return <EditorTable {...props} draft={draft} />
}
