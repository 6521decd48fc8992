import type { Paragraph } from './layout.ts'

/** What a stamp tells; `utcOffsetMinutes` is the offset in which the time is shown. */
export type StampFacts = {
  signerName: string
  signingTime: Date
  utcOffsetMinutes: number
  reason?: string
  location?: string
  language: 'es' | 'en'
}

const words = {
  es: {
    heading: 'Firmado electrónicamente por:',
    reason: 'Razón',
    location: 'Lugar',
    months: 'ene feb mar abr may jun jul ago sep oct nov dic',
  },
  en: {
    heading: 'Electronically signed by:',
    reason: 'Reason',
    location: 'Place',
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  },
} as const

const two = (value: number): string => String(value).padStart(2, '0')

/** "20 nov 2026, 12:31 (UTC−5)" */
export function stampDate({ signingTime, utcOffsetMinutes, language }: StampFacts): string {
  const local = new Date(signingTime.getTime() + utcOffsetMinutes * 60_000)
  const month = words[language].months.split(' ')[local.getUTCMonth()]!
  const minutes = Math.abs(utcOffsetMinutes)
  const sign = utcOffsetMinutes < 0 ? '−' : '+'
  const zone = minutes === 0 ? '' : `${sign}${Math.floor(minutes / 60)}${minutes % 60 ? `:${two(minutes % 60)}` : ''}`
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
  return `${local.getUTCDate()} ${month} ${local.getUTCFullYear()}, ${time} (UTC${zone})`
}

export function stampParagraphs(facts: StampFacts): Paragraph[] {
  const labels = words[facts.language]
  const small = (text: string, maxLines: number): Paragraph => ({
    text,
    weight: 'regular',
    scale: 0.74,
    grey: true,
    maxLines,
  })
  const paragraphs: Paragraph[] = [
    small(labels.heading, 1),
    { text: facts.signerName.toLocaleUpperCase(facts.language), weight: 'bold', scale: 1, grey: false, maxLines: 3 },
    small(stampDate(facts), 1),
  ]
  if (facts.reason) paragraphs.push(small(`${labels.reason}: ${facts.reason}`, 2))
  if (facts.location) paragraphs.push(small(`${labels.location}: ${facts.location}`, 2))
  return paragraphs
}

/** What the QR says: one fact a line, as the readers of the region's signing programs expect; made ASCII when drawn. */
export function qrPayload(facts: StampFacts): string {
  const local = new Date(facts.signingTime.getTime() + facts.utcOffsetMinutes * 60_000).toISOString().slice(0, 19)
  const minutes = Math.abs(facts.utcOffsetMinutes)
  const zone = `${facts.utcOffsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  const english = facts.language === 'en'
  const lines = [`${english ? 'SIGNED BY' : 'FIRMADO POR'}: ${facts.signerName}`]
  if (facts.reason) lines.push(`${english ? 'REASON' : 'RAZON'}: ${facts.reason}`)
  if (facts.location) lines.push(`${english ? 'PLACE' : 'LOCALIZACION'}: ${facts.location}`)
  lines.push(`${english ? 'DATE' : 'FECHA'}: ${local}${zone}`)
  return lines.join('\n')
}
