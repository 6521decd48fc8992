import { PdfError } from './errors.ts'
import type { PdfiumInstance } from './pdfium-instance.ts'

/** FPDF_GetLastError (fpdfview.h). */
const errorFormat = 3
const errorPassword = 4
const errorSecurity = 5
/** FPDF_GetFormType (fpdf_formfill.h): dynamic XFA. */
const formXfaFull = 2
/** FPDF_RenderPageBitmap flags: annotations with their appearances, and RGBA order instead of BGRA. */
const flagAnnotations = 0x01
const flagReverseByteOrder = 0x10
const bitmapBgra = 4
/** WebP's maximum side (RFC 9649, 14 bits). */
const maxSide = 16_383
/** Far above real documents; a forged /Count must not keep a worker counting. */
const maxPages = 20_000

export type RawPage = { pixels: Uint8Array; width: number; height: number }

/**
 * `memory`: address of the file's bytes, `size`: their number. `form`: the handle of the form environment, which lives
 * as long as the document; null until a page is drawn. `texts`: characters of searched pages, by page. `units`: points
 * per unit of the pages that declare it; null until needed.
 */
export type OpenDocument = {
  instance: PdfiumInstance
  handle: number
  memory: number
  size: number
  pages: number
  repaired: boolean
  form: number | null
  texts: Map<number, readonly number[]>
  units: ReadonlyMap<number, number> | null
}

/**
 * Loads a file into the instance's memory by `fill` and opens it. `password`: the user's or the owner's.
 * @throws PdfError pdf_invalid, pdf_password, render_memory
 */
export function openDocument(
  instance: PdfiumInstance,
  size: number,
  fill: (target: Uint8Array) => void,
  password = '',
): OpenDocument {
  const pointer = size > 0 ? instance.malloc(size) : 0
  if (pointer === 0) {
    throw size > 0
      ? new PdfError('render_memory', `The file of ${size} bytes does not fit into the memory for one document`)
      : new PdfError('pdf_invalid', 'The file is empty')
  }
  fill(instance.heap().HEAPU8.subarray(pointer, pointer + size))
  return openMemory(instance, pointer, size, password)
}

/**
 * Opens bytes that are already in the instance's memory: several documents may share them.
 * @throws PdfError pdf_invalid, pdf_password, render_memory
 */
export function openMemory(instance: PdfiumInstance, pointer: number, size: number, password = ''): OpenDocument {
  const { fpdf } = instance
  const handle = fpdf.FPDF_LoadMemDocument64(pointer, size, password)
  if (handle === 0) throw openError(instance)
  const pages = fpdf.FPDF_GetPageCount(handle)
  if (pages < 1) throw new PdfError('pdf_invalid', 'The document has no pages')
  if (pages > maxPages) throw new PdfError('pdf_invalid', `The document claims more than ${maxPages} pages`)
  return { instance, handle, memory: pointer, size, pages, repaired: false, form: null, texts: new Map(), units: null }
}

function openError(instance: PdfiumInstance): PdfError {
  const code = instance.fpdf.FPDF_GetLastError()
  if (instance.memoryRefused()) return new PdfError('render_memory', 'The document needs more memory than allowed')
  if (code === errorPassword) return new PdfError('pdf_password', 'The document asks for a password')
  if (code === errorSecurity) return new PdfError('pdf_password', 'The document uses an unknown kind of encryption')
  if (code === errorFormat) return new PdfError('pdf_invalid', 'The file is not a PDF or is damaged')
  return new PdfError('pdf_invalid', `The document cannot be opened (engine error ${code})`)
}

/** Releases a document, so that the instance can be reused. */
export function closeDocument({ instance, handle, memory, form }: OpenDocument): void {
  if (form) instance.fpdf.PDFiumExt_ExitFormFillEnvironment(form)
  instance.fpdf.FPDF_CloseDocument(handle)
  instance.free(memory)
}

/** True also for a file that opens without a password. */
export function isEncrypted({ instance, handle }: OpenDocument): boolean {
  return instance.fpdf.EPDF_IsEncrypted(handle)
}

/** A copy without encryption. Throws PdfError pdf_signed, pdf_invalid, render_memory. */
export function unlock(document: OpenDocument): Uint8Array {
  const { instance, handle } = document
  if (instance.fpdf.FPDF_GetSignatureCount(handle) > 0) throw new PdfError('pdf_signed', 'The document is signed')
  if (isEncrypted(document) && !instance.fpdf.EPDF_RemoveEncryption(handle)) {
    throw new PdfError('pdf_invalid', 'The encryption cannot be removed')
  }
  return saveCopy(document)
}

/** Size of a page (from 1) as displayed, in its own units. Throws PdfError pdf_invalid. */
export function pageSize({ instance, handle }: OpenDocument, page: number): { width: number; height: number } {
  const pointer = instance.malloc(8)
  const isRead = instance.fpdf.FPDF_GetPageSizeByIndexF(handle, page - 1, pointer)
  const { HEAPF32 } = instance.heap()
  const [width, height] = [HEAPF32[pointer >> 2] ?? 0, HEAPF32[(pointer >> 2) + 1] ?? 0]
  instance.free(pointer)
  if (!isRead) throw new PdfError('pdf_invalid', `Page ${page} cannot be read`)
  return { width: rounded(width), height: rounded(height) }
}

/** Rewrites the document without damaged parts. Throws PdfError pdf_invalid, render_memory. */
export function saveCopy({ instance, handle }: OpenDocument): Uint8Array {
  const { fpdf, malloc, free, heap } = instance
  const writer = fpdf.PDFiumExt_OpenFileWriter()
  const isSaved = fpdf.PDFiumExt_SaveAsCopy(handle, writer)
  const size = fpdf.PDFiumExt_GetFileWriterSize(writer)
  const pointer = isSaved && size > 0 ? malloc(size) : 0
  if (instance.memoryRefused()) throw tooMuchMemory()
  if (pointer === 0) throw new PdfError('pdf_invalid', 'The document cannot be rewritten')
  fpdf.PDFiumExt_GetFileWriterData(writer, pointer, size)
  const copy = heap().HEAPU8.slice(pointer, pointer + size)
  free(pointer)
  fpdf.PDFiumExt_CloseFileWriter(writer)
  return copy
}

/** 32-bit floats are noisy in the fifth decimal; a thousandth of a point is invisible. */
function rounded(points: number): number {
  return Math.round(points * 1000) / 1000
}

/** Size in pixels of a page in points: at `dpi`, or scaled down to `maxPixels`. */
export function pixelSize(points: { width: number; height: number }, dpi: number, maxPixels: number) {
  const { width, height } = points
  const usable = Number.isFinite(width) && Number.isFinite(height) && width > 0 && height > 0
  if (!usable) throw new PdfError('pdf_invalid', 'The page has no usable size')
  const scale = Math.min(dpi / 72, Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height))
  const side = (length: number) => Math.min(maxSide, Math.max(1, Math.round(length * scale)))
  return { width: side(width), height: side(height) }
}

/**
 * Draws an open page on white, with annotations and form fields, as RGBA. One unit of the page counts as one point,
 * regardless of UserUnit.
 *
 * FPDF_ANNOT omits widgets; FPDF_FFLDraw draws them, including signature appearances and field values. No document or
 * page action is started, and this build has no JavaScript engine. After an error the instance must be discarded: the
 * page's memory is not released.
 * @throws PdfError pdf_invalid, render_memory
 */
export function drawPage(document: OpenDocument, page: number, options: { dpi: number; maxPixels: number }): RawPage {
  const { fpdf } = document.instance
  const points = { width: fpdf.FPDF_GetPageWidthF(page), height: fpdf.FPDF_GetPageHeightF(page) }
  const raw = drawBitmap(document, page, pixelSize(points, options.dpi, options.maxPixels))
  // A page drawn without memory may lack parts; signers must never see less than the page holds.
  if (document.instance.memoryRefused()) throw tooMuchMemory()
  return raw
}

/** Releases a page. */
export function closePage({ instance: { fpdf }, form }: OpenDocument, page: number): void {
  if (form) fpdf.FORM_OnBeforeClosePage(page, form)
  fpdf.FPDF_ClosePage(page)
}

/** Opens a page (from 1). Throws PdfError page_not_found, pdf_xfa, pdf_invalid. */
export function loadPage(document: OpenDocument, number: number): number {
  const { fpdf } = document.instance
  if (!Number.isInteger(number) || number < 1 || number > document.pages) {
    throw new PdfError('page_not_found', `The document has ${document.pages} pages, page ${number} was asked for`)
  }
  if (fpdf.FPDF_GetFormType(document.handle) === formXfaFull) {
    throw new PdfError('pdf_xfa', 'The document is a dynamic XFA form, which is not supported')
  }
  document.form ??= fpdf.PDFiumExt_InitFormFillEnvironment(document.handle, fpdf.PDFiumExt_OpenFormFillInfo())
  const page = fpdf.FPDF_LoadPage(document.handle, number - 1)
  if (page === 0) throw new PdfError('pdf_invalid', `Page ${number} cannot be read`)
  return page
}

function drawBitmap(document: OpenDocument, page: number, size: { width: number; height: number }): RawPage {
  const { fpdf, malloc, free, heap } = document.instance
  const { width, height } = size
  const bytes = width * height * 4
  const pixels = malloc(bytes)
  const bitmap = pixels === 0 ? 0 : fpdf.FPDFBitmap_CreateEx(width, height, bitmapBgra, pixels, width * 4)
  if (bitmap === 0) throw tooMuchMemory()
  const flags = flagAnnotations | flagReverseByteOrder
  fpdf.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  fpdf.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
  if (document.form) {
    fpdf.FPDF_SetFormFieldHighlightAlpha(document.form, 0)
    fpdf.FORM_OnAfterLoadPage(page, document.form)
    fpdf.FPDF_FFLDraw(document.form, bitmap, page, 0, 0, width, height, 0, flags)
  }
  const copy = heap().HEAPU8.slice(pixels, pixels + bytes)
  fpdf.FPDFBitmap_Destroy(bitmap)
  free(pixels)
  return { pixels: copy, width, height }
}

export function tooMuchMemory(): PdfError {
  return new PdfError('render_memory', 'The page needs more memory than allowed')
}
