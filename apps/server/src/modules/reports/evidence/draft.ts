import type { Locale } from '../../../texts/locale.ts'
import type { Evidence } from './collect-evidence.ts'
import type { evidenceTexts } from '../../../texts/evidence-texts.ts'
import type { Sheet } from '../../../lib/print/sheet.ts'

/** A report in progress: its content, texts and sheet. */
export type Draft = {
  evidence: Evidence
  texts: (typeof evidenceTexts)[Locale]
  locale: Locale
  sheet: Sheet
  /** Formats a time with the reader's UTC offset. */
  time: (at: string | Date) => string
}
