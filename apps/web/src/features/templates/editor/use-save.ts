import type { Problem } from '@foja/contracts/problem'
import type { Template } from '@foja/contracts/templates'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { newUuid } from '../../../lib/api/uuid.ts'
import { refreshTemplates, renameTemplate, saveTemplate, templateQuery } from '../api/templates.ts'
import { toWire, type EditorDocument } from './model/document.ts'
import { documentOf, type EditorState } from './model/editor.ts'
import { isSame } from './model/same.ts'
import type { Act } from './use-editor.ts'

/** The base version and its document: if the current document is the same object, everything is saved. */
type Base = { version: number; document: EditorDocument; savedAt: string }

type Failure = { problem: Problem | null }

const isTemplate = (value: unknown): value is Template =>
  typeof value === 'object' && value !== null && 'fields' in value && 'version' in value && 'versions' in value

const sameFields = (template: Template, document: EditorDocument) =>
  template.locale === document.locale && isSame(template.fields, toWire(document))

/** Saves versions; state of saving, errors and conflicts. */
export function useSave(
  template: Template,
  read: () => EditorState,
  act: Act,
  start: Pick<Base, 'version' | 'document'>,
) {
  const queries = useQueryClient()
  const [base, setBase] = useState<Base>(() => ({ ...start, savedAt: template.updated_at }))
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [stale, setStale] = useState<Template | null>(null)
  const busy = useRef(false)
  const { id, name, pdf_path } = template

  /** The current document is stored in that version. */
  const settle = useCallback(
    (saved: Template, document: EditorDocument) => {
      setBase({ version: saved.version, document, savedAt: saved.updated_at })
      setStale(null)
      setFailure(null)
      act({ type: 'saved', fields: saved.fields })
      queries.setQueryData(templateQuery(id).queryKey, saved)
      void refreshTemplates(queries)
    },
    [act, id, queries],
  )

  const fail = useCallback(
    (error: unknown, document: EditorDocument): boolean => {
      const problem = problemOf(error)
      const current = problem?.code === 'stale_version' ? problem.current : undefined
      if (!isTemplate(current)) {
        if (isUnreported(error)) setFailure({ problem })
        return false
      }
      // The first attempt succeeded and only its response was lost.
      if (sameFields(current, document)) {
        settle(current, document)
        return true
      }
      setStale(current)
      return false
    },
    [settle],
  )

  /** Saves the current document as the version after `version`. Resolves to true if saved. */
  const save = useCallback(
    async (version = base.version): Promise<boolean> => {
      if (busy.current) return false
      busy.current = true
      setSaving(true)
      const document = documentOf(read())
      try {
        const { locale } = document
        settle(await saveTemplate({ id, version, name, pdf_path, locale, fields: toWire(document) }), document)
        return true
      } catch (error) {
        return fail(error, document)
      } finally {
        busy.current = false
        setSaving(false)
      }
    },
    [base.version, fail, id, name, pdf_path, read, settle],
  )

  /** Saves the current fields on the same PDF as another template. */
  const saveCopy = useCallback(
    async (copyName: string): Promise<Template | null> => {
      const { locale, fields } = documentOf(read())
      try {
        return await saveTemplate({ key: newUuid(), name: copyName, pdf_path, locale, fields: toWire({ fields }) })
      } catch (error) {
        if (isUnreported(error)) setFailure({ problem: problemOf(error) })
        return null
      }
    },
    [pdf_path, read],
  )

  /** Loads another version in an undo step. */
  const take = useCallback(
    (other: Template) => {
      // May be loaded already: a restore arrives through both the callback and the query.
      if (!sameFields(other, documentOf(read()))) {
        act({ type: 'replace', locale: other.locale, fields: other.fields })
      }
      settle(other, documentOf(read()))
    },
    [act, read, settle],
  )

  const rename = useCallback(
    async (wanted: string): Promise<boolean> => {
      try {
        const renamed = await renameTemplate(id, wanted)
        // A rename also creates a version. If another user saved in between, the next save reports the conflict.
        setBase((now) => (renamed.version === now.version + 1 ? { ...now, version: renamed.version } : now))
        queries.setQueryData(templateQuery(id).queryKey, renamed)
        void refreshTemplates(queries)
        return true
      } catch (error) {
        if (isUnreported(error)) setFailure({ problem: problemOf(error) })
        return false
      }
    },
    [id, queries],
  )

  return {
    base,
    saving,
    failure,
    stale,
    save,
    saveCopy,
    take,
    rename,
    closeStale: () => setStale(null),
    clearFailure: () => setFailure(null),
  }
}

export type Saving = ReturnType<typeof useSave>
