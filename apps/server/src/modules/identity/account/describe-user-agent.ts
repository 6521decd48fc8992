/** Which of several patterns a text has first. */
const first = (text: string, names: readonly (readonly [RegExp, string])[]): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

// Each browser also names those that it descends from: the more particular comes first.
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

/** A `User-Agent` as a person would say it: «Firefox, Windows»; null for what names nothing known. */
export function tellBrowser(userAgent: string | null | undefined): string | null {
  const text = userAgent ?? ''
  const known = [first(text, browsers), first(text, systems)].filter((name) => name !== null)
  return known.length === 0 ? null : known.join(', ')
}
