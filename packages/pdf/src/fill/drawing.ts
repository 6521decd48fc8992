import type { Face } from '@foja/forms/faces'
import type { TextLayout } from '@foja/forms/layout'
import type { DrawnPiece, Run } from '@foja/forms/place-runs'
import { formatNumber } from '@foja/pdf-core/syntax'
import type { Fonts } from './embedded-fonts.ts'
import type { PlacedImage } from './images.ts'

/** Collects operators of a content stream and their resources. */
export type Drawing = {
  operators: string[]
  faces: Set<Face>
  objects: Set<number>
}

/** Origin at the lower left, points. */
export type Area = { left: number; bottom: number; width: number; height: number }

export function startDrawing(): Drawing {
  return { operators: [], faces: new Set(), objects: new Set() }
}

/** The resources of a stream with these operators (ISO 32000-2 §7.8.3). */
export function resourcesOf({ faces, objects }: Drawing, fonts: Fonts): string {
  const font = faces.size > 0 ? `/Font<<${[...faces].map((face) => fonts.entry(face)).join('')}>>` : ''
  const object =
    objects.size > 0 ? `/XObject<<${[...objects].map((number) => `/X${number} ${number} 0 R`).join('')}>>` : ''
  return `/Resources<<${font}${object}>>`
}

/** A colour as operands of rg and RG. `#rrggbb` */
export function rgb(color: string): string {
  return [1, 3, 5].map((at) => formatNumber(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')
}

export function rectangle({ left, bottom, width, height }: Area): string {
  return `${formatNumber(left)} ${formatNumber(bottom)} ${formatNumber(width)} ${formatNumber(height)} re`
}

/** Draws laid out lines, clipped to the area. */
export function drawText(drawing: Drawing, fonts: Fonts, layout: TextLayout, area: Area, color: string): void {
  if (layout.lines.length === 0) return
  const top = area.bottom + area.height
  drawing.operators.push(`q ${rectangle(area)} W n BT ${rgb(color)} rg`)
  let face: Face | null = null
  for (const { baseline, runs } of layout.lines) {
    for (const piece of runs.flatMap(piecesOf)) {
      if (piece.face !== face) drawing.operators.push(`/${piece.face} ${formatNumber(layout.size)} Tf`)
      face = piece.face
      drawing.faces.add(face)
      const place = `1 0 0 1 ${formatNumber(area.left + piece.x)} ${formatNumber(top - baseline + piece.rise)} Tm`
      drawing.operators.push(`${place} ${fonts.show(face, piece.text)} TJ`)
    }
  }
  drawing.operators.push('ET Q')
}

/** Draws a run as one text, or its letters and marks one by one. */
function piecesOf(run: Run): DrawnPiece[] {
  return run.pieces ?? [{ ...run, rise: 0 }]
}

/** Draws the image as large as the area allows, centred. */
export function drawImage(drawing: Drawing, image: PlacedImage, area: Area): void {
  const scale = Math.min(area.width / image.width, area.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  const left = area.left + (area.width - width) / 2
  const bottom = area.bottom + (area.height - height) / 2
  drawing.objects.add(image.object)
  const turn = image.turn === null ? '' : `${image.turn} cm `
  const place = [width, 0, 0, height, left, bottom].map(formatNumber).join(' ')
  drawing.operators.push(`q ${place} cm ${turn}/X${image.object} Do Q`)
}

/** Draws a tick in the largest centred square, as a stroke, so that no typeface is needed. */
export function drawTick(drawing: Drawing, area: Area, color: string): void {
  const side = Math.min(area.width, area.height)
  const at = (x: number, y: number): string =>
    `${formatNumber(area.left + (area.width - side) / 2 + x * side)} ${formatNumber(area.bottom + (area.height - side) / 2 + y * side)}`
  drawing.operators.push(
    `q ${rectangle(area)} W n ${rgb(color)} RG ${formatNumber(side * 0.12)} w 1 J 1 j`,
    `${at(0.2, 0.5)} m ${at(0.42, 0.26)} l ${at(0.8, 0.76)} l S Q`,
  )
}
