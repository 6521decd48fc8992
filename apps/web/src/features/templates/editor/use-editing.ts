import type { Template } from '@foja/contracts/templates'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { toast } from '../../../ui/toast-store.ts'
import { describeStep } from './describe-step.ts'
import type { KeptDraft } from './kept-draft.ts'
import { beginEditor, documentOf, reduceEditor, type EditorAction, type EditorState } from './model/editor.ts'
import { isSame } from './model/same.ts'
import { changesOf, type Changes } from './model/compare.ts'
import { toWire, type EditorDocument } from './model/document.ts'
import { useAnnouncer } from './use-announcer.ts'
import { useAutosave } from './use-autosave.ts'
import { useEditor } from './use-editor.ts'
import { useSave } from './use-save.ts'

/** A recovered draft: time, base version, newest version and extent. */
export type Recovered = {
  /** Milliseconds since 1970. */
  at: number
  version: number
  newest: number
  /** Null if its base version is not the newest. */
  changes: Changes | null
}

type Start = { state: EditorState; version: number; document: EditorDocument; recovered: Recovered | null }

/** The saved template, with the draft as its first undo step. */
function begin({ locale, fields, page_sizes: pages, version }: Template, draft: KeptDraft | null): Start {
  const state = beginEditor({ locale, fields, pages })
  const document = documentOf(state)
  const same = draft === null || (draft.locale === locale && isSame(draft.fields, toWire(document)))
  if (same) return { state, version, document, recovered: null }
  return {
    state: reduceEditor(state, { type: 'replace', locale: draft.locale, fields: draft.fields }),
    version: draft.version,
    document,
    recovered: {
      at: draft.at,
      version: draft.version,
      newest: version,
      changes: draft.version === version ? changesOf(fields, draft.fields) : null,
    },
  }
}

/** State of the editor: undo history, save state and announcements. */
export function useEditing(template: Template, draft: KeptDraft | null) {
  const templateEditor = useTemplateEditorTexts()
  const [start] = useState(() => begin(template, draft))
  const [recovered, setRecovered] = useState(start.recovered)
  const { announcement, say } = useAnnouncer()
  const onStep = useCallback(
    (action: EditorAction, { before, after }: { before: EditorState; after: EditorState }) => {
      const text = describeStep(action, before, after, templateEditor)
      if (text !== null) say(text)
    },
    [say, templateEditor],
  )
  const { state, act, read } = useEditor(() => start.state, onStep)
  const saving = useSave(template, read, act, start)
  const document = documentOf(state)
  const dirty = document !== saving.base.document
  const { kept, flush } = useAutosave({ id: template.id, version: saving.base.version, document, dirty })

  // Another user saved, or an older version was restored, while there were no local changes: show the new version.
  const { take } = saving
  const seen = useRef(template.version)
  useEffect(() => {
    if (dirty || template.version <= Math.max(seen.current, saving.base.version)) return
    seen.current = template.version
    take(template)
  }, [dirty, saving.base.version, take, template])

  return {
    state,
    act,
    read,
    announcement,
    say,
    saving,
    dirty,
    kept,
    flush,
    recovered: dirty ? recovered : null,
    keepRecovered: () => setRecovered(null),
    /** Discards the draft in an undo step. */
    discard: () => {
      take(template)
      setRecovered(null)
      toast.success(templateEditor.draftGone(template.version))
    },
  }
}

export type Editing = ReturnType<typeof useEditing>
