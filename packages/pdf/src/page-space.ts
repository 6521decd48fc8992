import { tooMuchMemory } from './pdfium-document.ts'
import type { PdfiumInstance } from './pdfium-instance.ts'

type Point = { x: number; y: number }

/** Converts a point of the page's space to the displayed page: units from its top left corner, y downwards. */
export type ToDisplay = (x: number, y: number) => Point

/** FPDF_PageToDevice returns integers: hundredths of a unit, measured over a thousand units. */
const scale = 100
const span = 1000

/** Rotation and CropBox of an open page as one conversion. Throws PdfError render_memory. */
export function displayOf({ fpdf, malloc, free, heap }: PdfiumInstance, page: number): ToDisplay {
  const memory = malloc(8)
  if (memory === 0) throw tooMuchMemory()
  const width = Math.round(fpdf.FPDF_GetPageWidthF(page) * scale)
  const height = Math.round(fpdf.FPDF_GetPageHeightF(page) * scale)
  const at = (x: number, y: number): Point => {
    fpdf.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, memory, memory + 4)
    const { HEAP32 } = heap()
    return { x: (HEAP32[memory >> 2] ?? 0) / scale, y: (HEAP32[(memory >> 2) + 1] ?? 0) / scale }
  }
  const origin = at(0, 0)
  const [right, up] = [at(span, 0), at(0, span)]
  free(memory)
  const [a, b] = [(right.x - origin.x) / span, (right.y - origin.y) / span]
  const [c, d] = [(up.x - origin.x) / span, (up.y - origin.y) / span]
  return (x, y) => ({ x: origin.x + a * x + c * y, y: origin.y + b * x + d * y })
}
