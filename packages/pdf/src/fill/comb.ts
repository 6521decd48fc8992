import type { TemplateField } from '@foja/contracts/template-fields'
import { layoutText, type TextLayout } from '@foja/forms/layout'
import { drawText, type Area, type Drawing } from './drawing.ts'
import type { Fonts } from './embedded-fonts.ts'
import { fieldFlags, type FormField } from './form-tree.ts'
import { numberOf, type Resolve } from './pdf-values.ts'

const notComb = fieldFlags.multiline | fieldFlags.password | fieldFlags.fileSelect

/** Number of cells of a comb text field (ISO 32000-2 table 231, Comb); null: not a comb. */
export function combOf(resolve: Resolve, form: FormField): number | null {
  const cells = numberOf(resolve, form.get('MaxLen'))
  const isComb = (form.flags & fieldFlags.comb) !== 0 && (form.flags & notComb) === 0
  return isComb && cells !== null && cells >= 1 && cells <= 1000 ? Math.floor(cells) : null
}

/** Centres each character in its cell, all in one size. */
export function drawComb(
  drawing: Drawing,
  fonts: Fonts,
  { field, text, cells, area }: { field: TemplateField; text: string; cells: number; area: Area },
): void {
  const characters = Array.from(text.normalize('NFC')).slice(0, cells)
  const width = area.width / cells
  const { font, color, align } = field.style
  const free = cells - characters.length
  const before = { left: 0, center: Math.floor(free / 2), right: free }[align]
  const layout = (character: string, size: number, overflow: 'shrink' | 'clip'): TextLayout =>
    layoutText({ text: character, width, height: area.height, font, size, align: 'center', overflow, multiline: false })
  const size = Math.min(...characters.map((one) => layout(one, field.style.size, 'shrink').size))
  characters.forEach((character, index) => {
    const cell = { ...area, left: area.left + (before + index) * width, width }
    drawText(drawing, fonts, layout(character, size, 'clip'), cell, color)
  })
}
