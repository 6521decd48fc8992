/** Languages of the server; Spanish is the source. */
export const locales = ['es', 'en'] as const
export type Locale = (typeof locales)[number]

/** A text in every language of the server. */
export type Texts = Record<Locale, string>

/** The language of a user row. */
export const localeOf = (locale: string): Locale => (locale === 'en' ? 'en' : 'es')

/** Picks the best language of an `Accept-Language` header (RFC 9110, 12.5.4); Spanish if it names none of ours. */
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

/** Language and time zone (IANA name or offset) of a response. */
export type Reader = { locale: Locale; timeZone: string }

/** Language and time zone of the client of a request. */
export const readerOf = ({ locale, browserZone }: { locale: Locale; browserZone: string | null }): Reader => ({
  locale,
  timeZone: browserZone ?? 'UTC',
})

/** Formats an offset in minutes east of UTC as a zone name: `-05:00`. */
export function offsetZone(minutes: number): string {
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/** Reads the zone from the `Time-Zone` header of a browser; null if it is missing or unknown. */
export function namedTimeZone(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header.length > 64) return null
  try {
    return new Intl.DateTimeFormat('es', { timeZone: header }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
