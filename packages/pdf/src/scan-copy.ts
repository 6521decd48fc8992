import type { JpegFrame } from './strip-jpeg.ts'

export type ScanImage = JpegFrame & { jpeg: Uint8Array }

/** Maximum size of a scanned page without its picture. */
const maxText = 16_384
/** The engine's own strings in each copy; no others are allowed. */
const ownInfo = /<<\/CreationDate\(D:\d{14}\)\/Creator\(PDFium\)\/Producer\(PDFium\)>>/
/**
 * An 8-bit image in grey or colour, coded only as JPEG (ISO 32000-2, 8.9.5), with its entries in alphabetical order, as
 * the engine writes them.
 */
const imageEntries = [
  '/BitsPerComponent 8',
  '/ColorSpace/Device(?<space>RGB|Gray)',
  '/Filter(?:/DCTDecode|\\[ ?/DCTDecode ?\\])',
  '/Height (?<height>\\d{1,5})',
  '(?:/Interpolate (?:true|false))?',
  '/Length (?<length>\\d{1,9})',
  '(?:/Name/[\\w.-]+)?',
  '/Subtype/Image',
  '(?:/Type/XObject)?',
  '/Width (?<width>\\d{1,5})',
]
const imageDictionary = new RegExp(`<<${imageEntries.join('')}>>$`)
const contentDictionary = /<<\/Filter\/FlateDecode\/Length (?<length>\d{1,9})>>$/
/** The names in a plain page. Others (a graphics state, a profile, layers, a form) may change the result. */
const plainNames = new Set(
  `Type Catalog Pages Page Kids Count Parent MediaBox CropBox BleedBox TrimBox ArtBox Rotate Contents Resources XObject
  ProcSet PDF Text ImageB ImageC ImageI Annots Tabs StructParents Group S Transparency CS DeviceRGB DeviceGray Filter
  FlateDecode Length Root Info Size ID`.split(/\s+/),
)

/**
 * Parses a document that the engine wrote with a single page, and finds its only JPEG; null if anything in it is not
 * known to be harmless. The engine writes in one plain way, so strict patterns replace a general parser: unknown text
 * between the streams gives null.
 */
export function readScanCopy(copy: Uint8Array): ScanImage | null {
  const bytes = Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength)
  let image: ScanImage | null = null
  let text = ''
  let at = 0
  for (;;) {
    const keyword = bytes.indexOf('>>stream\r\n', at)
    const end = keyword === -1 ? bytes.length : keyword + 2
    if (text.length + end - at > maxText) return null
    const segment = bytes.toString('latin1', at, end).replace(ownInfo, '')
    // a string could imitate a stream
    if (segment.includes('(')) return null
    if (keyword === -1) return isPlain(text + segment) ? image : null
    const found = imageDictionary.exec(segment)
    const { length } = (found ?? contentDictionary.exec(segment))?.groups ?? {}
    const from = keyword + '>>stream\r\n'.length
    at = from + Number(length)
    if (bytes.toString('latin1', at, at + 11) !== '\r\nendstream') return null
    if (found === null) {
      text += segment
      continue
    }
    if (image !== null) return null
    image = imageOf(found, copy.subarray(from, at))
    text += segment.slice(0, found.index)
  }
}

function imageOf({ groups }: RegExpExecArray, jpeg: Uint8Array): ScanImage {
  const components = groups?.space === 'Gray' ? 1 : 3
  return { jpeg, width: Number(groups?.width), height: Number(groups?.height), components }
}

/** The page may use any name for its picture. */
function isPlain(text: string): boolean {
  const unnamed = text.replace(/\/XObject<<\/[^\s/<>[\]()]+ \d+ 0 R ?>>/, '/XObject')
  const names = unnamed.match(/\/[^\s/<>[\](){}%]*/g) ?? []
  return names.every((name) => plainNames.has(name.slice(1)))
}
