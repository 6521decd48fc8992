import { encode } from 'uqr'

/** All masks read alike; trying all eight costs more than the rest of a code. */
const mask = 3

/**
 * The modules of a QR code as rectangles of one path, one unit each, so that no renderer shows seams: neighbours in a
 * row are merged, the lower left corner is the origin.
 */
export function qrPath(text: string, ecc: 'L' | 'M'): { size: number; path: string } {
  const { size, data } = encode(text, { ecc, boostEcc: true, maskPattern: mask, border: 0 })
  let path = ''
  for (let row = 0; row < size; row++) {
    const cells = data[row]!
    for (let column = 0; column < size; column++) {
      if (!cells[column]) continue
      const start = column
      while (column + 1 < size && cells[column + 1]) column++
      path += `${start} ${size - 1 - row} ${column - start + 1} 1 re\n`
    }
  }
  return { size, path }
}
