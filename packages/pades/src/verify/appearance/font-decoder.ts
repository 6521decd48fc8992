import type { PdfFile } from '../../pdf/file.ts'
import {
  integerOf,
  nameOf,
  PdfArray,
  PdfDict,
  PdfName,
  PdfStream,
  PdfString,
  textOf,
  type PdfValue,
} from '../../pdf/objects.ts'
import type { WorkBudget } from '../../work-budget.ts'
import { operationsOf } from './content-stream.ts'
import { characterOfGlyph } from './glyph-names.ts'

/** Widths, in thousandths of the font size, of the characters 32 to 126 of the standard fonts (Adobe's core metrics). */
const helvetica = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 ' +
  '1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 ' +
  '333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number)
const times = (
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 ' +
  '921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 ' +
  '333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541'
)
  .split(' ')
  .map(Number)

const OTHER = 556

/** Width of a character in a font without widths: from the standard font with the closest name. */
function standardWidth(baseFont: string, text: string | null): number {
  if (/Courier|Mono/i.test(baseFont)) return 600
  const code = (text ?? '').normalize('NFD').charCodeAt(0)
  const widths = /Times|Serif|Georgia|Garamond/i.test(baseFont) ? times : helvetica
  return widths[code - 32] ?? OTHER
}

/** A code of a string in a font: its text (null: unknown) and its width in thousandths of the font size. */
export type Glyph = { text: string | null; width: number }

/** Decodes the strings shown in a font. */
export type FontDecoder = {
  glyphsOf: (bytes: Uint8Array) => Glyph[]
  /** True if the file embeds the outlines: an attacker's own font may draw any letter for any code. */
  embedded: boolean
  /** True if readers have a plain text font with this name, or a substitute. */
  plainFace: boolean
}

const TEXT_FACES =
  /^(?:Helvetica|Arial|Times|Courier|Verdana|Tahoma|Georgia|Calibri|Cambria|Segoe|Myriad|Minion|Trebuchet|Lucida|Liberation|DejaVu|Noto|Roboto|OpenSans|Palatino|Garamond|Univers|CenturyGothic|Adobe)/

const windows1252 = new TextDecoder('windows-1252')
const macRoman = new TextDecoder('macintosh')
const quotes = new Map([
  [0x27, '’'],
  [0x60, '‘'],
])

/** The marks of check boxes in ZapfDingbats (ISO 32000-2 annex D.6). */
const marks = new Map([
  [0x34, '✔'],
  [0x38, '✘'],
  [0x48, '★'],
  [0x6c, '●'],
  [0x6e, '■'],
  [0x75, '◆'],
])

function baseCharacter(encoding: string | null, code: number): string | null {
  const byte = Uint8Array.of(code)
  if (encoding === 'WinAnsiEncoding') return windows1252.decode(byte)
  if (encoding === 'MacRomanEncoding') return macRoman.decode(byte)
  if (encoding === 'PDFDocEncoding') return textOf(new PdfString(byte, false, 0, 0))
  // StandardEncoding, the default of Latin fonts: ASCII except for two quotes; beyond it only accents that values never
  // use
  if (encoding !== null && encoding !== 'StandardEncoding') return null
  return code < 0x80 ? (quotes.get(code) ?? String.fromCharCode(code)) : null
}

function readDifferences(file: PdfFile, value: PdfValue): Map<number, string | null> {
  const found = new Map<number, string | null>()
  const list = file.resolve(value)
  let code = 0
  for (const item of list instanceof PdfArray ? list.items : []) {
    const start = integerOf(item)
    if (start !== null) code = start
    else if (item instanceof PdfName) found.set(code++, characterOfGlyph(item.value))
  }
  return found
}

const utf16 = (value: PdfValue): string | null =>
  value instanceof PdfString ? new TextDecoder('utf-16be').decode(value.bytes) : null
const codeOf = (value: PdfValue): number | null =>
  value instanceof PdfString && value.bytes.length <= 4
    ? value.bytes.reduce((code, byte) => code * 256 + byte, 0)
    : null

const MAX_RANGE = 65_536

/** The bfchar and bfrange of a /ToUnicode (§9.10.3). */
function readToUnicode(file: PdfFile, value: PdfValue, budget: WorkBudget): Map<number, string> {
  const found = new Map<number, string>()
  const stream = file.resolve(value)
  if (!(stream instanceof PdfStream)) return found
  for (const { operator, operands } of operationsOf(file.streamData(stream), budget)) {
    if (operator !== 'endbfchar' && operator !== 'endbfrange') continue
    const step = operator === 'endbfchar' ? 2 : 3
    for (let i = 0; i + step <= operands.length; i += step) {
      const first = codeOf(operands[i] ?? null)
      const last = step === 2 ? first : codeOf(operands[i + 1] ?? null)
      if (first === null || last === null || last - first > MAX_RANGE) continue
      const target = operands[i + step - 1] ?? null
      budget.spend(1 + last - first)
      for (let code = first; code <= last; code++) {
        const listed = target instanceof PdfArray ? utf16(target.items[code - first] ?? null) : utf16(target)
        if (listed !== null) found.set(code, target instanceof PdfArray ? listed : shifted(listed, code - first))
      }
    }
  }
  return found
}

const shifted = (text: string, by: number): string =>
  by === 0 ? text : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by)

/** The declared width of a code, 0 when unlisted; null in a font without widths. */
function simpleWidths(file: PdfFile, font: PdfDict): (code: number) => number | null {
  const list = file.resolve(font.get('Widths'))
  const first = integerOf(file.resolve(font.get('FirstChar'))) ?? 0
  if (!(list instanceof PdfArray)) return () => null
  return (code) => {
    const width = file.resolve(list.items[code - first] ?? null)
    return typeof width === 'number' ? width : 0
  }
}

const faceOf = (file: PdfFile, font: PdfDict): string => nameOf(file.resolve(font.get('BaseFont'))) ?? ''

/** Fonts whose codes are ornaments or another alphabet. */
const isSymbolic = (face: string): boolean => /Symbol|Dingbat|dings|Marlett|Ornament/i.test(face)

function simpleDecoder(file: PdfFile, font: PdfDict, budget: WorkBudget): FontDecoder['glyphsOf'] {
  const encoding = file.resolve(font.get('Encoding'))
  const base = nameOf(encoding instanceof PdfDict ? file.resolve(encoding.get('BaseEncoding')) : encoding)
  const differences = encoding instanceof PdfDict ? readDifferences(file, encoding.get('Differences')) : new Map()
  const unicode = readToUnicode(file, font.get('ToUnicode'), budget)
  const widthOf = simpleWidths(file, font)
  const face = faceOf(file, font)
  const embedded = isEmbedded(file, font)
  // the codes of a subset depend on its font program
  const isOpaque = (encoding === null && embedded) || isSymbolic(face)
  const character = (code: number): string | null =>
    differences.get(code) ??
    unicode.get(code) ??
    (face === 'ZapfDingbats' ? marks.get(code) : undefined) ??
    (isOpaque || differences.has(code) ? null : baseCharacter(base, code))
  return (bytes) =>
    Array.from(bytes, (code) => {
      const text = character(code)
      const width = widthOf(code)
      // a subset draws nothing for letters it does not contain
      const isMissing = embedded && width === 0 && text !== ' '
      return { text: isMissing ? null : text, width: width || standardWidth(face, text) }
    })
}

/** Widths by CID (§9.7.4.3): runs `c [w …]` and `first last w`. */
function compositeWidths(file: PdfFile, descendant: PdfDict | null, budget: WorkBudget): (code: number) => number {
  const found = new Map<number, number>()
  const list = file.resolve(descendant?.get('W') ?? null)
  const items = list instanceof PdfArray ? list.items.map((item) => file.resolve(item)) : []
  for (let i = 0; i < items.length;) {
    const [first, next, width] = [integerOf(items[i] ?? null), items[i + 1] ?? null, items[i + 2] ?? null]
    if (first === null) break
    const isRun = next instanceof PdfArray
    const count = isRun ? next.items.length : (integerOf(next) ?? -1) - first + 1
    if (count < 0 || count > MAX_RANGE) break
    budget.spend(1 + count)
    for (let at = 0; at < count; at++) {
      const value = isRun ? file.resolve(next.items[at] ?? null) : width
      if (typeof value === 'number') found.set(first + at, value)
    }
    i += isRun ? 2 : 3
  }
  const stated = file.resolve(descendant?.get('DW') ?? null)
  const fallback = typeof stated === 'number' ? stated : 1000
  return (code) => found.get(code) ?? fallback
}

function compositeDecoder(file: PdfFile, font: PdfDict, budget: WorkBudget): FontDecoder['glyphsOf'] {
  const list = file.resolve(font.get('DescendantFonts'))
  const descendant = file.dict(list instanceof PdfArray ? (list.items[0] ?? null) : null)
  const unicode = readToUnicode(file, font.get('ToUnicode'), budget)
  const widthOf = compositeWidths(file, descendant, budget)
  // other encodings have codes of other lengths
  const isRead = /^Identity-[HV]$/.test(nameOf(file.resolve(font.get('Encoding'))) ?? '')
  return (bytes) => {
    const glyphs: Glyph[] = []
    for (let i = 0; i + 1 < bytes.length; i += 2) {
      const code = bytes[i]! * 256 + bytes[i + 1]!
      glyphs.push({ text: isRead ? (unicode.get(code) ?? null) : null, width: widthOf(code) })
    }
    return glyphs
  }
}

const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3']

function isEmbedded(file: PdfFile, font: PdfDict): boolean {
  const type = nameOf(file.resolve(font.get('Subtype')))
  if (type === 'Type3' || type === 'Type0') return true
  const descriptor = file.dict(font.get('FontDescriptor'))
  // a name of missing letters does not tell what readers draw instead
  return font.get('ToUnicode') !== null || PROGRAMS.some((key) => (descriptor?.get(key) ?? null) !== null)
}

/** Readers replace a font missing from the resources by their own, with plain letters. */
const missingFont: FontDecoder = {
  glyphsOf: (bytes) =>
    Array.from(bytes, (code) => {
      const text = baseCharacter('PDFDocEncoding', code)
      return { text, width: standardWidth('', text) }
    }),
  embedded: false,
  // the page or the form may have a font with this name
  plainFace: false,
}

/** Reads a font dictionary (§9.6, §9.7). Throws PadesError for a damaged one. */
export function fontDecoder(file: PdfFile, font: PdfDict | null, budget: WorkBudget): FontDecoder {
  if (!font) return missingFont
  const isComposite = nameOf(file.resolve(font.get('Subtype'))) === 'Type0'
  const glyphsOf = isComposite ? compositeDecoder(file, font, budget) : simpleDecoder(file, font, budget)
  const face = faceOf(file, font)
  return { glyphsOf, embedded: isEmbedded(file, font), plainFace: TEXT_FACES.test(face) && !isSymbolic(face) }
}

/** True if a font shows each code as in the text encodings of forms, so that no letter replaces another. */
export function drawsPlainText(file: PdfFile, font: PdfDict, budget: WorkBudget): boolean {
  const { glyphsOf } = fontDecoder(file, font, budget)
  const usual = ['PDFDocEncoding', 'WinAnsiEncoding', 'MacRomanEncoding', null]
  return glyphsOf(Uint8Array.from({ length: 224 }, (_, i) => i + 32)).every(
    ({ text }, i) =>
      text === null ||
      usual.some((encoding) => baseCharacter(encoding, i + 32) === text) ||
      (i + 32 > 0x7e && usual.every((encoding) => baseCharacter(encoding, i + 32) === null)),
  )
}
