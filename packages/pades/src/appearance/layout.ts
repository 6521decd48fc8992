import { interFont, measure } from './font.ts'
import type { Weight } from './embed-font.ts'

/** A paragraph of the stamp before it is broken into lines; `scale` is its size relative to the name's. */
export type Paragraph = { text: string; weight: Weight; scale: number; grey: boolean; maxLines: number }

/** A line as placed: `x`, `y` of its baseline in points from the lower left corner of the area. */
export type Line = { text: string; weight: Weight; size: number; x: number; y: number; grey: boolean }

export type Area = { x: number; y: number; width: number; height: number }

const leading = 1.24
const largestName = 14
const smallest = 1

type Words = { paragraph: Paragraph; words: { text: string; width: number }[]; space: number }

/**
 * Breaks and shrinks paragraphs, from `largest` points downwards, until they fit the area, then centres the block
 * vertically. Text that does not fit even at one point is set at one point and clipped by the stamp's box.
 */
export function layOut(paragraphs: Paragraph[], area: Area, largest = largestName): Line[] {
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

/** Greedy line breaking; null when a word is too wide or a paragraph takes too many lines. */
function breakAll(measured: Words[], nameSize: number, width: number, strict: boolean): Broken[] | null {
  const lines: Broken[] = []
  for (const { paragraph, words, space } of measured) {
    const size = nameSize * paragraph.scale
    const limit = width / size
    let line = ''
    let used = 0
    let count = 1
    for (const word of words) {
      if (strict && word.width > limit) return null
      if (line !== '' && used + space + word.width > limit) {
        lines.push({ text: line, paragraph, size })
        line = word.text
        used = word.width
        if (++count > paragraph.maxLines && strict) return null
      } else {
        used += (line === '' ? 0 : space) + word.width
        line = line === '' ? word.text : `${line} ${word.text}`
      }
    }
    if (line !== '') lines.push({ text: line, paragraph, size })
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
