import type { TemplateField, TemplateLocale } from '@foja/contracts/template-fields'
import { readFiles, removeFiles, writeFiles } from '../../../lib/files/file-store.ts'

/** What was changed and not saved yet, and the version that it changes. `at`: when, in milliseconds since 1970. */
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

/** The draft of a template that this person left in this browser; null when there is none. */
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

/** Keeps it where a crash does not reach it. False where the browser keeps nothing: a reload would lose it. */
export const keepDraft = (id: string, draft: KeptDraft): Promise<boolean> =>
  writeFiles(keyOf(id), new Map([[fileName, new File([JSON.stringify(draft)], fileName)]]))

export const endDraft = (id: string): Promise<void> => removeFiles(keyOf(id))
