import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterName, missingCharacters, writtenText } from './characters.ts'
import { localeRules } from './locales.ts'
import { glyphRow } from './glyph-row.ts'

/** Letters with combining marks, with and without support. */
const marked = fc
  .array(fc.constantFrom('g', 'i', 'Ñ', 'Ω', '5', '\u{303}', '\u{331}', '\u{334}', '\n'))
  .map((all) => all.join(''))

describe('supported characters', () => {
  it.each([
    [
      'a clause',
      '«El señor Íñigo Agüero — mayor de edad, C.I. N.º 0102030405 — paga 1.150,00 € …», ¿verdad? ¡Sí! ‘’“”',
    ],
    ['every letter of Latin-1', 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ'],
    ['Czech, Polish, Turkish, Romanian', 'Příliš žluťoučký kůň; zażółć gęślą jaźń; İstanbul ığüşöç; șțăâî'],
    ['Vietnamese', 'Nguyễn Thị Hồng Ngọc đã ký hợp đồng ngày mười tám'],
    ['Guaraní and Quechua', 'Ñe’ẽ ỹ Paraguái; ñuqanchik ayllu'],
    [
      'Guaraní, Mixtec and Otomi, where no character has both',
      'G\u{303}uarani, g\u{303}, ka\u{331}a\u{331}, í\u{331}, ã\u{301}',
    ],
    ['Greek', 'Η Ελληνική Δημοκρατία, ἐν ἀρχῇ ἦν ὁ λόγος'],
    ['Cyrillic', 'Настоящий договор; Україна, Ґ ґ; Љубав'],
    ['signs', '№ ™ © ® ° ª º § ¶ † ‡ ‰ → ← ⇒ ✓ ✗ ☐ ☑ ☒ • ■ □ ★ ☎ ✉ ≤ ≥ ≠ ≈ ± × ÷ ∑ √ ∞ ½ ¼ ² ³ ① ℮'],
    ['currencies', '€ $ £ ¥ ₡ ₲ ₿ ₴ ₺ ₽ ฿ ₫ ₱'],
    ['spaces that hold together', '12\u{A0}000\u{202F}€'],
  ])('%s', (_name, text) => {
    expect(missingCharacters(text)).toEqual([])
  })

  it('include Latin-1 and Latin Extended-A, -B and Additional, except letters over other letters', () => {
    const blocks = [
      [0x20, 0x7e],
      [0xa0, 0x24f],
      [0x1e00, 0x1eff],
    ] as const
    const all = blocks.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    expect(missingCharacters(all.map((codePoint) => String.fromCodePoint(codePoint)).join(' '))).toEqual([])
  })

  it('include the currency sign of every country', () => {
    const symbols = Object.values(localeRules).flatMap((rules) => Object.values(rules.symbols))
    expect(missingCharacters(symbols.join(' '))).toEqual([])
  })

  it('count a letter and its accent as one character', () => {
    const apart = 'Jose\u{301} Nu\u{303}n\u{303}ez Agu\u{308}ero'
    expect(missingCharacters(apart)).toEqual([])
    expect(writtenText(apart, false)).toBe('José Nũñez Agüero')
  })

  it('ignore invisible characters', () => {
    const text = 'soft\u{AD}hyphen\u{200B} \u{2066}left\u{2069} ✔\u{FE0F}'
    expect(missingCharacters(text)).toEqual([])
    expect(writtenText(text, false)).toBe('softhyphen left ✔')
  })

  it('keep line breaks in multi-line texts, and replace them by spaces otherwise', () => {
    const text = 'a\r\nb\rc\nd\u{2028}e\u{2029}f\u{85}g\u{B}h\u{C}i\tj'
    expect(writtenText(text, true)).toBe('a\nb\nc\nd\ne\nf\ng\nh\ni j')
    expect(writtenText(text, false)).toBe('a b c d e f g h i j')
    expect(missingCharacters(text)).toEqual([])
  })
})

describe('unsupported characters', () => {
  it('are listed as displayed, each once, in order', () => {
    expect(missingCharacters('¡Hola! 👩‍⚖️ 🇪🇨 👍🏽 👩‍⚖️')).toEqual(['👩‍⚖️', '🇪🇨', '👍🏽'])
    expect(missingCharacters('שלום, سلام, नमस्ते, 中文, ไทย').length).toBeGreaterThan(10)
    expect(missingCharacters('g\u{303}\u{331} \u{303} x\u{334} i\u{30D}')).toEqual([
      'g\u{331}\u{303}',
      ' \u{303}',
      'x\u{334}',
      'i\u{30D}',
    ])
    expect(missingCharacters('1\u{FE0F}\u{20E3}')).toEqual(['1\u{FE0F}\u{20E3}'])
  })

  it('have a name in a sentence even when invisible', () => {
    expect(missingCharacters('a\u{7}b\u{D800}')).toEqual(['\u{7}', '\u{D800}'])
    expect(['\u{7}', '\u{D800}', '中', '\u{20DD}'].map(characterName)).toEqual(['U+0007', 'U+D800', '«中»', 'U+20DD'])
  })

  it('are exactly those without a width in any face', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), marked), (text) => {
        const glyphs = glyphRow(writtenText(text, false), 'inter_bold')
        expect(missingCharacters(text).length === 0).toBe(glyphs.every((glyph) => glyph.width > 0))
      }),
    )
  })
})

describe('the font tables', () => {
  it('are small: below 10 kB to measure, below 3 kB to know the characters', () => {
    const weight = (...files: string[]) =>
      gzipSync(files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join(''), { level: 9 }).length
    const marks = ['marks-above-table.ts', 'marks-below-table.ts']
    expect(weight('coverage-table.ts', 'widths-table.ts', ...marks)).toBeLessThan(10_240)
    expect(weight('coverage-table.ts', ...marks)).toBeLessThan(3072)
  })
})
