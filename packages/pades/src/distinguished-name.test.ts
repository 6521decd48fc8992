import { describe, expect, it } from 'vitest'
import { element, oid, sequence, setOf } from './cms/der.ts'
import { sameName } from './distinguished-name.ts'

const utf8 = (text: string): Uint8Array => element(0x0c, Buffer.from(text, 'utf8'))
const printable = (text: string): Uint8Array => element(0x13, Buffer.from(text, 'latin1'))
const teletex = (text: string): Uint8Array => element(0x14, Buffer.from(text, 'latin1'))
const bmp = (text: string): Uint8Array => element(0x1e, Buffer.from(text, 'utf16le').swap16())
const CN = '2.5.4.3'
const O = '2.5.4.10'
const named = (...values: Uint8Array[]): Uint8Array =>
  sequence(...values.map((value) => setOf([sequence(oid(CN), value)])))

describe('comparison of names (RFC 5280 §7.1)', () => {
  it.each<[string, Uint8Array, Uint8Array]>([
    ['PrintableString and UTF8String', printable('Entidad 1'), utf8('Entidad 1')],
    ['TeletexString and UTF8String', teletex('Certificación'), utf8('Certificación')],
    ['BMPString and UTF8String', bmp('Autoridad Ñandú'), utf8('Autoridad Ñandú')],
    ['upper and lower case', utf8('AUTORIDAD ÑANDÚ'), utf8('Autoridad ñandú')],
    ['white space at the ends and inside', utf8('  Banco   Central '), utf8('Banco Central')],
    ['a tab and a space without a break', utf8('Banco\tCentral'), utf8('Banco\u00a0Central')],
    ['composed and decomposed letters', utf8('Jos\u00e9'), utf8('Jose\u0301')],
    ['compatible forms', utf8('\uff21\uff23 \ufb01rma'), utf8('AC firma')],
    ['a letter that folds to two', utf8('Straße'), utf8('STRASSE')],
    ['a final sigma', utf8('ΟΔΟΣ'), utf8('οδος')],
    ['a soft hyphen and a mark of direction', utf8('Enti\u00addad\u200e'), utf8('Entidad')],
  ])('treats names with %s as equal', (_, a, b) => {
    expect(sameName(named(a), named(b))).toBe(true)
  })

  it.each<[string, Uint8Array, Uint8Array]>([
    ['another letter', utf8('Entidad A'), utf8('Entidad B')],
    ['an accent', utf8('Maria'), utf8('María')],
    ['a space that parts a word', utf8('Banco Central'), utf8('BancoCentral')],
    ['a value that is no text', element(0x03, Uint8Array.of(0, 1)), utf8('03020001')],
  ])('treats names with %s as different', (_, a, b) => {
    expect(sameName(named(a), named(b))).toBe(false)
  })

  it('the order counts between relative names, not inside one', () => {
    const [a, b] = [sequence(oid(CN), utf8('Ana')), sequence(oid(O), utf8('Foja'))] as const
    expect(sameName(sequence(element(0x31, a, b)), sequence(element(0x31, b, a)))).toBe(true)
    expect(sameName(sequence(setOf([a]), setOf([b])), sequence(setOf([b]), setOf([a])))).toBe(false)
    expect(sameName(sequence(setOf([a, b])), sequence(setOf([a]), setOf([b])))).toBe(false)
  })

  it('text cannot imitate a second attribute', () => {
    const two = sequence(setOf([sequence(oid(CN), utf8('a')), sequence(oid(CN), utf8('b'))]))
    for (const text of ['a+2.5.4.3=b', 'a","2.5.4.3=b']) expect(sameName(named(utf8(text)), two)).toBe(false)
  })
})
