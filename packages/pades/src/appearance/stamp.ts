import { deflateSync } from 'node:zlib'
import { uprightMatrix } from '@foja/pdf-core/geometry'
import { ascii } from '@foja/pdf-core/syntax'
import type { RevisionWriter } from '../pdf/revision-writer.ts'
import { number } from '../pdf/writer.ts'
import { EmbeddedFont } from './embed-font.ts'
import type { Placement } from './geometry.ts'
import { readImage, writeImage } from './image.ts'
import { layOutBest, layOutStamp } from './layout.ts'
import type { Area, Line, Paragraph } from './layout.ts'
import { interFont, measure, type Weight } from './font.ts'
import { drawQr, qrCapacity } from './qr.ts'
import { marginWordings, qrPayload, stampParagraphs } from './stamp-text.ts'
import type { StampFacts } from './stamp-text.ts'

/**
 * Look of a signature. `qr`: QR code beside the text, `payload` replaces its content (ASCII). `text`: the text alone.
 * `image`: a PNG or JPEG fitted into the rectangle, beside the text when `text` is true. `lines` replaces the standard
 * text (the first line is set as the name). `margin`: one slim line of text, upwards in a tall rectangle, with a QR
 * code at its end when there is a verification code; without a rectangle it is placed along the right margin of `page`
 * (default 1). The background is transparent unless `white`.
 */
export type Appearance =
  | { kind: 'qr'; payload?: string; lines?: string[]; background?: Background }
  | { kind: 'text'; lines?: string[]; background?: Background }
  | { kind: 'image'; image: Uint8Array; text?: boolean; lines?: string[]; background?: Background }
  | { kind: 'margin'; page?: number | 'last'; lines?: string[]; background?: Background }
  | { kind: 'invisible' }

/** Background of a stamp: transparent, or a white box. */
export type Background = 'transparent' | 'white'

type Visible = Exclude<Appearance, { kind: 'invisible' }>
type Margin = Extract<Appearance, { kind: 'margin' }>
type Boxed = Exclude<Visible, Margin>

/** Near-black and grey of the interface, and the brand's brown for the rule of the text stamp. */
const colours = { ink: '0.067 0.094 0.153 rg', grey: '0.29 0.33 0.39 rg', rule: '0.541 0.388 0.078 rg' } as const

/** Writes the form XObject of a stamp (ISO 32000-2 §12.5.5) and its resources; returns its object number. */
export function writeStamp(writer: RevisionWriter, appearance: Visible, facts: StampFacts, at: Placement): number {
  const { width, height } = at
  const content: string[] = []
  if (appearance.background === 'white') content.push(`q 1 g 0 0 ${number(width)} ${number(height)} re f Q`)
  const resources: string[] = []
  const text =
    appearance.kind === 'margin'
      ? drawMargin(appearance, facts, at, content)
      : drawBox(writer, appearance, facts, at, content, resources)
  if (text.length > 0) resources.push(`/Font << ${writeFonts(writer, text, content)} >>`)
  if (appearance.kind === 'margin') content.push('Q')
  const form =
    `/Type /XObject /Subtype /Form /BBox [0 0 ${number(width)} ${number(height)}] ` +
    `/Matrix [${uprightMatrix(at.rotation, width, height).map(number).join(' ')}] /Resources << ${resources.join(' ')} >> /Filter /FlateDecode`
  return writer.addStream(form, deflateSync(ascii(content.join('\n')), { level: 1 }))
}

/** Places mark and text in a rectangle; returns the lines still to be drawn. */
function drawBox(
  writer: RevisionWriter,
  appearance: Boxed,
  facts: StampFacts,
  { width, height }: Placement,
  content: string[],
  resources: string[],
): Line[] {
  const padding = Math.min(6, Math.min(width, height) * 0.07)
  const inner: Area = { x: padding, y: padding, width: width - padding * 2, height: height - padding * 2 }
  const area = drawMark(writer, appearance, facts, inner, content, resources)
  return area ? layOutStamp(paragraphsOf(appearance, facts), area) : []
}

/** Maximum type size of the margin line, in points. */
const marginSize = 6.5

/** Text, then the QR code at its end, along the longer side of the rectangle: upwards in a tall one. */
function drawMargin(appearance: Margin, facts: StampFacts, { width, height }: Placement, content: string[]): Line[] {
  const isTall = height > width
  const [length, thickness] = isTall ? [height, width] : [width, height]
  content.push(isTall ? `q 0 1 -1 0 ${number(width)} 0 cm` : 'q')
  const { verification } = facts
  const side = verification ? Math.min(thickness, length * 0.4) : 0
  const area: Area = { x: 0, y: 0, width: Math.max(1, length - side), height: thickness }
  const wordings = appearance.lines ? [paragraphsOf(appearance, facts)] : marginWordings(facts)
  const lines = layOutBest(wordings, area, marginSize, marginSize * 0.85)
  if (!verification) return lines
  const end = Math.max(...lines.map(({ text, weight, size, x }) => x + measure(interFont(weight), text) * size))
  content.push(drawQr(verification.url, Math.min(end + 3, length - side), (thickness - side) / 2, side))
  return lines
}

function paragraphsOf(appearance: Visible, facts: StampFacts): Paragraph[] {
  if (!appearance.lines) return stampParagraphs(facts)
  return appearance.lines.map((text, i) => ({
    text,
    weight: i === 0 ? 'bold' : 'regular',
    scale: i === 0 ? 1 : 0.78,
    grey: i > 0,
    maxLines: 3,
  }))
}

/** Draws the mark beside the text; returns the remaining area for the text, or null. */
function drawMark(
  writer: RevisionWriter,
  appearance: Boxed,
  facts: StampFacts,
  inner: Area,
  content: string[],
  resources: string[],
): Area | null {
  const gap = Math.min(7, inner.width * 0.04)
  if (appearance.kind === 'text') {
    const rule = Math.min(1.6, inner.width * 0.02)
    content.push(
      `q ${colours.rule} ${number(inner.x)} ${number(inner.y)} ${number(rule)} ${number(inner.height)} re f Q`,
    )
    return { ...inner, x: inner.x + rule + gap, width: inner.width - rule - gap }
  }
  const withText = appearance.kind === 'qr' || appearance.text === true
  const { mark, rest } = withText ? divide(inner, gap) : { mark: inner, rest: null }
  if (appearance.kind === 'qr') {
    const side = Math.min(mark.width, mark.height)
    content.push(
      drawQr(
        appearance.payload ?? qrPayload(facts, qrCapacity(side)),
        mark.x + (mark.width - side) / 2,
        mark.y + (mark.height - side) / 2,
        side,
      ),
    )
    return rest
  }
  const image = readImage(appearance.image)
  const scale = Math.min(mark.width / image.width, mark.height / image.height)
  const [w, h] = [image.width * scale, image.height * scale]
  const corner = `${number(mark.x + (mark.width - w) / 2)} ${number(mark.y + (mark.height - h) / 2)}`
  content.push(`q ${number(w)} 0 0 ${number(h)} ${corner} cm ${image.turn ? `${image.turn} cm ` : ''}/Im0 Do Q`)
  resources.push(`/XObject << /Im0 ${writeImage(writer, image)} 0 R >>`)
  return rest
}

/** Mark and text side by side, or stacked in a tall rectangle. */
function divide(inner: Area, gap: number): { mark: Area; rest: Area } {
  if (inner.width >= inner.height * 1.2) {
    const side = Math.min(inner.height, inner.width * 0.42)
    const left = side + gap
    return { mark: { ...inner, width: side }, rest: { ...inner, x: inner.x + left, width: inner.width - left } }
  }
  const side = Math.min(inner.width, inner.height * 0.55)
  const mark = { ...inner, y: inner.y + inner.height - side, height: side }
  return { mark, rest: { ...inner, height: Math.max(1, inner.height - side - gap) } }
}

function writeFonts(writer: RevisionWriter, lines: Line[], content: string[]): string {
  const fonts = new Map<Weight, EmbeddedFont>()
  for (const weight of ['regular', 'bold'] as const) {
    const texts = lines.filter((line) => line.weight === weight).map((line) => line.text)
    if (texts.length > 0) fonts.set(weight, new EmbeddedFont(weight, texts))
  }
  const resource = (weight: Weight): string => (weight === 'bold' ? '/F1' : '/F0')
  content.push('BT')
  for (const line of lines) {
    const colour = line.grey ? colours.grey : colours.ink
    const shown = fonts.get(line.weight)!.encode(line.text)
    content.push(
      `${colour} ${resource(line.weight)} ${number(line.size)} Tf 1 0 0 1 ${number(line.x)} ${number(line.y)} Tm ${shown} Tj`,
    )
  }
  content.push('ET')
  return [...fonts].map(([weight, font]) => `${resource(weight)} ${font.write(writer)} 0 R`).join(' ')
}
