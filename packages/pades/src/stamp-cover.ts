import type { Box } from '@foja/pdf-core/geometry'
import { readImage } from './appearance/image.ts'
import type { Appearance } from './appearance/stamp.ts'
import { PadesError } from './errors.ts'
import type { PdfField } from './pdf/fields.ts'
import type { PdfFile } from './pdf/file.ts'
import { PdfRef } from './pdf/objects.ts'
import { boxOf, geometryOf, type PdfPage } from './pdf/pages.ts'
import type { EarlierSignature, Intent } from './pdf/permissions.ts'
import { type WorkBudget, WorkBudgetError, newWorkBudget } from './work-budget.ts'
import { itemsOf } from './verify/changed-objects.ts'
import { coversMostOf, coversText } from './verify/compare-cover.ts'

/**
 * True if an appearance paints an opaque background: a QR code has a white one, an image too unless it is transparent.
 */
function hasGround(appearance: Appearance): boolean {
  if (appearance.kind !== 'invisible' && appearance.background === 'white') return true
  if (appearance.kind === 'image') return !readImage(appearance.image).mask
  return appearance.kind === 'qr' || appearance.kind === 'margin'
}

/** Boxes of the stamps on a page since the earliest signature. */
function laterStamps(
  file: PdfFile,
  page: PdfPage,
  fields: readonly PdfField[],
  earlier: readonly EarlierSignature[],
): Box[] {
  const first = Math.min(...earlier.map(({ end }) => end))
  const later = new Set(earlier.filter(({ end }) => end > first).map(({ by }) => by))
  const listed = itemsOf(file, page.dict.get('Annots'))
  const numbers = new Set(listed.map((item) => (item instanceof PdfRef ? item.number : -1)))
  return fields
    .filter(({ name }) => later.has(name))
    .flatMap(({ widgets }) => widgets.filter(({ ref }) => numbers.has(ref.number)))
    .flatMap(({ dict }) => boxOf(file, dict.get('Rect')) ?? [])
}

/**
 * Refuses a stamp for which `verify` would report an earlier signature as modified (see `compareCover`).
 *
 * @throws PadesError `pdf_forbids_signing` with `reason` `covers_page`: the stamps since the first signature, with this
 * one, hide more than half of a page; `covers_text`: a new stamp hides signed letters. A page that takes too much work
 * to read is allowed: `verify` reports it as undecidable.
 */
export function assertStampFits(
  file: PdfFile,
  fields: readonly PdfField[],
  earlier: readonly EarlierSignature[],
  { stamp, isNew }: Pick<Intent, 'stamp' | 'isNew'>,
  appearance: Appearance,
  budget: WorkBudget = newWorkBudget(),
): void {
  if (!stamp || earlier.length === 0) return
  try {
    for (const page of stamp.pages) {
      const boxes = [stamp.box, ...laterStamps(file, page, fields, earlier)]
      if (coversMostOf(geometryOf(file, page).box, boxes, budget))
        throw new PadesError('pdf_forbids_signing', { reason: 'covers_page' })
      if (isNew && hasGround(appearance) && coversText(file, page, [stamp.box], budget))
        throw new PadesError('pdf_forbids_signing', { reason: 'covers_text' })
    }
  } catch (error) {
    if (!(error instanceof WorkBudgetError)) throw error
  }
}
