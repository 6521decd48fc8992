/** ISO 8601 text as in the API, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date

export type Format = ReturnType<typeof createFormat>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** Calendar days from `from` to `to` in the user's time zone, not periods of 24 hours. */
function calendarDays(from: Date, to: Date): number {
  const midnight = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
  return Math.round((midnight(to) - midnight(from)) / day)
}

/** With a capital letter at its beginning. */
export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/**
 * Formatters for a locale (a BCP 47 tag) in the time zone of the device. An invalid date gives an empty text instead of
 * an exception, so that one bad row does not break a list.
 */
export function createFormat(locale: string) {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  const write = (moment: Moment, options: Intl.DateTimeFormatOptions): string => {
    const key = JSON.stringify(options)
    const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
    formatters.set(key, formatter)
    const at = new Date(moment)
    return Number.isNaN(at.getTime()) ? '' : formatter.format(at)
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const rules = new Intl.PluralRules(locale)
  const number = (value: number, options?: Intl.NumberFormatOptions) => value.toLocaleString(locale, options)
  const time = (moment: Moment) => write(moment, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })
  const shortDate = (moment: Moment, now: Moment = Date.now()) => {
    const sameYear = new Date(moment).getFullYear() === new Date(now).getFullYear()
    return write(moment, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) })
  }
  /** hace 8 min · hoy, 9:02 · ayer, 18:12 · mañana, 9:30 · 18 nov */
  const since = (moment: Moment, now: Moment = Date.now()): string => {
    const at = new Date(moment)
    const distance = at.getTime() - new Date(now).getTime()
    if (Number.isNaN(distance)) return ''
    if (Math.abs(distance) < minute) return relative.format(0, 'second')
    if (Math.abs(distance) < hour) return relative.format(Math.trunc(distance / minute), 'minute')
    const days = calendarDays(new Date(now), at)
    if (days === 0 && Math.abs(distance) < 6 * hour) return relative.format(Math.trunc(distance / hour), 'hour')
    if (Math.abs(days) <= 1) return `${relative.format(days, 'day')}, ${time(at)}`
    return shortDate(at, now)
  }
  return {
    locale,
    /** 20 nov 2026 */
    date: (moment: Moment) => write(moment, { day: 'numeric', month: 'short', year: 'numeric' }),
    /** viernes, 20 de noviembre de 2026 */
    longDate: (moment: Moment) => write(moment, { dateStyle: 'full' }),
    /** viernes, 20 de noviembre, with the year if it is not the current one */
    dayDate: (moment: Moment, now: Moment = Date.now()) => {
      const sameYear = new Date(moment).getFullYear() === new Date(now).getFullYear()
      return write(moment, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        ...(sameYear ? {} : { year: 'numeric' }),
      })
    },
    /** 20 de noviembre de 2026; without the year, 20 de noviembre */
    writtenDate: (moment: Moment, withYear = true) =>
      write(moment, { day: 'numeric', month: 'long', ...(withYear ? { year: 'numeric' } : {}) }),
    /** 20 nov, with the year if it is not the current one */
    shortDate,
    /** 9:30 */
    time,
    /** 20 nov 2026, 12:31 */
    dateTime: (moment: Moment) =>
      write(moment, {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
    relative: since,
    /**
     * Time until a future moment: dentro de 1 min, rounded up; «ahora» once it is due. `relative` says «ahora» for the
     * whole minute around it, because the clocks of server and user differ.
     */
    until: (moment: Moment, now: Moment = Date.now()): string => {
      const distance = new Date(moment).getTime() - new Date(now).getTime()
      if (distance <= 0) return relative.format(0, 'second')
      return distance < hour ? relative.format(Math.ceil(distance / minute), 'minute') : since(moment, now)
    },
    number,
    /** 0.42 → 42 % */
    percent: (share: number) => number(share, { style: 'percent', maximumFractionDigits: 0 }),
    /** 1.4 MB, in decimal units, with one decimal from megabytes on */
    bytes: (size: number): string => {
      // Intl would write 800B or 800 byte.
      if (size < 1000) return `${number(size)}\u00a0B`
      const step = Math.min(units.length, Math.floor(Math.log10(size) / 3))
      const options = { style: 'unit', unit: units[step - 1] ?? 'kilobyte', unitDisplay: 'short' } as const
      return number(size / 1000 ** step, { ...options, maximumFractionDigits: step < 2 ? 0 : 1 })
    },
    /** A count with its noun: `plural(3, { one: 'firma', other: 'firmas' })` → 3 firmas */
    plural: (count: number, forms: { one: string; other: string }): string =>
      `${number(count)} ${rules.select(count) === 'one' ? forms.one : forms.other}`,
    /** a, b y c */
    list: (items: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(items),
  }
}
