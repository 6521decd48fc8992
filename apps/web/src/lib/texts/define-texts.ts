import { createContext, use } from 'react'
import { createFormat, type Format } from '../format/format.ts'
import type { Language } from './language.ts'

export type TextsValue = { language: Language; format: Format; setLanguage: (language: Language) => Promise<void> }

export const TextsContext = createContext<TextsValue>({
  language: 'es',
  format: createFormat('es-EC'),
  setLanguage: async () => {},
})

/** Loaders of the English texts of all modules loaded so far. */
const loaders: (() => Promise<void>)[] = []
let current: Language = 'es'

/**
 * Returns the hook that gives a feature's texts in the language shown. Spanish is part of the feature's code; English is
 * loaded when it is the language shown. Lazy code awaits `textsReady` after its import.
 */
export function defineTexts<T extends object>(spanish: T, loadEnglish: () => Promise<{ en: T }>): () => T {
  let english: T | undefined
  loaders.push(async () => {
    english ??= (await loadEnglish()).en
  })
  return () => (use(TextsContext).language === 'en' ? english : undefined) ?? spanish
}

/** Resolves when the code loaded so far has its texts in the language shown. Rejects when they cannot be loaded. */
export async function textsReady(): Promise<void> {
  if (current === 'en') await Promise.all(loaders.map((load) => load()))
}

export async function changeLanguage(next: Language): Promise<void> {
  const before = current
  // Before loading: code that arrives meanwhile waits for the new language.
  current = next
  try {
    await textsReady()
  } catch (error) {
    current = before
    throw error
  }
}
