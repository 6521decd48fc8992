import type { Change } from '@foja/contracts/verification'
import { pagesNamed } from '@foja/pades/explain'
import { plain } from '@foja/pades/verify/describe-additions'
import type { EngineReport } from '../../signing-worker/protocol.ts'
import { markTime } from '../../texts/marked-times.ts'
import type { Locale } from '../../texts/locale.ts'

const sentences = {
  signature: {
    es: 'La firma de {who} ya no vale para este documento: se ve distinto de lo que se firmó{pages}.',
    en: 'The signature of {who} no longer holds for this document: it looks different from what was signed{pages}.',
  },
  timestamp: {
    es: 'El documento se ve distinto de como era cuando se selló el {time}{pages}.',
    en: 'The document looks different from what it was when it was timestamped on {time}{pages}.',
  },
}

/** Explains pages that look different in a sentence; its time is a mark of `markTime`. */
export function explainDifference(report: EngineReport, differences: readonly Change[], language: Locale): string {
  const { signer, field, signed_at: time, kind } = report
  const name = signer?.name ?? (language === 'es' ? `«${field}»` : `“${field}”`)
  const values: Record<string, string> = {
    who: plain(name),
    pages: pagesNamed(
      differences.map(({ page }) => ({ page: page ?? undefined })),
      language,
    ),
    time: time === null ? '—' : markTime(new Date(time)),
  }
  const sentence = sentences[kind === 'timestamp' ? 'timestamp' : 'signature'][language]
  return sentence.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}
