import type { MailLocale } from './letter.ts'

/** Name of the time zone at that moment: `hora de Ecuador`. */
export function tellZone(at: Date, locale: MailLocale, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale === 'es' ? 'es' : 'en-GB', { timeZone, timeZoneName: 'long' })
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Day and hour in words, with the name of the zone. `timeZone` is an IANA name. */
export function tellTime(at: Date, locale: MailLocale, timeZone: string): string {
  const options = { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  const day = new Intl.DateTimeFormat(locale === 'es' ? 'es' : 'en-GB', options).format(at)
  const hour = new Intl.DateTimeFormat(locale === 'es' ? 'es' : 'en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(at)
  return `${day}, ${hour}`
}
