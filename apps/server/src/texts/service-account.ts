import type { Locale } from './locale.ts'

const marks: Record<Locale, string> = { es: 'cuenta de servicio', en: 'service account' }

/** Name of a service account: lists, histories and reports show what it is. */
export const serviceAccountName = (nombre: string, locale: Locale): string => `${nombre} (${marks[locale]})`
