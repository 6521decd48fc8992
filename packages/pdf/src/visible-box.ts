import { tooMuchMemory } from './pdfium-document.ts'
import type { PdfiumInstance } from './pdfium-instance.ts'

/** From the top left of a page as displayed, in its own units. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** FPDF_PageToDevice returns integers: hundredths of a unit. */
export const boxScale = 100

/**
 * Converts a rectangle that the engine writes in `read` (FS_RECTF of fpdfview.h: left, top, right, bottom in the page's
 * space) to displayed coordinates; null when `read` fails. Throws PdfError render_memory.
 */
export function visibleBox(instance: PdfiumInstance, page: number, read: (rect: number) => boolean): Box | null {
  const { fpdf, malloc, free, heap } = instance
  const rect = malloc(16)
  if (rect === 0) throw tooMuchMemory()
  const isKnown = read(rect)
  const [left = 0, top = 0, right = 0, bottom = 0] = heap().HEAPF32.slice(rect >> 2, (rect >> 2) + 4)
  const width = Math.round(fpdf.FPDF_GetPageWidthF(page) * boxScale)
  const height = Math.round(fpdf.FPDF_GetPageHeightF(page) * boxScale)
  const corner = (x: number, y: number) => {
    fpdf.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, rect, rect + 4)
    const { HEAP32 } = heap()
    return { x: (HEAP32[rect >> 2] ?? 0) / boxScale, y: (HEAP32[(rect >> 2) + 1] ?? 0) / boxScale }
  }
  const one = corner(left, top)
  const other = corner(right, bottom)
  free(rect)
  if (!isKnown) return null
  return {
    left: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    right: Math.max(one.x, other.x),
    bottom: Math.max(one.y, other.y),
  }
}
