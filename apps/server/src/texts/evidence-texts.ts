import { en } from './evidence-texts.en.ts'
import { es } from './evidence-texts.es.ts'
import type { EvidenceTexts } from './evidence-words.ts'
import type { Locale } from './locale.ts'

export const evidenceTexts: Record<Locale, EvidenceTexts> = { es, en }

/** A time with its offset, e.g. `20 nov 2026, 12:04:31 (UTC−05:00)`. */
export function formatMoment(at: Date, offsetMinutes: number, locale: Locale): string {
  const local = new Date(at.getTime() + offsetMinutes * 60_000)
  const month = local.toLocaleDateString(locale, { month: 'short', timeZone: 'UTC' }).replace('.', '')
  const time = local.toISOString().slice(11, 19)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.abs(offsetMinutes)
  const sign = offsetMinutes < 0 ? '−' : '+'
  const offset = offsetMinutes === 0 ? 'UTC' : `UTC${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${local.getUTCDate()} ${month} ${local.getUTCFullYear()}, ${time} (${offset})`
}

/** A count with thousands separators. */
export function formatCount(count: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(count)
}
