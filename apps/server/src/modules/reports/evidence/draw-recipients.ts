import { draft, factsOf, type FactRow } from '../../../lib/print/blocks.ts'
import type { Draft } from './draft.ts'
import type { AskedRow } from './evidence.queries.ts'

const requestFacts = ({ texts, time }: Draft, row: AskedRow): FactRow[] =>
  factsOf([
    [texts.askedBy, `${row.author_nombre} (${row.author_email})`],
    [texts.sentAt, row.request_sent_at && time(row.request_sent_at)],
    [texts.term, time(row.expires_at)],
    [texts.state, texts.requestStates[row.request_status]],
    [texts.reason, row.request_motivo],
  ])

function codeFact({ texts, time }: Draft, { code, code_at }: AskedRow): string {
  if (code_at !== null) return texts.codeTyped(time(code_at))
  return code ? texts.codeMissing : texts.codeNone
}

function recipientFacts(on: Draft, row: AskedRow): FactRow[] {
  const { evidence, texts, time } = on
  const state = texts.recipientStates[row.status]
  const signed = evidence.versions.find(({ version }) => version === row.signed_version)
  return factsOf([
    [texts.address, texts.channels[row.channel](row.email)],
    [texts.required, row.must_match ? row.identificacion : null],
    [texts.mailedCode, codeFact(on, row)],
    [texts.sentAt, row.sent_at && time(row.sent_at)],
    [texts.seenAt, row.seen_at && time(row.seen_at)],
    [texts.filledAt, row.filled_at && time(row.filled_at)],
    [texts.state, row.acted_at === null ? state : texts.actedAt(state, time(row.acted_at))],
    [texts.consent, row.consent],
    [texts.reason, row.motivo],
    [texts.passedBy, row.passed_by],
    [texts.deliveredAt, row.delivered_at && time(row.delivered_at)],
    [texts.signedVersion, signed && `${signed.version} · SHA-256 ${signed.sha256}`],
  ])
}

/** Draws who was asked to sign, approve or deliver the document, and what each of them did. */
export function drawRecipients(on: Draft): void {
  const { sheet, evidence, texts } = on
  const { asked } = evidence
  if (asked.length === 0) return
  const { heading, subheading, facts } = draft(on)
  heading(texts.recipients, 120)
  let request = ''
  for (const row of asked) {
    sheet.keep(110)
    if (row.id_request !== request) {
      request = row.id_request
      subheading(texts.requestOf(row.titulo))
      facts(requestFacts(on, row))
      sheet.space(8)
      sheet.keep(110)
    }
    subheading(texts.recipientOf(row.nombre, row.rol))
    facts(recipientFacts(on, row))
    sheet.space(8)
  }
}
