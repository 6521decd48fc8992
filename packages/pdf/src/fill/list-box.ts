import type { TemplateField } from '@foja/contracts/template-fields'
import { layoutText } from '@foja/forms/layout'
import { lineHeight } from '@foja/forms/metrics'
import { drawText, rectangle, rgb, type Area, type Drawing } from './drawing.ts'
import type { Fonts } from './embedded-fonts.ts'

/** Background of the selected line: Acrobat's blue. */
const highlight = '#99c1da'

/** The visible lines of a list, scrolled to the selected one. `index` -1: no selection. */
export function drawList(
  drawing: Drawing,
  fonts: Fonts,
  { field, labels, index, area }: { field: TemplateField; labels: readonly string[]; index: number; area: Area },
): void {
  const { font, size, align, color } = field.style
  const height = lineHeight * size
  const fitting = Math.max(1, Math.floor(area.height / height))
  const first = Math.max(0, index - fitting + 1)
  drawing.operators.push(`q ${rectangle(area)} W n`)
  labels.slice(first, first + fitting + 1).forEach((label, row) => {
    const line = { ...area, bottom: area.bottom + area.height - (row + 1) * height, height }
    if (first + row === index) drawing.operators.push(`${rgb(highlight)} rg ${rectangle(line)} f`)
    const layout = layoutText({
      text: label,
      width: area.width,
      height,
      font,
      size,
      align,
      overflow: 'clip',
      multiline: false,
    })
    drawText(drawing, fonts, layout, line, color)
  })
  drawing.operators.push('Q')
}
