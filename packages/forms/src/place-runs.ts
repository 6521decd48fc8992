import type { Face } from './faces.ts'
import type { Glyph } from './glyph-row.ts'

/** A drawn piece. `rise`: distance above the baseline, in points. */
export type DrawnPiece = { face: Face; text: string; x: number; rise: number }

/**
 * A part of a line in one face. `x` in points from the left of the field. `pieces` is present for combining marks, and
 * then draws letters and marks one after the other; a browser that places marks itself shows `text`.
 */
export type Run = { face: Face; text: string; x: number; width: number; pieces?: DrawnPiece[] }

type Measures = {
  /** Start of the line and end of the field, in points. */
  start: number
  end: number
  /** Points per unit. */
  scale: number
}

type Growing = { face: Face; text: string; start: number; units: number; pieces: DrawnPiece[]; hasMarks: boolean }

/** The runs of a line up to the end of the field, and their total width in units. */
export function placeRuns(glyphs: readonly Glyph[], measures: Measures): { runs: Run[]; units: number } {
  const runs: Growing[] = []
  let units = 0
  for (const glyph of glyphs) {
    if (measures.start + units * measures.scale >= measures.end) break
    let run = runs.at(-1)
    if (run?.face !== glyph.face) {
      run = { face: glyph.face, text: '', start: units, units: 0, pieces: [], hasMarks: false }
      runs.push(run)
    }
    addGlyph(run, glyph, units, measures)
    units += glyph.width
  }
  return { runs: runs.map((run) => finished(run, measures)), units }
}

function addGlyph(run: Growing, glyph: Glyph, units: number, { start, scale }: Measures): void {
  const letter = glyph.mark === undefined ? glyph.character : String.fromCodePoint(glyph.character.codePointAt(0) ?? 0)
  const last = run.pieces.at(-1)
  // letters start over after a mark
  if (last?.rise === 0 && !isMark(last.text)) last.text += letter
  else run.pieces.push({ face: glyph.face, text: letter, x: rounded(start + units * scale), rise: 0 })
  if (glyph.mark !== undefined) {
    const { face, x, y } = glyph.mark
    const text = glyph.character.slice(letter.length)
    run.pieces.push({ face, text, x: rounded(start + (units + x) * scale), rise: rounded(y * scale) })
    run.hasMarks = true
  }
  run.text += glyph.character
  run.units += glyph.width
}

function isMark(text: string): boolean {
  return /^\p{M}/u.test(text)
}

function finished(run: Growing, { start, scale }: Measures): Run {
  return {
    face: run.face,
    text: run.text,
    x: rounded(start + run.start * scale),
    width: rounded(run.units * scale),
    ...(run.hasMarks && { pieces: run.pieces }),
  }
}

/** Rounds to a thousandth of a point, below any visible difference. */
export function rounded(points: number): number {
  return Math.round(points * 1000) / 1000
}
