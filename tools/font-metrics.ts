// Writes the tables of packages/forms out of the fonts that filled PDFs embed: which characters the faces have, how
// wide they are, and where marks stand upon letters. Whoever lays text out measures with the table, the filler embeds the fonts; a test compares.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchorOffset } from '../packages/forms/src/unpack-table.ts'
import { fontFiles } from '../packages/pdf/src/font-files.ts'
import { anchorsBeside, type Anchor } from './fonts/anchors.ts'
import { loadFont, type Font } from './fonts/load-font.ts'
import { packPairs, packRanges } from './fonts/pack-table.ts'
import { root, runTool } from './run.ts'

/** Blocks of characters that stand one after the other from left to right, each by itself: no script that is shaped. */
const blocks = [
  [0x20, 0x7e],
  // Latin-1, Extended-A and -B, phonetic letters
  [0xa0, 0x2ff],
  // Greek and Coptic, Cyrillic
  [0x370, 0x52f],
  // the baht sign
  [0xe3f, 0xe3f],
  // phonetic extensions
  [0x1d00, 0x1dbf],
  // Latin Extended Additional (Vietnamese), Greek Extended
  [0x1e00, 0x1fff],
  // punctuation, super- and subscripts, currencies, letterlike symbols, fractions
  [0x2000, 0x218f],
  // arrows, mathematics, technical signs
  [0x2190, 0x23ff],
  // enclosed figures, boxes, shapes, signs, dingbats
  [0x2460, 0x27bf],
  // more arrows
  [0x27f0, 0x27ff],
  [0x2900, 0x297f],
  [0x2b00, 0x2bff],
  // Latin Extended-C, -D and -E, ligatures
  [0x2c60, 0x2c7f],
  [0xa720, 0xa7ff],
  [0xab30, 0xab6f],
  [0xfb00, 0xfb06],
] as const

/** Marks stand upon letters, controls and separators are not drawn, emoji are pictures. */
const unfit = /[\p{M}\p{C}\p{Zl}\p{Zp}\p{Emoji_Presentation}]/u

function characters(fonts: Font[], without: ReadonlySet<number>): number[] {
  return blocks
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .filter((codePoint) => !unfit.test(String.fromCodePoint(codePoint)) && !without.has(codePoint))
    .filter((codePoint) => fonts.every((font) => font.hasGlyphForCodePoint(codePoint)))
}

function widthsIn(codePoints: readonly number[], font: Font): string {
  return packPairs(codePoints.map((codePoint) => font.glyphForCodePoint(codePoint)?.advanceWidth ?? 0))
}

/** Letters that marks stand upon or hang from where Unicode has no character for both: of the Americas' languages. */
const letters = [
  ...Array.from({ length: 0x100 - 0x41 }, (_, index) => 0x41 + index),
  ...Array.from('ĀāĒēĨĩĪīŊŋŌōŨũŪūƆƎƐƗǝɄɔəɛɨʉẼẽỸỹ', (letter) => letter.codePointAt(0) ?? 0),
].filter((codePoint) => /\p{L}/u.test(String.fromCodePoint(codePoint)))

/** The first of each side tells which anchors are meant. */
const sides = {
  above: [0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30a, 0x30b, 0x30c, 0x30d, 0x30f, 0x311],
  below: [0x323, 0x324, 0x325, 0x326, 0x32d, 0x32e, 0x330, 0x331, 0x332],
}

/** The letters and marks of one side; i, j and ɨ lose their dot under a mark, which is another glyph: they have none. */
function anchorTables(marks: readonly number[], dotted: RegExp): Record<string, string> {
  const [first = 0] = marks
  const of = (font: Font) => anchorsBeside(font, first)
  const [regular, bold] = [of(inter.regular), of(inter.bold)]
  const carrying = letters.filter((letter) => !dotted.test(String.fromCodePoint(letter)) && regular.letter(letter))
  const ofInterToo = marks.filter((mark) => regular.mark(mark))
  const others = marks.filter((mark) => !regular.mark(mark))
  const packed = (codePoints: readonly number[], anchorOf: (codePoint: number) => Anchor | undefined) =>
    packPairs(codePoints.flatMap((codePoint) => anchorsOf(codePoint, anchorOf(codePoint))))
  return {
    letters: packRanges(carrying),
    inter: packRanges(ofInterToo),
    dejavu: packRanges(others),
    regular:
      packed(carrying, regular.letter) + packed(ofInterToo, regular.mark) + packed(others, of(dejavu.regular).mark),
    bold: packed(carrying, bold.letter) + packed(ofInterToo, bold.mark) + packed(others, of(dejavu.bold).mark),
  }
}

/** Both may be negative. */
function anchorsOf(codePoint: number, anchor: Anchor | undefined): number[] {
  if (anchor === undefined) throw new Error(`U+${codePoint.toString(16)} has no anchor in one of the faces`)
  return [anchor.x + anchorOffset, anchor.y + anchorOffset]
}

const inter = { regular: loadFont(fontFiles.inter), bold: loadFont(fontFiles.inter_bold) }
const dejavu = { regular: loadFont(fontFiles.dejavu), bold: loadFont(fontFiles.dejavu_bold) }
const ofInter = characters(Object.values(inter), new Set())
const ofDejavu = characters(Object.values(dejavu), new Set(ofInter))

function write(path: string, name: string, rows: Record<string, string>): void {
  const lines = Object.entries(rows).map(([key, value]) => `  ${key}: '${value}',`)
  const head =
    '// Made by tools/font-metrics.ts of the fonts in packages/pdf/src/font-files.ts; read by unpack-table.ts.'
  writeFileSync(join(root, path), `${head}\n\nexport const ${name} = {\n${lines.join('\n')}\n}\n`)
  runTool('oxfmt/bin/oxfmt', [path], { quiet: true })
}

write('packages/forms/src/coverage-table.ts', 'coverage', { inter: packRanges(ofInter), dejavu: packRanges(ofDejavu) })
write('packages/forms/src/widths-table.ts', 'widths', {
  inter: widthsIn(ofInter, inter.regular),
  inter_bold: widthsIn(ofInter, inter.bold),
  dejavu: widthsIn(ofDejavu, dejavu.regular),
  dejavu_bold: widthsIn(ofDejavu, dejavu.bold),
})
for (const [side, marks] of Object.entries(sides))
  write(`packages/forms/src/marks-${side}-table.ts`, side, anchorTables(marks, side === 'above' ? /[ijɨ]/ : /-/))
console.log(`${ofInter.length} characters of Inter, ${ofDejavu.length} more of DejaVu Sans`)
