import { qrPath } from '@foja/pdf-core/qr'
import { number } from '../pdf/writer.ts'

const maxPayload = 1200

/** Quiet zone around the code, in modules: half of ISO/IEC 18004's, the rest is the stamp's own margin. */
const quiet = 2
/** A module of this many points (0.3 mm) is readable from paper by a phone's camera. */
const smallestModule = 0.85
/** Bytes that fit versions 1 to 18 at level L (ISO/IEC 18004 table 7). */
const capacities = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718]

/** Maximum characters of a scannable code with that side, in points; at least enough for a name. */
export function qrCapacity(side: number): number {
  const modules = side / smallestModule - quiet * 2
  const version = Math.max(8, Math.min(capacities.length, Math.floor((modules - 17) / 4)))
  return capacities[version - 1]!
}

/** ASCII for every reader: diacritics are dropped (ñ → n), other characters become "?". */
export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\n -~]/gu, '?')
    .slice(0, maxPayload)
}

/**
 * Drawing operators of a QR code. `x`, `y` is the lower left corner and `side` the length of its white square,
 * including the quiet zone, in points.
 */
export function drawQr(payload: string, x: number, y: number, side: number): string {
  const { size, path } = qrPath(toAscii(payload), 'L')
  const module = side / (size + quiet * 2)
  const scale = `${module.toFixed(6)} 0 0 ${module.toFixed(6)} ${number(x + module * quiet)} ${number(y + module * quiet)} cm`
  return `q 1 g ${number(x)} ${number(y)} ${number(side)} ${number(side)} re f 0.067 g ${scale}\n${path}f Q`
}
