import type { Template } from '@foja/contracts/templates'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { toast } from '../../../ui/toast-store.ts'
import { describeStep } from './describe-step.ts'
import { type KeptDraft, deleteDraft, storeDraft } from './kept-draft.ts'
import { beginEditor, documentOf, reduceEditor, type EditorAction, type EditorState } from './model/editor.ts'
import { isSame } from './model/same.ts'
import { changesOf, type Changes } from './model/compare.ts'
import { toWire, type EditorDocument } from './model/document.ts'
import { useEditor } from './use-editor.ts'
import { useSave } from './use-save.ts'

/** The next announcement for screen readers. A repeated text gets a silent trailing space, so that it is read again. */
function useAnnouncer() {
  const [announcement, setAnnouncement] = useState('')
  const say = useCallback((text: string) => setAnnouncement((before) => (before === text ? `${text}\u{A0}` : text)), [])
  return { announcement, say }
}

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
function useAutosave({ id, version, document, dirty }: Options) {
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
