import type { Locale } from './locale.ts'
import { moment } from '@foja/pades/explain'

/**
 * A verdict is cached for readers in any time zone, so times in its sentences stay marks until they are presented.
 * Names from certificates contain no control characters there, so they cannot forge a mark.
 */
export const markTime = (date: Date): string => `\u0002${date.getTime()}\u0003`

/** Replaces the marks in a sentence with times in `timeZone`. */
export function formatTimes(sentence: string, locale: Locale, timeZone: string): string {
  // oxlint-disable-next-line no-control-regex -- the marks are control characters on purpose
  return sentence.replace(/\u0002(-?\d+)\u0003/g, (_, time: string) => moment(new Date(Number(time)), locale, timeZone))
}
