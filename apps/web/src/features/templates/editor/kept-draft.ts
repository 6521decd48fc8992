import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { readFiles, removeFiles, writeFiles } from '../../../lib/files/file-store.ts'

/** Unsaved changes and their base version. `at`: time of the last change in milliseconds since 1970. */
export type KeptDraft = { version: number; locale: TemplateLocale; fields: readonly TemplateField[]; at: number }

const keyOf = (id: string) => `editor-draft:${id}`
const fileName = 'draft.json'

const isDraft = (value: unknown): value is KeptDraft =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  'locale' in value &&
  'at' in value &&
  'fields' in value &&
  Array.isArray(value.fields)

/** The user's draft of a template in this browser, or null. */
export async function readDraft(id: string): Promise<KeptDraft | null> {
  const file = (await readFiles(keyOf(id))).get(fileName)
  if (file === undefined) return null
  try {
    const draft: unknown = JSON.parse(await file.text())
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

/** Stores the draft, so that it survives a crash. False if the browser has no storage. */
export const storeDraft = (id: string, draft: KeptDraft): Promise<boolean> =>
  writeFiles(keyOf(id), new Map([[fileName, new File([JSON.stringify(draft)], fileName)]]))

export const deleteDraft = (id: string): Promise<void> => removeFiles(keyOf(id))
