import { drawQr } from '@foja/pades/appearance/qr'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Locale } from '../../../texts/locale.ts'
import type { Evidence } from './collect-evidence.ts'
import { draft, factsOf, styles, type FactRow } from '../../../lib/print/blocks.ts'
import type { Draft } from './draft.ts'
import { drawRecipients } from './draw-recipients.ts'
import { drawSignatures } from './draw-signatures.ts'
import { eventSentence } from '../../../texts/event-sentences.ts'
import { evidenceTexts, formatCount, formatMoment } from '../../../texts/evidence-texts.ts'
import { printable } from '../../../lib/print/printable.ts'
import { logoBox, margins, paper, Sheet, textWidth } from '../../../lib/print/sheet.ts'
import { writePdf } from '../../../lib/print/write-pdf.ts'

/** The user, time, locale and site origin of a report. */
export type Issue = { by: string; at: Date; utcOffsetMinutes: number; locale: Locale; origin: string }

const qrSide = 88
/** Number of events after which other work gets the thread. */
const eventsPerTurn = 25

const printed = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')
const currentCode = ({ codes }: Evidence) => [...codes].toSorted(([a], [b]) => b - a)[0]?.[1]

/** Draws the logo in the upper right corner; returns the width left of it and its bottom edge. */
function drawLogo(sheet: Sheet, logo: Evidence['logo']): { width: number; foot: number } {
  if (logo === null) return { width: textWidth, foot: sheet.y }
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height)
  const size = { width: logo.width * scale, height: logo.height * scale }
  const foot = sheet.y - size.height
  sheet.picture(logo, { x: paper.width - margins.right - size.width, y: foot, ...size })
  return { width: textWidth - size.width - 16, foot }
}

function drawLetterhead({ sheet, evidence, texts }: Draft): void {
  const { company } = evidence
  const name = company?.nombre ?? texts.noCompany
  const { width, foot } = drawLogo(sheet, evidence.logo)
  sheet.text(printable(name), styles.letterhead, { width })
  const taxId = company?.identificacion ? `${texts.taxId}: ${company.identificacion}` : ''
  const facts = [taxId, company?.direccion, company?.telefono, company?.email].filter(Boolean)
  if (facts.length > 0) sheet.text(printable(facts.join(' · ')), styles.small, { width })
  sheet.moveTo(Math.min(sheet.y, foot))
  sheet.space(7)
  sheet.rule({ thickness: 1.2, gray: 0 })
  sheet.space(16)
}

function documentFacts({ evidence, texts, time }: Draft, issue: Issue): FactRow[] {
  const { document, versions, titulo } = evidence
  const code = currentCode(evidence)
  const main = document.id_solicitud_main
  const rows: [string, string | null][] = [
    [texts.identifier, document.id_documento],
    [texts.caseFile, main === null || titulo === null ? null : `${titulo || texts.untitled} (${main})`],
    [texts.version, texts.currentVersion(document.version, versions.length)],
    [texts.pages, document.paginas === null ? null : String(document.paginas)],
    [texts.code, code === undefined ? null : printed(code)],
    [texts.checkAt, code === undefined ? null : `${issue.origin}/verificar`],
    [texts.issuedAt, time(issue.at)],
    [texts.issuedBy, issue.by],
  ]
  return factsOf(rows)
}

/** Draws the QR code beside the document's facts; returns the width left of it and its bottom edge. */
function drawCode({ sheet, evidence }: Draft, { origin }: Issue): { width: number; foot: number } {
  const code = currentCode(evidence)
  if (code === undefined) return { width: textWidth, foot: sheet.y }
  const foot = sheet.y - qrSide
  sheet.draw(drawQr(`${origin}/verificar?codigo=${printed(code)}`, paper.width - margins.right - qrSide, foot, qrSide))
  return { width: textWidth - qrSide - 16, foot }
}

function drawSummary(on: Draft, issue: Issue): void {
  const { sheet, evidence, texts } = on
  const { paragraph, facts } = draft(on)
  sheet.text(printable(texts.title), styles.title)
  sheet.space(6)
  sheet.text(printable(evidence.document.nombre), styles.name)
  sheet.space(8)
  const { width, foot } = drawCode(on, issue)
  facts(documentFacts(on, issue), width)
  sheet.moveTo(Math.min(sheet.y, foot))
  facts([{ label: texts.sha256, value: evidence.document.sha256 }])
  sheet.space(12)
  const { verification } = evidence
  const count = (verification?.signatures ?? []).filter(({ kind }) => kind !== 'timestamp').length
  const sentence = verification === null ? texts.unreadable : texts.summaries[verification.summary](count)
  sheet.rule({ gray: 0.2 })
  sheet.space(6)
  sheet.fact(printable(texts.result), printable(sentence), { label: styles.strong, value: styles.strong }, { gap: 112 })
  sheet.space(6)
  sheet.rule({ gray: 0.2 })
  sheet.space(10)
  for (const text of texts.about) paragraph(text)
}

function drawVersions(on: Draft): void {
  const { sheet, evidence, texts, time, locale } = on
  const { heading, subheading, facts } = draft(on)
  heading(texts.versions, 90)
  for (const version of evidence.versions) {
    sheet.keep(90)
    subheading(`${texts.versionTitle(version.version)} · ${texts.origins[version.origin]}`)
    const code = evidence.codes.get(version.version)
    facts([
      { label: texts.date, value: time(version.created_at) },
      { label: texts.author, value: `${version.author_nombre} (${version.author_email})` },
      { label: texts.size, value: `${formatCount(version.size, locale)} ${texts.bytes(version.size)}` },
      { label: texts.sha256, value: version.sha256 },
      ...(code === undefined ? [] : [{ label: texts.code, value: printed(code) }]),
    ])
    sheet.space(8)
  }
}

async function drawHistory(on: Draft): Promise<void> {
  const { sheet, evidence, texts, time, locale } = on
  const { heading, paragraph } = draft(on)
  const { chain, events, hidden, omitted, addresses, names } = evidence
  heading(texts.history, 90)
  const { fault, at: wrong, sealedFrom } = chain
  paragraph(fault === null ? texts.intact(chain.events) : texts.broken[fault](wrong ?? 1), styles.strong)
  if (sealedFrom !== null) paragraph(texts.sealedFrom(time(sealedFrom)))
  if (hidden > 0) paragraph(texts.hidden(hidden))
  if (omitted > 0) paragraph(texts.omitted(omitted))
  if (!addresses) paragraph(texts.withoutAddresses)
  sheet.space(2)
  const indent = 30
  for (const [at, event] of events.entries()) {
    if (at % eventsPerTurn === eventsPerTurn - 1) await breathe()
    sheet.keep(58)
    const top = sheet.y
    sheet.text(printable(String(event.seq)), styles.label)
    sheet.moveTo(top)
    const name = event.id_documento === null ? undefined : names.get(event.id_documento)
    sheet.text(printable(eventSentence(event, name, locale)), styles.body, { indent })
    const from = event.ip === null ? texts.nowhere : texts.from(event.ip)
    const when = time(event.at)
    sheet.text(printable(addresses ? `${when} · ${from}` : when), styles.label, { indent })
    sheet.text(printable(`${texts.hash} ${event.hash}`), styles.small, { indent })
    sheet.text(printable(`${texts.previous} ${event.prev_hash}`), styles.small, { indent })
    sheet.space(7)
  }
}

/** Draws the evidence of a document as an A4 PDF, in the reader's language and UTC offset. */
export async function drawEvidence(evidence: Evidence, issue: Issue): Promise<Buffer> {
  const { locale, utcOffsetMinutes } = issue
  const texts = evidenceTexts[locale]
  const sheet = new Sheet()
  const time = (at: string | Date) => formatMoment(new Date(at), utcOffsetMinutes, locale)
  const on: Draft = { evidence, texts, locale, sheet, time }
  drawLetterhead(on)
  drawSummary(on, issue)
  drawVersions(on)
  drawSignatures(on)
  drawRecipients(on)
  await drawHistory(on)
  sheet.space(10)
  sheet.text(printable(`— ${texts.end} —`), styles.label, { indent: textWidth / 2 - 40 })
  const { document, company } = evidence
  const foot = printable(`${document.id_documento} · ${document.nombre}`)
  for (const [at, page] of sheet.pages.entries()) {
    sheet.foot(page, foot, printable(texts.page(at + 1, sheet.pages.length)), styles.small)
  }
  return await writePdf(sheet.pages, {
    title: `${texts.title}: ${document.nombre}`,
    author: company?.nombre ?? '',
    language: locale,
    createdAt: issue.at,
    utcOffsetMinutes,
  })
}
