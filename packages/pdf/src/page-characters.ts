import { tooMuchMemory } from './pdfium-document.ts'
import type { PdfiumInstance } from './pdfium-instance.ts'
import type { ToDisplay } from './page-space.ts'

/**
 * A letter with its place on the displayed page, measured along its line (`from`, `to`) and across it (`top`,
 * `bottom`), which is turned by `angle` (radians, clockwise) around the page's corner.
 */
export type Letter = {
  kind: 'letter'
  text: string
  /** Index among the characters of the page. */
  index: number
  angle: number
  from: number
  to: number
  top: number
  bottom: number
}
export type Character = Letter | { kind: 'space' | 'break' }

type TextPage = { instance: PdfiumInstance; page: number; text: number; toDisplay: ToDisplay }

/** Above real pages; the rest is omitted. */
const maxChars = 50_000
/** The engine's codes for a hyphen at a line end. */
const lineHyphens = new Set([0x02, 0xfffe])
/** FPDFPageObj_GetType (fpdf_edit.h). */
const [typeImage, typeForm] = [3, 5]
/** FPDFTextObj_GetTextRenderMode: invisible. */
const invisible = 3
const maxObjects = 20_000

/** The characters of a page in the engine's order. Throws PdfError render_memory. */
export function readCharacters(textPage: TextPage): Character[] {
  const { instance, text } = textPage
  const { fpdf, malloc, free } = instance
  const memory = malloc(64)
  if (memory === 0) throw tooMuchMemory()
  const isHidden = hiddenText(textPage, memory)
  const count = Math.min(fpdf.FPDFText_CountChars(text), maxChars)
  const characters: Character[] = []
  for (let index = 0; index < count; index += 1) {
    const code = fpdf.FPDFText_GetUnicode(text, index)
    const isHyphen = lineHyphens.has(code)
    const shown = isHyphen ? '-' : textOf(code)
    if (shown === null) characters.push({ kind: 'break' })
    else if (shown === ' ') characters.push({ kind: 'space' })
    else if (shown !== '' && fpdf.FPDFText_IsGenerated(text, index) !== 1) {
      const letter = measure(textPage, memory, index)
      if (letter !== null && !isHidden(index)) characters.push({ kind: 'letter', text: shown, index, ...letter })
    }
    if (isHyphen) characters.push({ kind: 'break' })
  }
  free(memory)
  return characters
}

/** A code as text: a space for white space, empty for invalid and control codes, null for a line end. */
function textOf(code: number): string | null {
  if (code === 0x0a || code === 0x0d) return null
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return ''
  const text = String.fromCodePoint(code)
  if (/\s|\p{Z}/u.test(text)) return ' '
  // Format characters include the marks that reverse the direction of text.
  return /[\p{Cc}\p{Cf}\p{Cn}\p{Co}]/u.test(text) ? '' : text
}

type Measures = Omit<Letter, 'kind' | 'text' | 'index'>

/** Null for a character without size, or one that the engine added. */
function measure({ instance, text, toDisplay }: TextPage, memory: number, index: number): Measures | null {
  const { fpdf, heap } = instance
  if (!fpdf.FPDFText_GetMatrix(text, index, memory)) return null
  const [a = 0, b = 0, c = 0, d = 0] = heap().HEAPF32.slice(memory >> 2, (memory >> 2) + 4)
  if (!fpdf.FPDFText_GetCharOrigin(text, index, memory, memory + 8)) return null
  const view = new DataView(heap().HEAPU8.buffer, memory, 16)
  const [x, y] = [view.getFloat64(0, true), view.getFloat64(8, true)]
  const origin = toDisplay(x, y)
  const ahead = toDisplay(x + a, y + b)
  const angle = Math.atan2(ahead.y - origin.y, ahead.x - origin.x)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const along = (point: { x: number; y: number }) => point.x * cos + point.y * sin
  const across = (point: { x: number; y: number }) => point.y * cos - point.x * sin
  const size = fpdf.FPDFText_GetFontSize(text, index) * Math.hypot(c, d)
  const isLevel = b === 0 && c === 0 && a > 0 && d > 0
  // The loose box has the height of the line, but the engine knows it for level text only.
  const isRead = isLevel
    ? fpdf.FPDFText_GetLooseCharBox(text, index, memory)
    : fpdf.FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24)
  if (!isRead) return null
  const box = isLevel ? looseBox(instance, memory) : tightBox(instance, memory)
  const corners = box.xs.flatMap((left) => box.ys.map((bottom) => toDisplay(left, bottom)))
  const [ends, heights] = [corners.map(along), corners.map(across)]
  const to = Math.max(...ends)
  if (isLevel)
    return checked({ angle, from: Math.min(...ends), to, top: Math.min(...heights), bottom: Math.max(...heights) })
  const base = across(origin)
  const isUpright = Math.abs(cos) < 0.01 || Math.abs(sin) < 0.01
  // The box around a slanted letter is wider than the letter.
  const end = isUpright ? to : Math.min(to, along(origin) + size * 0.6)
  return checked({ angle, from: along(origin), to: end, top: base - size * 0.85, bottom: base + size * 0.25 })
}

function checked(measures: Measures): Measures | null {
  const { from, to, top, bottom } = measures
  return Object.values(measures).every(Number.isFinite) && to > from && bottom > top ? measures : null
}

/** FS_RECTF: left, top, right, bottom. */
function looseBox({ heap }: PdfiumInstance, memory: number) {
  const [left = 0, top = 0, right = 0, bottom = 0] = heap().HEAPF32.slice(memory >> 2, (memory >> 2) + 4)
  return { xs: [left, right], ys: [bottom, top] }
}

/** Four doubles: left, right, bottom, top. */
function tightBox({ heap }: PdfiumInstance, memory: number) {
  const view = new DataView(heap().HEAPU8.buffer, memory, 32)
  const at = (index: number) => view.getFloat64(index * 8, true)
  return { xs: [at(0), at(1)], ys: [at(2), at(3)] }
}

/**
 * True for the index of an invisible character that is not over a picture: the text layer of a scan is what the picture
 * shows, but any other invisible text is not part of the displayed page.
 */
function hiddenText({ instance, page, text }: TextPage, memory: number): (index: number) => boolean {
  const { fpdf, heap } = instance
  const known = new Map<number, boolean>()
  const boundsOf = (object: number) => {
    const at = [0, 4, 8, 12].map((offset) => memory + 32 + offset) as [number, number, number, number]
    if (!fpdf.FPDFPageObj_GetBounds(object, ...at)) return null
    const [left = 0, bottom = 0, right = 0, top = 0] = heap().HEAPF32.slice(at[0] >> 2, (at[0] >> 2) + 4)
    return { left, bottom, right, top }
  }
  let pictures: ReturnType<typeof boundsOf>[] | null = null
  const isOverPicture = (object: number): boolean => {
    pictures ??= picturesOf(instance, page).map(boundsOf)
    const box = boundsOf(object)
    if (box === null) return false
    const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2]
    return pictures.some((one) => one !== null && one.left <= x && x <= one.right && one.bottom <= y && y <= one.top)
  }
  return (index) => {
    const object = fpdf.FPDFText_GetTextObject(text, index)
    if (object === 0) return false
    let hidden = known.get(object)
    if (hidden === undefined) {
      hidden = fpdf.FPDFTextObj_GetTextRenderMode(object) === invisible && !isOverPicture(object)
      known.set(object, hidden)
    }
    return hidden
  }
}

/** The pictures of a page, and the forms that contain one. */
function picturesOf({ fpdf }: PdfiumInstance, page: number): number[] {
  const found: number[] = []
  const count = Math.min(fpdf.FPDFPage_CountObjects(page), maxObjects)
  for (let index = 0; index < count; index += 1) {
    const object = fpdf.FPDFPage_GetObject(page, index)
    const type = fpdf.FPDFPageObj_GetType(object)
    const isPicture = type === typeImage || (type === typeForm && hasPicture(object))
    if (isPicture) found.push(object)
  }
  return found

  function hasPicture(form: number): boolean {
    const inside = Math.min(fpdf.FPDFFormObj_CountObjects(form), 100)
    for (let index = 0; index < inside; index += 1) {
      if (fpdf.FPDFPageObj_GetType(fpdf.FPDFFormObj_GetObject(form, index)) === typeImage) return true
    }
    return false
  }
}
