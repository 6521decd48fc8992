import type { Box } from '@foja/pdf-core/geometry'
import { PdfArray, PdfRef } from './objects.ts'
import type { PdfPage } from './pages.ts'
import type { RevisionWriter } from './revision-writer.ts'
import { appendToArray, number, reference, text } from './writer.ts'

/**
 * Annotation flags (ISO 32000-2 §12.5.3): Print, ReadOnly, Locked and LockedContents. It prints with the page, opens no
 * note, and cannot be moved or deleted in readers.
 */
const stampFlags = 4 | 64 | 128 | 512

/**
 * Adds rubber stamp annotations (§12.5.6.12) that only show a form XObject: the signature's appearance on other pages
 * than that of its field. `label` is their description for screen readers, `widgetPage` the page to which the same
 * revision adds the field's own widget.
 */
export function addStampAnnotations(
  writer: RevisionWriter,
  stamps: readonly { page: PdfPage; rect: Box; form: number }[],
  label: string,
  widgetPage: PdfPage,
): void {
  const listed = widgetPage.dict.get('Annots')
  const extended = new Set(listed instanceof PdfRef ? [listed.number] : [])
  for (const { page, rect, form } of stamps) {
    const box = [rect.x0, rect.y0, rect.x1, rect.y1].map(number).join(' ')
    const self = writer.add(
      `<< /Type /Annot /Subtype /Stamp /F ${stampFlags} /Rect [${box}] /Contents ${text(label)} ` +
        `/P ${reference(page.ref.number, page.ref.generation)} /AP << /N ${reference(form)} >> >>`,
    )
    const changes = addTo(writer, page, reference(self), extended)
    if (Object.keys(changes).length > 0) writer.edit(page.ref, page.dict, changes)
  }
}

/** An annotation list shared between pages is extended for the first of them; the others get their own. */
function addTo(writer: RevisionWriter, page: PdfPage, item: string, extended: Set<number>): Record<string, string> {
  const value = page.dict.get('Annots')
  if (!(value instanceof PdfRef) || !extended.has(value.number)) {
    if (value instanceof PdfRef) extended.add(value.number)
    return writer.appendItem(page.dict, 'Annots', item)
  }
  const list = writer.file.resolve(value)
  return { Annots: list instanceof PdfArray ? appendToArray(list, item) : `[ ${item} ]` }
}
