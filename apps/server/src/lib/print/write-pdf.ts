import { EmbeddedFont } from '@foja/pades/appearance/embed-font'
import type { Weight } from '@foja/pades/appearance/font'
import { date, number, text } from '@foja/pades/pdf/writer'
import { streamBody } from '@foja/pdf-core/cross-reference'
import { ascii } from '@foja/pdf-core/syntax'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { paper, type Mark, type Page, type Picture } from './sheet.ts'

const compress = promisify(deflate)

export type PdfFacts = {
  title: string
  author: string
  /** BCP 47 language tag of the text. */
  language: string
  createdAt: Date
  utcOffsetMinutes: number
}

/** The objects of a new file, numbered from 1 in order of addition. */
class ObjectList {
  readonly #objects: (Uint8Array | undefined)[] = []

  allocate(): number {
    return this.#objects.push(undefined)
  }

  #put(body: Uint8Array, at: number): number {
    this.#objects[at - 1] = body
    return at
  }

  add(body: string, at: number = this.allocate()): number {
    return this.#put(ascii(body), at)
  }

  addStream(entries: string, data: Uint8Array): number {
    return this.#put(streamBody(entries, data), this.allocate())
  }

  /** The whole file: header, objects, cross-reference table and trailer (ISO 32000-2 §7.5). */
  file(trailer: string): Buffer {
    const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
    const offsets: number[] = []
    let position = parts[0]!.length
    for (const [at, body] of this.#objects.entries()) {
      const part = Buffer.concat([ascii(`${at + 1} 0 obj\n`), body ?? ascii('null'), ascii('\nendobj\n')])
      offsets.push(position)
      position += part.length
      parts.push(part)
    }
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    const size = offsets.length + 1
    const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32)
    parts.push(
      ascii(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`),
      ascii(`trailer\n<< /Size ${size} ${trailer} /ID [<${id}> <${id}>] >>\nstartxref\n${position}\n%%EOF\n`),
    )
    return Buffer.concat(parts)
  }
}

type Fonts = Record<Weight, EmbeddedFont>
const names: Record<Weight, string> = { regular: 'F0', bold: 'F1' }

type Pictures = Map<Picture, { name: string; id: number }>

/** Adds each picture once, as an image XObject (ISO 32000-2 §8.9.5). */
async function addPictures(objects: ObjectList, pages: readonly Page[]): Promise<Pictures> {
  const pictures: Pictures = new Map()
  for (const mark of pages.flat()) {
    if (mark.kind !== 'picture' || pictures.has(mark.picture)) continue
    const { width, height, rgb } = mark.picture
    const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`
    const data = await compress(rgb)
    const id = objects.addStream(`${entries} /BitsPerComponent 8 /Filter /FlateDecode`, data)
    pictures.set(mark.picture, { name: `I${pictures.size}`, id })
  }
  return pictures
}

function operatorsOf(mark: Mark, fonts: Fonts, pictures: Pictures): string {
  if (mark.kind === 'operators') return mark.operators
  if (mark.kind === 'picture') {
    const [width, height, x, y] = [mark.width, mark.height, mark.x, mark.y].map(number)
    return `q ${width} 0 0 ${height} ${x} ${y} cm /${pictures.get(mark.picture)!.name} Do Q`
  }
  const { weight, size, gray = 0 } = mark.style
  const words = fonts[weight].encode(mark.text)
  return `BT ${gray} g /${names[weight]} ${number(size)} Tf ${number(mark.x)} ${number(mark.y)} Td ${words} Tj ET`
}

function fontsOf(pages: readonly Page[]): Fonts {
  const texts: Record<Weight, Set<string>> = { regular: new Set(), bold: new Set() }
  for (const mark of pages.flat()) {
    if (mark.kind === 'text') for (const character of mark.text) texts[mark.style.weight].add(character)
  }
  return {
    regular: new EmbeddedFont('regular', [...texts.regular]),
    bold: new EmbeddedFont('bold', [...texts.bold]),
  }
}

/** Writes pages as a PDF 1.7 with embedded font subsets; yields the thread between pages. */
export async function writePdf(pages: readonly Page[], facts: PdfFacts): Promise<Buffer> {
  const objects = new ObjectList()
  const [catalog, tree] = [objects.allocate(), objects.allocate()]
  const fonts = fontsOf(pages)
  const [regular, bold] = [fonts.regular.write(objects), fonts.bold.write(objects)]
  const pictures = await addPictures(objects, pages)
  const images = Array.from(pictures.values(), ({ name, id }) => `/${name} ${id} 0 R`).join(' ')
  const resources = objects.add(`<< /Font << /F0 ${regular} 0 R /F1 ${bold} 0 R >> /XObject << ${images} >> >>`)
  const kids: number[] = []
  for (const page of pages) {
    const content = page.map((mark) => operatorsOf(mark, fonts, pictures)).join('\n')
    const stream = objects.addStream('/Filter /FlateDecode', await compress(ascii(content)))
    kids.push(objects.add(`<< /Type /Page /Parent ${tree} 0 R /Resources ${resources} 0 R /Contents ${stream} 0 R >>`))
  }
  const box = `[0 0 ${paper.width} ${paper.height}]`
  const list = kids.map((kid) => `${kid} 0 R`).join(' ')
  objects.add(`<< /Type /Pages /Count ${kids.length} /Kids [${list}] /MediaBox ${box} >>`, tree)
  const viewer = '/ViewerPreferences << /DisplayDocTitle true >>'
  objects.add(`<< /Type /Catalog /Pages ${tree} 0 R /Lang ${text(facts.language)} ${viewer} >>`, catalog)
  const created = date(facts.createdAt, facts.utcOffsetMinutes)
  const info = objects.add(
    `<< /Title ${text(facts.title)} /Author ${text(facts.author)} /Producer (Foja) /CreationDate ${created} >>`,
  )
  return objects.file(`/Root ${catalog} 0 R /Info ${info} 0 R`)
}
