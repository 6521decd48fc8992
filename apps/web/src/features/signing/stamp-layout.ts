import type { Rect } from '../../lib/files/geometry.ts'

/** A paragraph of the stamp; `scale` is its size relative to the name, `most` its maximum number of lines. */
export type StampText = { text: string; bold: boolean; scale: number; most: number }
/** A line in the box: the left end of its baseline, in points from the top left corner. */
export type StampLine = { text: string; bold: boolean; size: number; x: number; y: number }
/** The width of a text at size 1. */
export type Measure = (text: string, bold: boolean) => number

const leading = 1.24
/** Height of Inter's capitals, in em. */
const capHeight = 0.73

/** The areas of a stamp in points, the same as on the server. */
export function divideStamp({ width, height }: Pick<Rect, 'width' | 'height'>, hasMark: boolean) {
  const padding = Math.min(6, Math.min(width, height) * 0.07)
  const inner: Rect = { x: padding, y: padding, width: width - padding * 2, height: height - padding * 2 }
  const gap = Math.min(7, inner.width * 0.04)
  if (!hasMark) {
    const rule = { ...inner, width: Math.min(1.6, inner.width * 0.02) }
    const left = rule.width + gap
    return { mark: rule, text: { ...inner, x: inner.x + left, width: inner.width - left } }
  }
  if (inner.width >= inner.height * 1.2) {
    const side = Math.min(inner.height, inner.width * 0.42)
    const mark = { ...inner, width: side }
    return { mark, text: { ...inner, x: inner.x + side + gap, width: inner.width - side - gap } }
  }
  const side = Math.min(inner.width, inner.height * 0.55)
  const below = Math.max(1, inner.height - side - gap)
  return { mark: { ...inner, height: side }, text: { ...inner, y: inner.y + side + gap, height: below } }
}

type Broken = { text: string; bold: boolean; size: number }

/** Greedy line breaking at size 1; a word wider than the limit gets its own line. */
function breakWords(text: string, bold: boolean, limit: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.length - 1
    const longer = last < 0 ? word : `${lines[last]} ${word}`
    if (last >= 0 && measure(longer, bold) <= limit) lines[last] = longer
    else lines.push(word)
  }
  return lines
}

/** Evens out the lines without adding one, so that the last line is not a single word. */
function balance(text: string, limit: number, measure: Measure): string[] {
  const lines = breakWords(text, true, limit, measure)
  let narrow = 0
  let wide = limit
  for (let step = 0; step < 8 && lines.length > 1; step++) {
    const middle = (narrow + wide) / 2
    const even = breakWords(text, true, middle, measure)
    if (even.length > lines.length || even.some((line) => measure(line, true) > middle)) narrow = middle
    else wide = middle
  }
  return breakWords(text, true, wide, measure)
}

/** Breaks a paragraph into lines of that width; null if it needs more than `most`. */
function breakLines({ text, bold, scale, most }: StampText, name: number, width: number, measure: Measure) {
  const size = name * scale
  const texts = bold ? balance(text, width / size, measure) : breakWords(text, bold, width / size, measure)
  const fits = texts.length <= most && texts.every((line) => measure(line, bold) * size <= width)
  return fits ? texts.map((line): Broken => ({ text: line, bold, size })) : null
}

/** Names below this size are hard to read; details are smaller still. */
const readable = 7
/** One fact per line reads better, so joining them must gain at least this factor in size. */
const worthwhile = 1.12

/** Joins the details after the name, which needs less room in a small or flat box. */
function compacted(paragraphs: readonly StampText[]): readonly StampText[] {
  const name = paragraphs.findIndex(({ bold }) => bold)
  const [first, ...more] = paragraphs.slice(name + 1)
  if (name < 0 || first === undefined || more.length === 0) return paragraphs
  const text = [first, ...more].map((detail) => detail.text).join(' · ')
  return [...paragraphs.slice(0, name + 1), { ...first, text, most: more.length + 1 }]
}

const sizeOf = (lines: readonly StampLine[]) => Math.max(0, ...lines.map(({ size }) => size))

/** Sets the paragraphs one below the other; joins the details if that gains enough size. */
export function layStampOut(paragraphs: readonly StampText[], area: Rect, measure: Measure): StampLine[] {
  const lines = setParagraphs(paragraphs, area, measure)
  if (sizeOf(lines) >= readable) return lines
  const compact = setParagraphs(compacted(paragraphs), area, measure)
  return sizeOf(compact) > sizeOf(lines) * worthwhile ? compact : lines
}

/** Sets the paragraphs as large as they fit, at most 14 points, centred vertically. */
function setParagraphs(paragraphs: readonly StampText[], area: Rect, measure: Measure): StampLine[] {
  for (let name = Math.min(14, area.height); name > 1; name *= 0.96) {
    const broken = paragraphs.map((paragraph) => breakLines(paragraph, name, area.width, measure))
    if (broken.includes(null)) continue
    const lines = broken.flatMap((one) => one ?? [])
    const height = lines.reduce((sum, line) => sum + line.size * leading, 0)
    if (height > area.height) continue
    let top = area.y + (area.height - height) / 2
    return lines.map((line) => {
      const y = top + line.size * (leading / 2 + capHeight / 2)
      top += line.size * leading
      return { ...line, x: area.x, y }
    })
  }
  return []
}
