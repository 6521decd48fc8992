/** Place of the margin line. Independent of PDF and Node, so that a preview can compute it too. */

/** Points from the top left corner of the displayed page. */
type Place = { x: number; y: number; width: number; height: number }

/** Distance to the edges: printers leave about 4 mm blank, and binding is on the other side. */
const edge = 14
const gap = 8
/** Widths with and without a QR code; the QR is as wide as the line. */
const withCode = 30
const textOnly = 12
const longest = 400
/** Number of places on a page: two in each column, columns side by side. */
export const marginSlots = 6

/**
 * The rectangle of the line along the right margin, for a page of that displayed size (CropBox, /Rotate and UserUnit
 * applied), in points. `code`: it ends in a QR code. `slot`: 0 is the lower half of the outermost column, 1 the upper
 * half, 2 and 3 the next column to the left…; a signature takes the first free one.
 */
export function marginRectangle(
  pageWidth: number,
  pageHeight: number,
  { code = false, slot = 0 }: { code?: boolean; slot?: number } = {},
): Place {
  const inset = Math.min(edge, pageWidth * 0.1)
  const top = Math.min(28, pageHeight * 0.05)
  const height = Math.min(longest, (pageHeight - top * 2 - gap) / 2)
  const columns = marginSlots / 2
  const width = Math.min(code ? withCode : textOnly, height / 3, (pageWidth - inset) / columns)
  const column = Math.floor(slot / 2)
  const y = pageHeight - top - height - (slot % 2) * (height + gap)
  return { x: Math.max(0, pageWidth - inset - width * (column + 1)), y, width, height }
}
