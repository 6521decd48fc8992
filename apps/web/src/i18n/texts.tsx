import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Texts } from './es.ts'
import { createFormat, type Format } from './format.ts'
import { chooseLanguage, formatLocale, keepLanguage, type Language } from './language.ts'
import { loadSections, loadTexts, spanishTexts } from './load.ts'
import type { Section } from './section.ts'

type Value = { language: Language; texts: Texts; format: Format; setLanguage: (language: Language) => Promise<void> }

const spanish: Value = {
  language: 'es',
  texts: spanishTexts,
  format: createFormat('es-EC'),
  setLanguage: async () => {},
}

const TextsContext = createContext<Value>(spanish)

type Props = {
  children: ReactNode
  /** What `loadInitialTexts` gave; Spanish when absent. */
  initial?: { language: Language; texts: Texts } | undefined
}

/**
 * To be awaited before the first render, so that nobody sees one language turn into another. Every route awaits the
 * sections that it needs beside its code; whoever draws without the router names them here.
 */
export async function loadInitialTexts(sections: readonly Section[] = []) {
  const language = chooseLanguage()
  // At once, rather than with the first render: nothing that is read out may be in a language that it does not say.
  document.documentElement.lang = language
  const texts = await loadTexts(language)
  await loadSections(sections)
  return { language, texts }
}

/** Gives texts and formats to what is inside, and keeps `<html lang>` true. */
export function TextsProvider({ children, initial = { language: 'es', texts: spanishTexts } }: Props) {
  const [{ language, texts }, show] = useState(initial)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const value = useMemo<Value>(
    () => ({
      language,
      texts,
      format: createFormat(formatLocale(language)),
      setLanguage: async (next) => {
        const loaded = await loadTexts(next)
        keepLanguage(next)
        show({ language: next, texts: loaded })
      },
    }),
    [language, texts],
  )
  return <TextsContext value={value}>{children}</TextsContext>
}

/** Every text in the reader's language: `useTexts().ui.close`. */
export const useTexts = (): Texts => use(TextsContext).texts

/** Dates, numbers, sizes and plurals as the reader writes them. */
export const useFormat = (): Format => use(TextsContext).format

export function useLanguage() {
  const { language, setLanguage } = use(TextsContext)
  return { language, setLanguage }
}
