import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { createFormat, type Format } from '../format/format.ts'
import { chooseLanguage, formatLocale, keepLanguage, type Language } from './language.ts'

type Value = { language: Language; format: Format; setLanguage: (language: Language) => Promise<void> }

const TextsContext = createContext<Value>({
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
export function defineTexts<T extends object>(spanish: T, loadEnglish: () => Promise<{ default: T }>): () => T {
  let english: T | undefined
  loaders.push(async () => {
    english ??= (await loadEnglish()).default
  })
  return () => (use(TextsContext).language === 'en' ? english : undefined) ?? spanish
}

/** Resolves when the code loaded so far has its texts in the language shown. Rejects when they cannot be loaded. */
export async function textsReady(): Promise<void> {
  if (current === 'en') await Promise.all(loaders.map((load) => load()))
}

async function changeLanguage(next: Language): Promise<void> {
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

/** To be awaited before the first render, so that the page never changes its language by itself. */
export async function startTexts(): Promise<Language> {
  const language = chooseLanguage()
  // Before the first render: screen readers read everything in this language.
  document.documentElement.lang = language
  await changeLanguage(language)
  return language
}

type Props = {
  children: ReactNode
  /** What `startTexts` returned; Spanish when absent. */
  initial?: Language | undefined
}

/** Provides the language and its formats, and keeps `<html lang>` in step. */
export function TextsProvider({ children, initial = 'es' }: Props) {
  const [language, show] = useState(initial)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const value = useMemo<Value>(
    () => ({
      language,
      format: createFormat(formatLocale(language)),
      setLanguage: async (next) => {
        await changeLanguage(next)
        keepLanguage(next)
        show(next)
      },
    }),
    [language],
  )
  return <TextsContext value={value}>{children}</TextsContext>
}

/** Dates, numbers, sizes and plurals in the format of the user's locale. */
export const useFormat = (): Format => use(TextsContext).format

export function useLanguage() {
  const { language, setLanguage } = use(TextsContext)
  return { language, setLanguage }
}
