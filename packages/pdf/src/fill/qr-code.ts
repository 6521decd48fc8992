import { encode } from 'uqr'
import { digits } from './pdf-values.ts'
import { rgb, type Area, type Drawing } from './drawing.ts'

/** Any mask reads the same; trying all eight takes longer than everything else of a code. */
const mask = 3
/** White around the code, in modules, as ISO/IEC 18004 §9.1 asks for. */
const quiet = 4

/**
 * A QR code in the largest square in the middle of the area, on white, as one filled path, so that no renderer shows
 * seams between its modules. Error correction M (15%), as many octets of UTF-8 as version 40 holds.
 */
export function drawQr(drawing: Drawing, text: string, area: Area, color: string): void {
  const { size, data } = encode(text, { ecc: 'M', boostEcc: true, maskPattern: mask, border: 0 })
  const side = Math.min(area.width, area.height)
  const left = area.left + (area.width - side) / 2
  const bottom = area.bottom + (area.height - side) / 2
  const module = side / (size + 2 * quiet)
  const white = `1 g ${digits(left)} ${digits(bottom)} ${digits(side)} ${digits(side)} re f`
  const place = `${module.toFixed(6)} 0 0 ${module.toFixed(6)} ${digits(left + module * quiet)} ${digits(bottom + module * quiet)} cm`
  drawing.operators.push(`q ${white} ${rgb(color)} rg ${place}`, ...rowsOf(data, size), 'f Q')
}

/** Neighbours in a row are one rectangle. */
function rowsOf(data: readonly (readonly boolean[])[], size: number): string[] {
  return data.map((cells, row) => {
    let path = ''
    for (let column = 0; column < size; column++) {
      if (!cells[column]) continue
      const start = column
      while (column + 1 < size && cells[column + 1]) column++
      path += `${start} ${size - 1 - row} ${column - start + 1} 1 re `
    }
    return path
  })
}
