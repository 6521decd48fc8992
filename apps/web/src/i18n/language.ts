export type Language = 'es' | 'en'

/** Each language in its own name, as a menu shows it. */
export const languageNames: Record<Language, string> = { es: 'Español', en: 'English' }
export const languages = ['es', 'en'] as const satisfies readonly Language[]

const key = 'foja-language'
const isLanguage = (value: unknown): value is Language => value === 'es' || value === 'en'

/** The stored choice, else the first language of the browser that we have, else Spanish. */
export function chooseLanguage(): Language {
  try {
    const stored = localStorage.getItem(key)
    if (isLanguage(stored)) return stored
  } catch {
    // Storage may be closed: the browser's languages decide.
  }
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'es'
}

/** Keeps the choice for the next visits, where storage lets it. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** Some systems give their browser a tag that is none, such as en-US@posix. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The tag that Intl formats with: the browser's own region of that language (es-EC, en-GB), else the plain language. */
export function formatLocale(language: Language): string {
  const regional = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isTag(tag))
  return regional ?? (language === 'es' ? 'es-EC' : 'en')
}
