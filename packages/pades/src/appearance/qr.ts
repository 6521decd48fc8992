import { encode } from 'uqr'
import { number } from '../pdf/writer.ts'

/** Any mask reads the same; trying all eight costs more than the signature itself. */
const mask = 3
const maxPayload = 1200

/** ASCII for every reader: marks are dropped (ñ → n), what is left outside ASCII becomes "?". */
export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\n -~]/gu, '?')
    .slice(0, maxPayload)
}

/**
 * Drawing operators of a QR code as one filled path, so that no renderer shows seams between modules. `x`, `y` is the
 * lower left corner and `side` the length of its white square, two modules of quiet zone included, in points.
 */
export function drawQr(payload: string, x: number, y: number, side: number): string {
  const { size, data } = encode(toAscii(payload), { ecc: 'L', boostEcc: false, maskPattern: mask, border: 0 })
  const module = side / (size + 4)
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
  const scale = `${module.toFixed(6)} 0 0 ${module.toFixed(6)} ${number(x + module * 2)} ${number(y + module * 2)} cm`
  return `q 1 g ${number(x)} ${number(y)} ${number(side)} ${number(side)} re f 0.067 g ${scale}\n${path}f Q`
}
