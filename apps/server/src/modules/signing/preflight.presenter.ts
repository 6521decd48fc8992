import type { Problem } from '@foja/contracts/problem'
import type { PreflightLine as WireLine, preflightSigning } from '@foja/contracts/signing'
import type { PreflightLine } from '@foja/pades/preflight'
import type * as z from 'zod/mini'
import type { Locale } from '../../texts/locale.ts'
import type { InspectedDocument } from './preflight-signing.ts'
import { preflightTexts } from '../../texts/preflight-texts.ts'

type WireDocument = z.input<(typeof preflightSigning.replies)[200]>['documents'][number]

export function presentLines(lines: PreflightLine[], locale: Locale, manages: boolean): WireLine[] {
  return lines.map((line) => {
    const { title, advice } = preflightTexts(line, manages)
    const { check, status, affects } = line
    return { check, status, affects, title: title[locale], advice: advice === null ? null : advice[locale] }
  })
}

export function presentDocuments(
  documents: InspectedDocument[],
  problemOf: (error: unknown) => Problem,
): WireDocument[] {
  return documents.map(({ document, inspection, error }) => ({
    id_documento: document.id_documento,
    sha256: document.sha256,
    paginas: document.paginas,
    signatures: document.signature_count,
    fields: (inspection?.fields ?? []).map(({ label, ...field }) => ({ ...field, ...(label !== null && { label }) })),
    certified: inspection?.certified ?? null,
    needs_repair: inspection?.needsRepair ?? false,
    active_content: inspection?.activeContent ?? [],
    problem: error === null ? null : problemOf(error),
  }))
}
