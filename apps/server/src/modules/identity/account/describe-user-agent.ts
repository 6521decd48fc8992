/** First name whose pattern matches. */
const first = (text: string, names: readonly (readonly [RegExp, string])[]): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

// Browsers also list the browsers they derive from, so the more specific pattern comes first.
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** Browser of a `User-Agent`, without version and system, which change in one browser; null if it is unknown. */
export const browserFamilyOf = (userAgent: string | null): string | null => first(userAgent ?? '', browsers)

/** Describes a `User-Agent` for people: «Firefox, Windows»; null if nothing is recognized. */
export function describeUserAgent(userAgent: string | null | undefined): string | null {
  const text = userAgent ?? ''
  const known = [first(text, browsers), first(text, systems)].filter((name) => name !== null)
  return known.length === 0 ? null : known.join(', ')
}
