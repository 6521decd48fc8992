import { qrPath } from '@foja/pdf-core/qr'
import { number } from '../pdf/writer.ts'

const maxPayload = 1200

/** Quiet zone around the code, in modules: half of what ISO/IEC 18004 asks for, the rest is the stamp's own blank. */
const quiet = 2
/** A module of this many points (0.3 mm) is still read by a telephone's camera from paper. */
const smallestModule = 0.85
/** Bytes that fit versions 1 to 18 at level L (ISO/IEC 18004 table 7). */
const capacities = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718]

/** How many characters a code of that side, in points, may carry so that it can be scanned; at least what a name needs. */
export function qrCapacity(side: number): number {
  const modules = side / smallestModule - quiet * 2
  const version = Math.max(8, Math.min(capacities.length, Math.floor((modules - 17) / 4)))
  return capacities[version - 1]!
}

/** ASCII for every reader: marks are dropped (ñ → n), what is left outside ASCII becomes "?". */
export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\n -~]/gu, '?')
    .slice(0, maxPayload)
}

/**
 * Drawing operators of a QR code. `x`, `y` is the lower left corner and `side` the length of its white square, its quiet
 * zone included, in points.
 */
export function drawQr(payload: string, x: number, y: number, side: number): string {
  const { size, path } = qrPath(toAscii(payload), 'L')
  const module = side / (size + quiet * 2)
  const scale = `${module.toFixed(6)} 0 0 ${module.toFixed(6)} ${number(x + module * quiet)} ${number(y + module * quiet)} cm`
  return `q 1 g ${number(x)} ${number(y)} ${number(side)} ${number(side)} re f 0.067 g ${scale}\n${path}f Q`
}
