import type { Locale } from '../http/locale.ts'
import { moment } from '@foja/pades/explain'

/**
 * A verdict is worked out once for readers of many zones, so the times in its sentences stay marks until somebody reads
 * them. Names out of certificates hold no control characters there, so nobody else writes such a mark.
 */
export const markTime = (date: Date): string => `\u0002${date.getTime()}\u0003`

/** The sentence with its times as they are read in `timeZone`. */
export function tellTimes(sentence: string, locale: Locale, timeZone: string): string {
  // oxlint-disable-next-line no-control-regex -- the marks are control characters on purpose
  return sentence.replace(/\u0002(-?\d+)\u0003/g, (_, time: string) => moment(new Date(Number(time)), locale, timeZone))
}
