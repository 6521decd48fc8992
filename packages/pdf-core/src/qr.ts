import { encodeQR } from 'qr'

/** All masks read alike; trying all eight costs more than the rest of a code. */
const mask = 3

const levels = ['low', 'medium', 'quartile', 'high'] as const

/** The rows of a QR code with the highest error correction, from `ecc` up, that does not enlarge it. */
export function qrRows(text: string, ecc: 'L' | 'M'): boolean[][] {
  const [first, ...higher] = ecc === 'L' ? levels : levels.slice(1)
  const encode = (level: (typeof levels)[number] = 'medium', version?: number) =>
    encodeQR(text, 'raw', { ecc: level, version, mask, border: 1 })
  let rows = encode(first)
  const version = (rows.length - 2 - 17) / 4
  try {
    for (const level of higher) rows = encode(level, version)
  } catch {
    // The next level needs a larger code.
  }
  return rows.slice(1, -1).map((row) => row.slice(1, -1))
}

/**
 * The modules of a QR code as rectangles of one path, one unit each, so that no renderer shows seams: neighbours in a
 * row are merged, the lower left corner is the origin.
 */
export function qrPath(text: string, ecc: 'L' | 'M'): { size: number; path: string } {
  const data = qrRows(text, ecc)
  const size = data.length
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
