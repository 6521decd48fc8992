export type Language = 'es' | 'en'

/** Each language in its own name, for the menu. */
export const languageNames: Record<Language, string> = { es: 'Español', en: 'English' }
export const languages = ['es', 'en'] as const satisfies readonly Language[]

const key = 'foja-language'
const isLanguage = (value: unknown): value is Language => value === 'es' || value === 'en'

/** The stored choice, else the first supported language of the browser, else Spanish. */
export function chooseLanguage(): Language {
  try {
    const stored = localStorage.getItem(key)
    if (isLanguage(stored)) return stored
  } catch {
    // Storage is unavailable: use the browser's languages.
  }
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'es'
}

/** Stores the choice for later visits. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // Storage is unavailable: the choice lasts as long as the page.
  }
}

/** False for invalid tags, which some systems set, such as en-US@posix. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The locale for Intl: the browser's region of that language (es-EC, en-GB), else the plain language. */
export function formatLocale(language: Language): string {
  const regional = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isTag(tag))
  return regional ?? (language === 'es' ? 'es-EC' : 'en')
}
