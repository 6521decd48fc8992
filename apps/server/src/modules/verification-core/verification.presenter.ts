import type { TrustAnchor, Verification } from '@foja/contracts/verification'
import type { EngineReport, EngineVerification } from '../../signing-worker/protocol.ts'
import { formatTimes } from '../../texts/marked-times.ts'
import type { Locale, Reader } from '../../texts/locale.ts'
import { simpleSignatureTexts } from '../../texts/simple-signature-texts.ts'
import type { AnchorRow } from './trust-anchors.queries.ts'

export function presentAnchor(row: AnchorRow): TrustAnchor {
  return {
    id: row.id,
    id_company: row.id_company,
    subject: row.subject,
    issuer: row.issuer,
    fingerprint: row.fingerprint,
    not_before: row.not_before.toISOString(),
    not_after: row.not_after.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

function explain({ explanation, simple }: EngineReport, locale: Locale, timeZone: string): string {
  const sentence = formatTimes(explanation[locale], locale, timeZone)
  return simple === undefined ? sentence : `${simpleSignatureTexts[locale].verdict(simple.nombre)} ${sentence}`
}

const rank = { TOTAL_FAILED: 0, INDETERMINATE: 1, TOTAL_PASSED: 2 } as const

/** Presents a report in the caller's language and time zone, worst signature first. */
export function presentVerification(
  report: EngineVerification,
  sha256: string,
  checkedAt: Date,
  { locale, timeZone }: Reader,
): Verification {
  const signatures = report.signatures
    .toSorted((a, b) => rank[a.indication] - rank[b.indication])
    .map(({ signature_id: _id, ...one }) => ({ ...one, explanation: explain(one, locale, timeZone) }))
  return { signatures, summary: report.summary, sha256, checked_at: checkedAt.toISOString() }
}
