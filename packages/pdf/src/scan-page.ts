import type { PageImage } from './encode.ts'
import { pixelSize, saveCopy, type OpenDocument } from './pdfium-document.ts'
import type { PdfiumInstance } from './pdfium-instance.ts'
import { stripJpeg, type JpegFrame } from './strip-jpeg.ts'

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
function readScanCopy(copy: Uint8Array): ScanImage | null {
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

/** FPDFPageObj_GetType (fpdf_edit.h). */
const objectImage = 3
/** Maximum gap between picture and page edge, relative to the longer side: two thirds of a millimetre on A4. */
const edgeTolerance = 0.002
/** Maximum difference between the aspect ratios of picture and page. */
const shapeTolerance = 0.01
/** Bytes per requested dot: 400 kB for an A4 at 110 dpi, where drawn pages take 160. */
const mostBytesPerDot = 0.35
/** The engine copies a page with everything it refers to, possibly the whole file several times. */
const largestFile = 48 * 1024 * 1024

type ScanRequest = { page: number; dpi: number; maxPixels: number }

/**
 * The JPEG of a page that consists of a single scanned picture, not decoded; null for every other page, and when the
 * picture has too few dots or too many bytes.
 *
 * The engine reports what it would draw: one image, upright, edge to edge, with nothing above it. It then rewrites that
 * page, and strict patterns ensure that nothing changes how the image is shown.
 */
export function readScan(document: OpenDocument, page: number, request: ScanRequest): PageImage | null {
  const { fpdf } = document.instance
  const points = { width: fpdf.FPDF_GetPageWidthF(page), height: fpdf.FPDF_GetPageHeightF(page) }
  const size = pixelSize(points, request.dpi, request.maxPixels)
  const raw = onlyImage(document.instance, page, size.width * size.height * mostBytesPerDot)
  if (raw === null || document.size > largestFile) return null
  const copy = copyOf(document, request.page)
  const image = copy && readScanCopy(copy)
  // the page may name one image and draw another
  if (image === null || Buffer.compare(raw, image.jpeg) !== 0) return null
  const { width, height } = image
  const isFine = width >= size.width && height >= size.height && width * height <= request.maxPixels
  const shape = (width / height) * (points.height / points.width)
  if (!isFine || Math.abs(shape - 1) > shapeTolerance) return null
  const bytes = stripJpeg(image.jpeg, image)
  return bytes === null ? null : { bytes: new Uint8Array(bytes), width, height, mime: 'image/jpeg' }
}

/** The bytes of the only image of a page; null if there is more or less, or it does not fill the page. */
function onlyImage(instance: PdfiumInstance, page: number, maxBytes: number): Uint8Array | null {
  const { fpdf } = instance
  if (fpdf.FPDFPage_CountObjects(page) !== 1 || fpdf.FPDFPage_GetAnnotCount(page) !== 0) return null
  if (fpdf.FPDFPage_GetRotation(page) !== 0) return null
  const object = fpdf.FPDFPage_GetObject(page, 0)
  const isBare =
    fpdf.FPDFPageObj_GetType(object) === objectImage &&
    fpdf.FPDFPageObj_CountMarks(object) === 0 &&
    !fpdf.FPDFPageObj_HasTransparency(object) &&
    fpdf.FPDFClipPath_CountPaths(fpdf.FPDFPageObj_GetClipPath(object)) <= 0
  if (!isBare || !fillsPage(instance, page, object)) return null
  return rawBytes(instance, object, maxBytes)
}

function fillsPage(instance: PdfiumInstance, page: number, object: number): boolean {
  const { fpdf } = instance
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = readFloats(instance, 6, (at) =>
    fpdf.FPDFPageObj_GetMatrix(object, at),
  )
  // FS_RECTF: left, top, right, bottom
  const [left = 0, top = 0, right = 0, bottom = 0] = readFloats(instance, 4, (at) =>
    fpdf.FPDF_GetPageBoundingBox(page, at),
  )
  const most = Math.max(right - left, top - bottom) * edgeTolerance
  const gaps = [b, c, e - left, f - bottom, e + a - right, f + d - top]
  return a > 0 && d > 0 && gaps.every((gap) => Math.abs(gap) <= most)
}

/** The value that an engine call writes into memory; null when it fails. */
function readFloats(instance: PdfiumInstance, count: number, call: (at: number) => boolean): number[] {
  const at = instance.malloc(count * 4)
  const isRead = at !== 0 && call(at)
  const floats = isRead ? [...instance.heap().HEAPF32.subarray(at >> 2, (at >> 2) + count)] : []
  instance.free(at)
  return floats
}

function rawBytes({ fpdf, malloc, free, heap }: PdfiumInstance, object: number, maxBytes: number): Uint8Array | null {
  const size = fpdf.FPDFImageObj_GetImageDataRaw(object, 0, 0)
  if (size === 0 || size > maxBytes) return null
  const at = malloc(size)
  if (at === 0) return null
  fpdf.FPDFImageObj_GetImageDataRaw(object, at, size)
  const bytes = heap().HEAPU8.slice(at, at + size)
  free(at)
  return bytes
}

/** A document of one page, written by the engine; null when it cannot. Throws PdfError render_memory. */
function copyOf(document: OpenDocument, page: number): Uint8Array | null {
  const { fpdf } = document.instance
  const handle = fpdf.FPDF_CreateNewDocument()
  const isCopied = fpdf.FPDF_ImportPages(handle, document.handle, String(page), 0)
  const copy = isCopied ? saveCopy({ ...document, handle }) : null
  fpdf.FPDF_CloseDocument(handle)
  return copy
}
