import type { RawPage } from './pdfium-document.ts'

/** Points from the top left of the page as displayed. */
export type Region = { x: number; y: number; width: number; height: number }

/**
 * Minimum change of one channel of a pixel, of 255. The same engine draws the same content at the same size to the same
 * bytes, so this only excludes invisible differences. At one pixel per point a black mark of 0.4 by 0.4 points changes
 * a pixel by more, even when spread over four pixels.
 */
const threshold = 10
/** Pixels around a masked rectangle that antialiasing may touch. */
const margin = 1
/** Side of a cell in pixels: differing pixels in the same or adjacent cells form one region. */
const cell = 12

/**
 * Finds where two images of a page, of the same size, differ outside of `masks`. Regions are separated by a gap of
 * about twelve points and are in reading order.
 */
export function findDifferences(before: RawPage, after: RawPage, masks: readonly Region[], scale: number): Region[] {
  if (Buffer.compare(before.pixels, after.pixels) === 0) return []
  const masked = maskOf(before, masks, scale)
  const cells = new Map<number, Box>()
  const columns = Math.ceil(before.width / cell)
  const [old, now] = [wordsOf(before), wordsOf(after)]
  for (let index = 0; index < old.length; index += 1) {
    const [a = 0, b = 0] = [old[index], now[index]]
    if (a === b || masked[index] === 1 || !isVisible(a, b)) continue
    const [x, y] = [index % before.width, Math.floor(index / before.width)]
    const key = Math.floor(y / cell) * columns + Math.floor(x / cell)
    cells.set(key, including(cells.get(key), { left: x, top: y, right: x + 1, bottom: y + 1 }))
  }
  return joined(cells, columns).map(({ left, top, right, bottom }) => ({
    x: rounded(left / scale),
    y: rounded(top / scale),
    width: rounded((right - left) / scale),
    height: rounded((bottom - top) / scale),
  }))
}

const rounded = (points: number) => Math.round(points * 100) / 100

type Box = { left: number; top: number; right: number; bottom: number }

const wordsOf = ({ pixels, width, height }: RawPage) =>
  new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)

function isVisible(a: number, b: number): boolean {
  for (let shift = 0; shift < 24; shift += 8) {
    if (Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) >= threshold) return true
  }
  return false
}

/** 1 for each masked pixel. */
function maskOf({ width, height }: RawPage, masks: readonly Region[], scale: number): Uint8Array {
  const masked = new Uint8Array(width * height)
  for (const { x, y, width: wide, height: high } of masks) {
    const left = Math.max(0, Math.floor(x * scale) - margin)
    const right = Math.min(width, Math.ceil((x + wide) * scale) + margin)
    const bottom = Math.min(height, Math.ceil((y + high) * scale) + margin)
    for (let row = Math.max(0, Math.floor(y * scale) - margin); row < bottom; row += 1) {
      if (right > left) masked.fill(1, row * width + left, row * width + right)
    }
  }
  return masked
}

function including(box: Box | undefined, other: Box): Box {
  if (box === undefined) return other
  return {
    left: Math.min(box.left, other.left),
    top: Math.min(box.top, other.top),
    right: Math.max(box.right, other.right),
    bottom: Math.max(box.bottom, other.bottom),
  }
}

/** One box for each group of cells that touch, also at a corner. */
function joined(cells: ReadonlyMap<number, Box>, columns: number): Box[] {
  const left = new Map([...cells].sort(([a], [b]) => a - b))
  const boxes: Box[] = []
  for (const [first] of left) {
    let box: Box | undefined
    const waiting = [first]
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const own = left.get(key)
      if (own === undefined) continue
      left.delete(key)
      box = including(box, own)
      const column = key % columns
      for (const row of [key - columns, key, key + columns]) {
        for (const step of [-1, 0, 1]) if (column + step >= 0 && column + step < columns) waiting.push(row + step)
      }
    }
    if (box !== undefined) boxes.push(box)
  }
  return boxes
}
