import { useEffect, useState } from 'react'
import { EditorTable, type TableProps } from './editor-table.tsx'
import { readDraft, type KeptDraft } from './kept-draft.ts'

/** The editor of a template, with what this person left unsaved in this browser. */
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
  // A moment: what is drawn first must be what is worked on.
  if (draft === undefined) return props.frame({ header: null, tools: <></>, phoneTools: <></>, children: null })
  return <EditorTable {...props} draft={draft} />
}
