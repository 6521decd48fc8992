import type { JpegFrame } from './plain-jpeg.ts'

export type ScanImage = JpegFrame & { jpeg: Uint8Array }

/** Everything but the picture of a page that a scanner made fits into this many bytes. */
const maxText = 16_384
/** What the engine writes of itself into each copy; the only strings that there may be. */
const ownInfo = /<<\/CreationDate\(D:\d{14}\)\/Creator\(PDFium\)\/Producer\(PDFium\)>>/
/**
 * An image of 8 bits in grey or colour that is coded as a JPEG and by nothing else (ISO 32000-2, 8.9.5), with its entries
 * in the order of the alphabet, as the engine writes them.
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
/** The names of a plain page. Whatever else there is (a graphics state, a profile, layers, a form) may change what is seen. */
const plainNames = new Set(
  `Type Catalog Pages Page Kids Count Parent MediaBox CropBox BleedBox TrimBox ArtBox Rotate Contents Resources XObject
  ProcSet PDF Text ImageB ImageC ImageI Annots Tabs StructParents Group S Transparency CS DeviceRGB DeviceGray Filter
  FlateDecode Length Root Info Size ID`.split(/\s+/),
)

/**
 * Reads a document that the engine wrote with nothing but one page in it, and finds the one JPEG there; null where
 * anything in it is not known to be harmless. The engine writes plainly and in one way, so that no general reader
 * is needed: the text between the streams is taken apart by strict patterns, and whatever they do not know is null.
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
    // what stands in a string could look like a stream
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

/** The name by which the page calls its one picture may be any. */
function isPlain(text: string): boolean {
  const unnamed = text.replace(/\/XObject<<\/[^\s/<>[\]()]+ \d+ 0 R ?>>/, '/XObject')
  const names = unnamed.match(/\/[^\s/<>[\](){}%]*/g) ?? []
  return names.every((name) => plainNames.has(name.slice(1)))
}
