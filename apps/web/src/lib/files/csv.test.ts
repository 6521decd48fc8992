import { describe, expect, it } from 'vitest'
import { decodeCsv, parseCsv, separatorOf, separators, writeCsv, readCsv } from './csv.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

describe('parsing CSV text', () => {
  it.each([
    ['UTF-8', utf8('Ñandú;1')],
    ['UTF-8 with its mark', utf8('\uFEFFÑandú;1')],
    ['Windows-1252', new Uint8Array([0xd1, 0x61, 0x6e, 0x64, 0xfa, 0x3b, 0x31])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, ...Array.from('Ñandú;1').flatMap((sign) => [sign.charCodeAt(0), 0])])],
  ])('decodes %s', (_, bytes) => {
    expect(decodeCsv(bytes)).toBe('Ñandú;1')
  })

  it('returns null for a binary file', () => {
    expect(decodeCsv(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x00, 0x01]))).toBe(null)
  })

  it.each([
    ['a;b;c\n1,5;2;3', ';'],
    ['a,b\n1;2;3,4', ','],
    ['a\tb\n1\t2', '\t'],
    ['"a,b,c,d";e;f', ';'],
    ['sep=,\r\na;b,c', ','],
    ['uno', ';'],
  ])('finds the separator of %j: %j', (text, separator) => {
    expect(separatorOf(text)).toBe(separator)
  })

  it('keeps separators, line breaks and quotes in quoted cells', () => {
    const text = 'nombre;nota\r\n"Pérez; Ana";"dijo ""sí""\r\ny firmó"\r\n\r\nLuis 2" ;  "x"'
    expect(parseCsv(text, ';')).toEqual([
      ['nombre', 'nota'],
      ['Pérez; Ana', 'dijo "sí"\r\ny firmó'],
      ['Luis 2" ', 'x'],
    ])
  })

  it('skips empty rows, and accepts a last row without a line break', () => {
    expect(parseCsv('a,b\n\n , \n1,2', ',')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(parseCsv('', ',')).toEqual([])
    expect(parseCsv('a,', ',')).toEqual([['a', '']])
  })

  it.each(separators)('written with %j keeps cells whole for any separator', (separator) => {
    expect(writeCsv([['x,=1', 'x;=1', 'x\t=1']], separator)).toBe(
      `\uFEFF${['"x,=1"', '"x;=1"', '"x\t=1"'].join(separator)}\r\n`,
    )
  })

  it.each(separators)('survives a round trip with %j', (separator) => {
    const rows = [
      ['a', 'b"b', 'c;c'],
      ['d\nd', ' e ', 'f,f\tf'],
      ['', 'g', '"'],
    ]
    const text = writeCsv(rows, separator)
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(parseCsv(decodeCsv(utf8(text)) ?? '', separator)).toEqual(rows)
  })
})

describe('reading a CSV file', () => {
  const faultOf = (bytes: Uint8Array) => {
    const result = readCsv('lista.csv', bytes, 500)
    return 'fault' in result ? result.fault : null
  }
  it('says why the file cannot be used', () => {
    expect(faultOf(utf8('solo;títulos'))).toEqual({ code: 'empty' })
    expect(faultOf(utf8(''))).toEqual({ code: 'empty' })
    expect(faultOf(new Uint8Array([0x25, 0x50, 0x44, 0x46, 0]))).toEqual({ code: 'notText' })
    expect(faultOf(utf8(`a\n${'1\n'.repeat(501)}`))).toEqual({ code: 'tooMany', count: 501 })
    expect(faultOf(new Uint8Array(5_000_001))).toEqual({ code: 'tooLarge' })
  })
})
