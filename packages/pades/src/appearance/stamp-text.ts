import type { Paragraph } from './layout.ts'

/** Facts shown in a stamp; the time uses `utcOffsetMinutes`. */
export type StampFacts = {
  signerName: string
  signingTime: Date
  utcOffsetMinutes: number
  reason?: string
  location?: string
  language: 'es' | 'en'
  /** Verification code of the document, and the URL that opens it, including the code. */
  verification?: { code: string; url: string }
}

const words = {
  es: {
    heading: 'Firmado electrónicamente por:',
    reason: 'Motivo',
    location: 'Lugar',
    check: 'Validar en Foja',
    code: 'Código',
    checkAt: 'verificar en',
    signedBy: 'Firmado electrónicamente por',
    months: 'ene feb mar abr may jun jul ago sep oct nov dic',
  },
  en: {
    heading: 'Electronically signed by:',
    reason: 'Reason',
    location: 'Place',
    check: 'Check in Foja',
    code: 'Code',
    checkAt: 'verify at',
    signedBy: 'Electronically signed by',
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

/** The paragraphs of the stamp, one per fact, the name first and largest. */
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
    { text: nameInCapitals(facts), weight: 'bold', scale: 1, grey: false, maxLines: 3 },
    small(stampDate(facts), 1),
  ]
  if (facts.reason) paragraphs.push(small(`${labels.reason}: ${facts.reason}`, 2))
  if (facts.location) paragraphs.push(small(`${labels.location}: ${facts.location}`, 2))
  if (facts.verification) paragraphs.push(small(`${labels.check}: ${facts.verification.code}`, 2))
  return paragraphs
}

const nameInCapitals = ({ signerName, language }: StampFacts): string => signerName.toLocaleUpperCase(language)

/** The margin line: who, when and the verification address; and the same in shorter lines for a lower page. */
export function marginWordings(facts: StampFacts): Paragraph[][] {
  const labels = words[facts.language]
  const line = (grey: boolean, ...parts: string[]): Paragraph => ({
    text: parts.join(' · '),
    weight: 'regular',
    scale: 1,
    grey,
    maxLines: 1,
  })
  const who = `${labels.signedBy} ${nameInCapitals(facts)}`
  const when = stampDate(facts)
  if (!facts.verification) return [[line(false, who, when)], [line(false, who), line(true, when)]]
  const { code, url } = facts.verification
  const which = `${labels.code} ${code}`
  const where = `${labels.checkAt} ${shownAddress(url, code)}`
  return [
    [line(false, who, when), line(true, which, where)],
    [line(false, who), line(false, when, which), line(true, where)],
  ]
}

/** A URL as typed: without its scheme and without the code, which is beside it. */
function shownAddress(url: string, code: string): string {
  const bare = url.replace(/^https?:\/\//i, '')
  const at = bare.lastIndexOf(code)
  return (at > 0 ? bare.slice(0, at) : bare).replace(/[/?#&]+(?:\w+=)?$/, '')
}

/** Truncates a long text with an ellipsis. */
const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, Math.max(1, limit - 3)).trimEnd()}...`

/**
 * The QR text: one fact per line, in the format known from FirmaEC; converted to ASCII when drawn. At most `limit`
 * characters, so that the modules stay large enough for a camera: reason, place and name are shortened in this order;
 * date and URL are always complete, since half a URL is useless.
 */
export function qrPayload(facts: StampFacts, limit = 366): string {
  for (const [reason, location, name] of [
    [200, 120, 200],
    [80, 40, 120],
    [40, 24, 80],
    [20, 16, 60],
    [0, 0, 60],
    [0, 0, 40],
  ] as const) {
    const payload = payloadLines(facts, reason, location, name).join('\n')
    if (payload.length <= limit) return payload
  }
  return payloadLines(facts, 0, 0, 30).join('\n')
}

function payloadLines(facts: StampFacts, reason: number, location: number, name: number): string[] {
  const local = new Date(facts.signingTime.getTime() + facts.utcOffsetMinutes * 60_000).toISOString().slice(0, 19)
  const minutes = Math.abs(facts.utcOffsetMinutes)
  const zone = `${facts.utcOffsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  const english = facts.language === 'en'
  const lines = [`${english ? 'SIGNED BY' : 'FIRMADO POR'}: ${shortened(facts.signerName, name)}`]
  if (facts.reason && reason > 0) lines.push(`${english ? 'REASON' : 'RAZON'}: ${shortened(facts.reason, reason)}`)
  if (facts.location && location > 0)
    lines.push(`${english ? 'PLACE' : 'LOCALIZACION'}: ${shortened(facts.location, location)}`)
  lines.push(`${english ? 'DATE' : 'FECHA'}: ${local}${zone}`)
  if (facts.verification) lines.push(`${english ? 'VERIFY AT' : 'VALIDAR CON'}: ${facts.verification.url}`)
  return lines
}
