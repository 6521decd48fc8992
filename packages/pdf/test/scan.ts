import sharp, { type JpegOptions } from 'sharp'
import { onePagePdf, type OnePage } from './build-pdf.ts'

export type Scan = { jpeg: Uint8Array; width: number; height: number }

/** A typical scan: slightly blurred, slightly grey, with grain. */
export async function scanOf(page: Uint8Array, options: JpegOptions & { grain?: number } = {}): Promise<Scan> {
  const { grain = 8, ...jpeg } = options
  const { data, info } = await sharp(page).removeAlpha().blur(0.7).raw().toBuffer({ resolveWithObject: true })
  let seed = 1
  for (let at = 0; at < data.length; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    data[at] = Math.round((data[at] ?? 0) * 0.95) + (grain === 0 ? 0 : (seed >>> 24) % grain)
  }
  const { width, height } = info
  const raw = sharp(data, { raw: { width, height, channels: 3 } })
  return { jpeg: await raw.jpeg({ quality: 75, ...jpeg }).toBuffer(), width, height }
}

/** `dpi`: dots of the picture per inch of the page; `entries`: more entries of the picture's dictionary. */
export type ScanPdf = OnePage & { dpi?: number; colour?: string; entries?: string }

/** A page of one picture from edge to edge. */
export function scanPdf({ jpeg, width, height }: Scan, options: ScanPdf = {}): Uint8Array {
  const { dpi = 144, colour = 'DeviceRGB', entries = '', more = [], ...page } = options
  const size = `/Width ${width}/Height ${height}/ColorSpace/${colour}/BitsPerComponent 8`
  const [across, down] = [(width * 72) / dpi, (height * 72) / dpi]
  return onePagePdf({
    mediaBox: `0 0 ${across} ${down}`,
    content: { dictionary: '', stream: `q ${across} 0 0 ${down} 0 0 cm /I Do Q` },
    ...page,
    resources: `/XObject<</I 5 0 R>>${page.resources ?? ''}`,
    more: [{ dictionary: `/Type/XObject/Subtype/Image${size}/Filter/DCTDecode${entries}`, stream: jpeg }, ...more],
  })
}
