import { interFont, measure, type Weight } from './font.ts'

/** A paragraph of the stamp before line breaking; `scale` is its size relative to the name's. */
export type Paragraph = { text: string; weight: Weight; scale: number; grey: boolean; maxLines: number }

/** A placed line: `x`, `y` of its baseline in points from the lower left corner of the area. */
export type Line = { text: string; weight: Weight; size: number; x: number; y: number; grey: boolean }

/** A box in points, from its lower left corner. */
export type Area = { x: number; y: number; width: number; height: number }

const leading = 1.24
const largestName = 14
const smallest = 1

type Words = { paragraph: Paragraph; words: { text: string; width: number }[]; space: number }

/** A smaller name is hard to read, and its details are smaller still. */
const readable = 7
/** One fact per line is easier to read: it is given up only when this much larger letters result. */
const worthwhile = 1.12

/** The details after the name as one running text, which uses a small or flat rectangle better. */
function compacted(paragraphs: Paragraph[]): Paragraph[] {
  const name = paragraphs.findIndex(({ weight }) => weight === 'bold')
  const details = paragraphs.slice(name + 1)
  if (name < 0 || details.length < 2) return paragraphs
  const text = details.map((detail) => detail.text).join(' · ')
  return [...paragraphs.slice(0, name + 1), { ...details[0]!, text, maxLines: details.length }]
}

const sizeOf = (lines: Line[]): number => Math.max(0, ...lines.map(({ size }) => size))

/** The lines of a stamp: one fact per line if legible, otherwise merged. */
export function layOutStamp(paragraphs: Paragraph[], area: Area): Line[] {
  const lines = layOut(paragraphs, area, largestName)
  if (sizeOf(lines) >= readable) return lines
  const compact = layOut(compacted(paragraphs), area, largestName)
  return sizeOf(compact) > sizeOf(lines) * worthwhile ? compact : lines
}

/** The first wording that fits at `enough` points or more, else the one with the largest type. */
export function layOutBest(wordings: Paragraph[][], area: Area, largest: number, enough: number): Line[] {
  const sets = wordings.map((paragraphs) => layOut(paragraphs, area, largest))
  return sets.find((lines) => sizeOf(lines) >= enough) ?? sets.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? []
}

/**
 * Breaks and shrinks paragraphs, from `largest` points downwards, until they fit the area, then centres the block
 * vertically. Text that does not fit at one point is set at one point and clipped by the stamp's box.
 */
function layOut(paragraphs: Paragraph[], area: Area, largest: number): Line[] {
  const measured = paragraphs.map((paragraph): Words => {
    const font = interFont(paragraph.weight)
    return {
      paragraph,
      space: measure(font, ' '),
      words: paragraph.text
        .split(/\s+/)
        .filter(Boolean)
        .map((text) => ({ text, width: measure(font, text) })),
    }
  })
  let size = Math.min(largest, Math.max(smallest, area.height))
  for (; size > smallest; size *= 0.96) {
    const lines = breakAll(measured, size, area.width, true)
    if (lines && heightOf(lines) <= area.height) return place(lines, area)
  }
  return place(breakAll(measured, smallest, area.width, false)!, area)
}

type Broken = { text: string; paragraph: Paragraph; size: number }

const heightOf = (lines: Broken[]): number => lines.reduce((sum, line) => sum + line.size * leading, 0)

/** Breaks one paragraph greedily, widths in em; a word wider than the limit gets its own line. */
function breakWords(words: Words['words'], space: number, limit: number): string[] {
  const lines: string[] = []
  let used = 0
  for (const { text, width } of words) {
    const last = lines.length - 1
    if (last >= 0 && used + space + width <= limit) {
      lines[last] += ` ${text}`
      used += space + width
    } else {
      lines.push(text)
      used = width
    }
  }
  return lines
}

/** Balances the same number of lines, so that no surname is left alone. */
function balance({ words, space }: Words, limit: number): string[] {
  const lines = breakWords(words, space, limit)
  if (lines.length < 2) return lines
  let narrow = Math.max(...words.map(({ width }) => width))
  let wide = limit
  for (let step = 0; step < 8 && narrow < wide; step++) {
    const middle = (narrow + wide) / 2
    if (breakWords(words, space, middle).length > lines.length) narrow = middle
    else wide = middle
  }
  return breakWords(words, space, wide)
}

/** All paragraphs in lines; null when a word is too wide or a paragraph needs too many lines. */
function breakAll(measured: Words[], nameSize: number, width: number, strict: boolean): Broken[] | null {
  const lines: Broken[] = []
  for (const set of measured) {
    const { paragraph, words, space } = set
    const size = nameSize * paragraph.scale
    const limit = width / size
    if (strict && words.some((word) => word.width > limit)) return null
    const texts = paragraph.weight === 'bold' ? balance(set, limit) : breakWords(words, space, limit)
    if (strict && texts.length > paragraph.maxLines) return null
    for (const text of texts) lines.push({ text, paragraph, size })
  }
  return lines
}

function place(lines: Broken[], area: Area): Line[] {
  let top = area.y + area.height - Math.max(0, (area.height - heightOf(lines)) / 2)
  return lines.map(({ text, paragraph, size }) => {
    // Inter's capitals are 0.73 em high: this centres them in their line.
    const y = top - size * (leading / 2 + 0.73 / 2)
    top -= size * leading
    return { text, weight: paragraph.weight, size, x: area.x, y, grey: paragraph.grey }
  })
}
