import type { Box } from '@foja/pdf-core/geometry'
import type { PdfFile } from '../../pdf/file.ts'
import { PdfArray, type PdfValue } from '../../pdf/objects.ts'

/** `[a b c d e f]` of ISO 32000-2 §8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** `first` is applied before `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [A, B, C, D, E, F] = second
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}

export const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): { x: number; y: number } => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})

export function transformBox(matrix: Matrix, { x0, y0, x1, y1 }: Box): Box {
  const corners = [apply(matrix, x0, y0), apply(matrix, x1, y0), apply(matrix, x0, y1), apply(matrix, x1, y1)]
  return boxAround(corners)
}

export function boxAround(points: readonly { x: number; y: number }[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

/** The intersection of two boxes; null when empty. */
export function clipBox(box: Box, to: Box): Box | null {
  const cut = {
    x0: Math.max(box.x0, to.x0),
    y0: Math.max(box.y0, to.y0),
    x1: Math.min(box.x1, to.x1),
    y1: Math.min(box.y1, to.y1),
  }
  return cut.x1 > cut.x0 && cut.y1 > cut.y0 ? cut : null
}

/** A /Matrix entry; the identity when absent or malformed. */
export function matrixOf(file: PdfFile, value: PdfValue): Matrix {
  const array = file.resolve(value)
  const items = array instanceof PdfArray ? array.items.map((item) => file.resolve(item)) : []
  return items.length === 6 && items.every((item) => typeof item === 'number') ? (items as unknown as Matrix) : IDENTITY
}

/**
 * Maps the box of an appearance, transformed by its /Matrix, onto the rectangle of its annotation (§12.5.5, matrix A).
 */
export function appearancePlacement(bbox: Box, matrix: Matrix, rect: Box): Matrix {
  const box = transformBox(matrix, bbox)
  const scale = (from: number, to: number): number => (from === 0 ? 0 : to / from)
  const sx = scale(box.x1 - box.x0, rect.x1 - rect.x0)
  const sy = scale(box.y1 - box.y0, rect.y1 - rect.y0)
  return [sx, 0, 0, sy, rect.x0 - box.x0 * sx, rect.y0 - box.y0 * sy]
}

/** Maps the form space of an appearance onto the rectangle of its annotation (matrix AA). */
export const appearanceMatrix = (bbox: Box, matrix: Matrix, rect: Box): Matrix =>
  multiply(matrix, appearancePlacement(bbox, matrix, rect))
