/** A field of a PDF's own form, in points from the bottom left of its page. */
export type FormField = {
  name: string
  /** The description for people (ISO 32000-2, 12.7.4.1, /TU). */
  label: string
  kind: 'text' | 'multiline' | 'checkbox' | 'select'
  rect: readonly [left: number, bottom: number, right: number, top: number]
  required?: boolean
  maxLength?: number
  options?: readonly string[]
}

/** A text string (7.9.2.2) of any characters, in UTF-16BE. */
function textString(text: string): string {
  const units = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return `<${units.toString('hex')}>`
}

/** Bits of /Ff (12.7.4.1 and 12.7.5), from 1. */
const flag = (...bits: number[]) => bits.reduce((sum, bit) => sum + 2 ** (bit - 1), 0)
const required = 2

type Add = (body: string) => number

const stream = (dictionary: string, data: string) =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`

function kindEntries(field: FormField, add: Add): string {
  const [left, bottom, right, top] = field.rect
  const [width, height] = [right - left, top - bottom]
  const bits = field.required === true ? [required] : []
  const blank = `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}]`
  if (field.kind === 'checkbox') {
    const [x, y] = [width / 4, height / 2]
    const mark = `q 0.12 0.15 0.2 RG 1.4 w 1 J 1 j ${x} ${y} m ${width * 0.43} ${height * 0.28} l ${width * 0.76} ${height * 0.74} l S Q`
    const [on, off] = [add(stream(blank, mark)), add(stream(blank, ''))]
    return `/FT /Btn /Ff ${flag(...bits)} /V /Off /AS /Off /AP << /N << /Si ${on} 0 R /Off ${off} 0 R >> >>`
  }
  const appearance = `/DA (/Helv 10 Tf 0.12 0.15 0.2 rg) /AP << /N ${add(stream(blank, ''))} 0 R >>`
  if (field.kind === 'select') {
    return `/FT /Ch /Ff ${flag(18, ...bits)} /Opt [${(field.options ?? []).map(textString).join(' ')}] ${appearance}`
  }
  const length = field.maxLength === undefined ? '' : ` /MaxLen ${field.maxLength}`
  return `/FT /Tx /Ff ${flag(...(field.kind === 'multiline' ? [13] : []), ...bits)}${length} ${appearance}`
}

/** The body of a plain object in the file, with its number. */
function findObject(text: string, is: RegExp): { number: number; body: string } {
  for (const [, number, body] of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    if (is.test(body!)) return { number: Number(number), body: body! }
  }
  throw new Error(`the PDF has no object that matches ${is}`)
}

const into = (dictionary: string, entries: string) =>
  `${dictionary.slice(0, dictionary.lastIndexOf('>>'))} ${entries}>>`

/**
 * Adds a form to the first page of a PDF printed by Chromium, as an incremental update (ISO 32000-2, 7.5.6): Chromium
 * writes classic tables and plain objects, which can be read as text.
 */
export function addForm(pdf: Uint8Array, fields: readonly FormField[]): Buffer {
  const before = Buffer.from(pdf)
  const text = before.toString('latin1')
  const [, size, root] = /trailer\n<<\/Size (\d+)\n\/Root (\d+) 0 R/.exec(text) ?? []
  const previous = /startxref\n(\d+)\n%%EOF\s*$/.exec(text)?.[1]
  if (size === undefined || root === undefined || previous === undefined)
    throw new Error('not a PDF written by Chromium')
  const catalog = findObject(text, /\/Type \/Catalog/)
  const page = findObject(text, /\/Type \/Page\b(?!s)/)
  const objects = new Map<number, string>()
  let next = Number(size)
  const add: Add = (body) => {
    objects.set(next, body)
    return next++
  }
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const widgets = fields.map((field) => {
    const common = `/Type /Annot /Subtype /Widget /F 4 /P ${page.number} 0 R /Rect [${field.rect.join(' ')}]`
    return add(`<< ${common} /T (${field.name}) /TU ${textString(field.label)} ${kindEntries(field, add)} >>`)
  })
  const list = `[${widgets.map((number) => `${number} 0 R`).join(' ')}]`
  objects.set(page.number, into(page.body, `/Annots ${list}`))
  const form = `/AcroForm << /Fields ${list} /DR << /Font << /Helv ${font} 0 R >> >> /DA (/Helv 10 Tf 0 g) >>`
  objects.set(catalog.number, into(catalog.body, form))
  let out = ''
  const entries = [...objects].map(([number, body]) => {
    const offset = before.length + out.length
    out += `${number} 0 obj\n${body}\nendobj\n`
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = before.length + out.length
  out += `xref\n${entries.join('')}trailer\n<</Size ${next}\n/Root ${root} 0 R\n/Prev ${previous}>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.concat([before, Buffer.from(out, 'latin1')])
}
