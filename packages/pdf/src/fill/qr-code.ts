import { qrPath } from '@foja/pdf-core/qr'
import { formatNumber } from '@foja/pdf-core/syntax'
import { rgb, type Area, type Drawing } from './drawing.ts'

/** Quiet zone around the code, in modules, required by ISO/IEC 18004 §9.1. */
const quiet = 4

/**
 * A QR code in the largest centred square of the area, on white. Error correction M (15%), up to the capacity of
 * version 40 in octets of UTF-8.
 */
export function drawQr(drawing: Drawing, text: string, area: Area, color: string): void {
  const { size, path } = qrPath(text, 'M')
  const side = Math.min(area.width, area.height)
  const left = area.left + (area.width - side) / 2
  const bottom = area.bottom + (area.height - side) / 2
  const module = side / (size + 2 * quiet)
  const white = `1 g ${formatNumber(left)} ${formatNumber(bottom)} ${formatNumber(side)} ${formatNumber(side)} re f`
  const place = `${module.toFixed(6)} 0 0 ${module.toFixed(6)} ${formatNumber(left + module * quiet)} ${formatNumber(bottom + module * quiet)} cm`
  drawing.operators.push(`q ${white} ${rgb(color)} rg ${place}`, `${path}f Q`)
}
