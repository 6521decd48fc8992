import type { Region } from './compare-pixels.ts'
import { tooMuchMemory, type OpenDocument } from './pdfium-document.ts'
import { visibleBox } from './visible-box.ts'

/** FPDFAnnot_GetSubtype (fpdf_annot.h). */
const widget = 20
/** Bytes of UTF-16; longer names are ignored. */
const longestName = 2048

/**
 * Places of the widgets on an open page that belong to the fields with these full names, in points. A radio button has
 * one per option, and a field may be on several pages.
 */
export function placesOfFields(
  document: OpenDocument,
  page: number,
  names: ReadonlySet<string>,
  unit: number,
): Region[] {
  const { instance, form } = document
  const { fpdf } = instance
  if (names.size === 0 || form === null) return []
  return Array.from({ length: fpdf.FPDFPage_GetAnnotCount(page) }, (_, index): Region[] => {
    const annotation = fpdf.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) return []
    const isWanted = fpdf.FPDFAnnot_GetSubtype(annotation) === widget && names.has(nameOf(document, annotation))
    const box = isWanted ? visibleBox(instance, page, (rect) => fpdf.FPDFAnnot_GetRect(annotation, rect)) : null
    fpdf.FPDFPage_CloseAnnot(annotation)
    if (box === null) return []
    const { left, top, right, bottom } = box
    return [{ x: left * unit, y: top * unit, width: (right - left) * unit, height: (bottom - top) * unit }]
  }).flat()
}

function nameOf({ instance: { fpdf, malloc, free, heap }, form }: OpenDocument, annotation: number): string {
  const buffer = malloc(longestName)
  if (buffer === 0) throw tooMuchMemory()
  const size = fpdf.FPDFAnnot_GetFormFieldName(form ?? 0, annotation, buffer, longestName)
  const bytes = Buffer.from(heap().HEAPU8.slice(buffer, buffer + Math.max(0, Math.min(size, longestName) - 2)))
  free(buffer)
  return bytes.toString('utf16le')
}
