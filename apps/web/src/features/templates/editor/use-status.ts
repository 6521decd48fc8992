import type { Template } from '@foja/contracts/templates'
import { useEffect, useReducer } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import type { Editing } from './use-editing.ts'

/** `unsaved`: stored only in this browser. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed'

/** Re-renders every half minute, for relative times. */
function useMinute(): void {
  const [, again] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const timer = setInterval(again, 30_000)
    return () => clearInterval(timer)
  }, [])
}

/** The save state in words. */
export function useStatus({ saving, dirty, kept }: Editing, viewing: Template | undefined) {
  const words = useTemplateEditorTexts()
  const { relative } = useFormat()
  useMinute()
  const { version, savedAt } = saving.base
  const of = (state: SaveState, text: string) => ({ state, text })
  if (viewing !== undefined) return of('saved', words.oldVersion(viewing.version, relative(viewing.updated_at)))
  if (saving.saving) return of('saving', words.saving)
  if (saving.failure !== null && dirty) return of('failed', words.notSaved)
  if (dirty) return of('unsaved', kept ? words.unsaved(version) : words.unsavedLost(version))
  return of('saved', words.saved(relative(savedAt), version))
}
