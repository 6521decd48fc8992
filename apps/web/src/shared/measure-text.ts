/** The font of the text over a page: one that every computer has, since its letters are not seen. */
export const textFont = 'Arial, Helvetica, sans-serif'

const widths = new Map<string, number>()
let context: CanvasRenderingContext2D | null | undefined

/** Width of a text in `textFont` without kerning, in em; an estimate where text cannot be measured. */
export function naturalWidth(text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d')
    if (context !== null) {
      context.font = `100px ${textFont}`
      context.fontKerning = 'none'
    }
  }
  const width = context === null ? text.length / 2 : context.measureText(text).width / 100
  if (widths.size > 20_000) widths.clear()
  widths.set(text, width)
  return width
}
