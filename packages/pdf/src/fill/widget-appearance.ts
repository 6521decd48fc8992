import { uprightMatrix, visibleSizeOf, type Box } from '@foja/pdf-core/geometry'
import { formatNumber } from '@foja/pdf-core/syntax'
import { PdfDict, PdfRef } from '@libpdf/core'
import { rectangle, resourcesOf, startDrawing, type Area, type Drawing } from './drawing.ts'
import type { Fonts } from './embedded-fonts.ts'
import { characteristics } from './field-choices.ts'
import type { Widget } from './form-tree.ts'
import { inherited, rotationOf, userUnitOf } from './page-tree.ts'
import { dictOf, itemsOf, nameOf, numberOf, type Resolve } from './pdf-values.ts'
import type { Revision } from './revision.ts'

/** New appearances, by object number; the file itself does not have them yet. */
export type MadeAppearances = Map<number, Upright>

type Writing = { resolve: Resolve; revision: Revision; fonts: Fonts; made: MadeAppearances }

/** Upright size of a widget in points, and the matrix that rotates it with its page. */
export type Upright = { width: number; height: number; matrix: readonly number[] }

/** Rotation of a widget: its own (MK /R, counterclockwise), or that of the displayed page (§12.5.6.19). */
export function uprightOf(resolve: Resolve, widget: Widget, rect: Box): Upright {
  const own = numberOf(resolve, characteristics(resolve, widget).get('R'))
  const ofPage = widget.page === null ? 0 : (numberOf(resolve, inherited(resolve, widget.page, 'Rotate')) ?? 0)
  const rotation = rotationOf(own ?? ofPage)
  // readers scale the drawing to the rectangle, in any units (§12.5.5)
  const userUnit = widget.page === null ? 1 : userUnitOf(resolve, widget.page)
  const { width, height } = visibleSizeOf(rect, { rotation, userUnit })
  return { width, height, matrix: uprightMatrix(rotation, width, height) }
}

/** Creates the normal appearance of a widget: its background and border, and the output of `draw` above. */
export function makeAppearance(
  { resolve, revision, fonts, made }: Writing,
  widget: Widget,
  upright: Upright,
  draw: (drawing: Drawing, area: Area) => void,
): number {
  const { width, height, matrix } = upright
  const area = { left: 0, bottom: 0, width, height }
  const drawing = startDrawing()
  drawFrame(resolve, drawing, widget, area)
  drawing.operators.push('/Tx BMC')
  draw(drawing, area)
  drawing.operators.push('EMC')
  const head = `/Type/XObject/Subtype/Form/BBox[0 0 ${formatNumber(width)} ${formatNumber(height)}]/Matrix[${matrix.map(formatNumber).join(' ')}]`
  const number = revision.addStream(head + resourcesOf(drawing, fonts), drawing.operators.join('\n'))
  made.set(number, upright)
  return number
}

/** Sets a widget's appearance, and removes its rollover and down appearances. */
export function setAppearance(widget: Widget, appearance: number): void {
  widget.dict.set('AP', PdfDict.of({ N: PdfRef.of(appearance, 0) }))
}

function drawFrame(resolve: Resolve, drawing: Drawing, widget: Widget, area: Area): void {
  const marks = characteristics(resolve, widget)
  const background = colorOperator(numbersOf(resolve, marks.get('BG')), 'fill')
  if (background !== null) drawing.operators.push(`q ${background} ${rectangle(area)} f Q`)
  const border = colorOperator(numbersOf(resolve, marks.get('BC')), 'stroke')
  const style = dictOf(resolve, widget.dict.get('BS'))
  const thickness = numberOf(resolve, style?.get('W')) ?? 1
  if (border === null || thickness <= 0) return
  const half = thickness / 2
  const isUnderline = nameOf(resolve, style?.get('S')) === 'U'
  const dashes = nameOf(resolve, style?.get('S')) === 'D' ? `[${dashesOf(resolve, style)}] 0 d ` : ''
  const line = isUnderline
    ? `0 ${formatNumber(half)} m ${formatNumber(area.width)} ${formatNumber(half)} l`
    : rectangle({ left: half, bottom: half, width: area.width - thickness, height: area.height - thickness })
  drawing.operators.push(`q ${border} ${formatNumber(thickness)} w ${dashes}${line} S Q`)
}

function dashesOf(resolve: Resolve, style: PdfDict | null): string {
  const lengths = numbersOf(resolve, style?.get('D')).filter((length) => length > 0)
  return lengths.length > 0 ? lengths.map(formatNumber).join(' ') : '3'
}

function numbersOf(resolve: Resolve, value: Parameters<Resolve>[0]): number[] {
  return itemsOf(resolve, value).map((item) => numberOf(resolve, item) ?? 0)
}

/** One number is grey, three are RGB, four are CMYK; none is transparent (table 192). */
function colorOperator(levels: readonly number[], use: 'fill' | 'stroke'): string | null {
  const operator = { 1: ['g', 'G'], 3: ['rg', 'RG'], 4: ['k', 'K'] }[levels.length]
  return operator === undefined ? null : `${levels.map(formatNumber).join(' ')} ${operator[use === 'fill' ? 0 : 1]}`
}
