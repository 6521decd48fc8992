import { core } from './es-core.ts'
import type { Texts } from './es.ts'
import type { Language } from './language.ts'

/**
 * One object a language, filled in two steps: the core with the page, the workspace when a page needs it. It is given
 * as complete: whoever draws a page of the workspace has awaited `loadWorkspaceTexts`.
 */
const loaded: Partial<Record<Language, Texts>> = { es: { ...core } as Texts }
let current: Language = 'es'
let workspaceWanted = false

const workspaceOf = async (language: Language) =>
  language === 'es' ? (await import('./es-workspace.ts')).workspace : (await import('./en-workspace.ts')).workspace

/** The Spanish texts, there from the start. */
export const spanishTexts = loaded.es as Texts

/** The texts of a language, with the workspace when it was ever asked for. From now on this is the language shown. */
export async function loadTexts(language: Language): Promise<Texts> {
  const fill = workspaceWanted ? workspaceOf(language) : undefined
  const texts = loaded[language] ?? ({ ...(await import('./en-core.ts')).core } as Texts)
  loaded[language] = Object.assign(texts, await fill)
  current = language
  return texts
}

/** What the pages say, in the language shown. Await it beside the code of the page; later calls cost nothing. */
export async function loadWorkspaceTexts(): Promise<void> {
  workspaceWanted = true
  await loadTexts(current)
}
