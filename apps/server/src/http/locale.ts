/** Languages that the server speaks; Spanish is the one that everything exists in first. */
export const locales = ['es', 'en'] as const
export type Locale = (typeof locales)[number]

/** A text in every language of the server. */
export type Texts = Record<Locale, string>

/** The best language of an `Accept-Language` header (RFC 9110, 12.5.4); Spanish where it names none of ours. */
export function pickLocale(header: string | undefined): Locale {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
  })
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { language } of wanted) {
    const found = locales.find((locale) => locale === language)
    if (found !== undefined) return found
  }
  return 'es'
}
