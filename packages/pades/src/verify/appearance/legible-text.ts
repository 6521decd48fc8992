import type { Box } from '@foja/pdf-core/geometry'
import { apply, type Matrix, transformBox } from './matrix.ts'
import type { DrawnGlyph } from './text-layout.ts'

/** Minimum legible size, in points. */
const MIN_HEIGHT = 2
/** Maximum ratio of letter sizes within one value. */
const MAX_RATIO = 1.4
/** Minimum difference in brightness between letters and background. */
const MIN_CONTRAST = 0.2
/** Minimum advance of a letter relative to its width: less means overlapping letters. */
const MIN_ADVANCE = 0.6
const MIN_VISIBLE = 0.5

/**
 * Position of letters on the page: `toPage` maps form space, `turn` is the widget's rotation in degrees, anticlockwise.
 */
export type Ground = { toPage: Matrix; turn: number }

/** A letter with its unclipped part, and the brightness of its background. */
export type PlacedGlyph = DrawnGlyph & { clip: Box; ground: number }

const radians = (degrees: number): number => (degrees * Math.PI) / 180

function visiblePart({ matrix, box, clip }: PlacedGlyph): number {
  const at = transformBox(matrix, box)
  const [width, height] = [at.x1 - at.x0, at.y1 - at.y0]
  if (width <= 0 || height <= 0) return 0
  const x = Math.min(at.x1, clip.x1) - Math.max(at.x0, clip.x0)
  const y = Math.min(at.y1, clip.y1) - Math.max(at.y0, clip.y0)
  return (Math.max(0, x) / width) * (Math.max(0, y) / height)
}

/** True if enough of a letter is inside the box and the clip. */
export const isInSight = (glyph: PlacedGlyph): boolean => visiblePart(glyph) >= MIN_VISIBLE

/** A letter in the directions of the widget's text: its start, width, height and slant. */
function measure(glyph: PlacedGlyph, { toPage, turn }: Ground) {
  const { matrix, box, size } = glyph
  const place = (x: number, y: number) => {
    const inForm = apply(matrix, x, y)
    const { x: px, y: py } = apply(toPage, inForm.x, inForm.y)
    const [cos, sin] = [Math.cos(radians(turn)), Math.sin(radians(turn))]
    return { u: px * cos + py * sin, v: py * cos - px * sin }
  }
  const origin = place(0, box.y0)
  const right = place(box.x1, box.y0)
  const up = place(0, box.y0 + size)
  return {
    ...origin,
    width: right.u - origin.u,
    height: up.v - origin.v,
    slope: Math.abs(right.v - origin.v),
    lean: Math.abs(up.u - origin.u),
  }
}

/**
 * True if readers see every letter in drawing order: upright, side by side, line below line, of one size, inside the
 * box, and distinguishable from the background.
 */
export function isLegible(glyphs: readonly PlacedGlyph[], ground: Ground): boolean {
  const shown = glyphs.filter(({ text }) => text === null || /\S/.test(text))
  const placed = shown.map((glyph) => ({ ...measure(glyph, ground), glyph }))
  const heights = placed.map(({ height }) => height)
  if (
    heights.some(
      (height) => height < MIN_HEIGHT || height * MAX_RATIO < heights[0]! || height > heights[0]! * MAX_RATIO,
    )
  )
    return false
  return placed.every((letter, i) => {
    const { glyph, height, width, slope, lean } = letter
    const isUpright = width > 0 && slope < width * 0.1 && lean < height * 0.5
    const isWide = width > height * 0.05
    const isSeen = isInSight(glyph) && Math.abs(glyph.fill - glyph.ground) >= MIN_CONTRAST
    const before = placed[i - 1]
    return isUpright && isWide && isSeen && (!before || follows(before, letter))
  })
}

type Measured = ReturnType<typeof measure>

function follows(before: Measured, letter: Measured): boolean {
  const down = before.v - letter.v
  if (Math.abs(down) < letter.height * 0.2) return letter.u - before.u >= before.width * MIN_ADVANCE
  return down > letter.height * 0.6
}
