/** A page that consists of one JPEG (ITU-T T.81, three components), with its size in pixels. */
export type JpegPage = { jpeg: Uint8Array<ArrayBuffer>; width: number; height: number }

/** ISO 216 A4 in points of 1/72 inch, and its print margin. */
const a4 = { short: 595.28, long: 841.89 }
const margin = 14.17

const round = (value: number) => Math.round(value * 100) / 100

/** Position of an image on A4 in the orientation of the image: as large as possible and centred. In points. */
export function placeOnA4(width: number, height: number) {
  const wide = width > height
  const page = wide ? { width: a4.long, height: a4.short } : { width: a4.short, height: a4.long }
  const scale = Math.min((page.width - 2 * margin) / width, (page.height - 2 * margin) / height)
  const drawn = { width: width * scale, height: height * scale }
  return {
    page,
    width: round(drawn.width),
    height: round(drawn.height),
    x: round((page.width - drawn.width) / 2),
    y: round((page.height - drawn.height) / 2),
  }
}

/** A text string (ISO 32000-2, 7.9.2.2) as UTF-16BE in hexadecimal, so that nothing needs escaping. */
function textString(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'))
  return `<FEFF${units.join('').toUpperCase()}>`
}

/** D:20261120193000Z (ISO 32000-2, 7.9.4). */
const dateString = (at: Date) => `(D:${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`

type Body = string | { dictionary: string; stream: Uint8Array<ArrayBuffer> }

function pageObjects({ jpeg, width, height }: JpegPage, first: number): Body[] {
  const at = placeOnA4(width, height)
  const content = new TextEncoder().encode(`q ${at.width} 0 0 ${at.height} ${at.x} ${at.y} cm /Im0 Do Q`)
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${at.page.width} ${at.page.height}] ` +
      `/Resources << /XObject << /Im0 ${first + 2} 0 R >> >> /Contents ${first + 1} 0 R >>`,
    { dictionary: `/Length ${content.length}`, stream: content },
    {
      dictionary:
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length}`,
      stream: jpeg,
    },
  ]
}

/** Catalog, pages, information, then three objects per page: page, content, image. */
function objectsOf(pages: readonly JpegPage[], title: string, now: Date): Body[] {
  const first = (page: number) => 4 + page * 3
  const kids = pages.map((_, page) => `${first(page)} 0 R`).join(' ')
  return [
    '<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< /Title ${textString(title)} /Producer ${textString('Foja')} /CreationDate ${dateString(now)} >>`,
    ...pages.flatMap((page, at) => pageObjects(page, first(at))),
  ]
}

/**
 * Writes a PDF 1.7 (ISO 32000-1) with one image per page. JPEGs are embedded unchanged for DCTDecode (7.4.8). Classic
 * cross-reference table, no other compression. Throws without pages.
 */
export function imagesToPdf(pages: readonly JpegPage[], title: string, now: Date = new Date()): Blob {
  if (pages.length === 0) throw new RangeError('A PDF needs at least one page')
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const write = (part: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  const offsets: number[] = []
  write('%PDF-1.7\n%')
  // 7.5.2: four bytes of 128 and above mark the file as binary.
  write(new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3, 0x0a]))
  for (const [at, body] of objectsOf(pages, title, now).entries()) {
    offsets.push(length)
    write(`${at + 1} 0 obj\n`)
    if (typeof body === 'string') write(body)
    else {
      write(`<< ${body.dictionary} >>\nstream\n`)
      write(body.stream)
      write('\nendstream')
    }
    write('\nendobj\n')
  }
  const table = length
  // 7.5.4: twenty bytes per entry, including a two-byte line end.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`)
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
