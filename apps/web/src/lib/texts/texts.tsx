import { use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { createFormat, type Format } from '../format/format.ts'
import { changeLanguage, TextsContext, type TextsValue } from './define-texts.ts'
import { chooseLanguage, formatLocale, keepLanguage, type Language } from './language.ts'

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
  const value = useMemo<TextsValue>(
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
