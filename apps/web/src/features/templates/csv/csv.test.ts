import { describe, expect, it } from 'vitest'
import { makeField } from '../test/make.ts'
import { decodeCsv, parseCsv, separatorOf, separators, writeCsv } from './csv-text.ts'
import { matchColumns, titlesFor } from './match-columns.ts'
import { readCsv } from './read-csv.ts'
import { readRows } from './read-rows.ts'
import { wrongRowsCsv } from './wrong-rows.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

describe('the text of a CSV', () => {
  it.each([
    ['UTF-8', utf8('Ñandú;1')],
    ['UTF-8 with its mark', utf8('\uFEFFÑandú;1')],
    ['Windows-1252', new Uint8Array([0xd1, 0x61, 0x6e, 0x64, 0xfa, 0x3b, 0x31])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, ...Array.from('Ñandú;1').flatMap((sign) => [sign.charCodeAt(0), 0])])],
  ])('is read as %s', (_, bytes) => {
    expect(decodeCsv(bytes)).toBe('Ñandú;1')
  })

  it('is none where a file holds something else', () => {
    expect(decodeCsv(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x00, 0x01]))).toBe(null)
  })

  it.each([
    ['a;b;c\n1,5;2;3', ';'],
    ['a,b\n1;2;3,4', ','],
    ['a\tb\n1\t2', '\t'],
    ['"a,b,c,d";e;f', ';'],
    ['sep=,\r\na;b,c', ','],
    ['uno', ';'],
  ])('%j is cut at %j', (text, separator) => {
    expect(separatorOf(text)).toBe(separator)
  })

  it('keeps what quotes hold: separators, ends of lines, quotes', () => {
    const text = 'nombre;nota\r\n"Pérez; Ana";"dijo ""sí""\r\ny firmó"\r\n\r\nLuis 2" ;  "x"'
    expect(parseCsv(text, ';')).toEqual([
      ['nombre', 'nota'],
      ['Pérez; Ana', 'dijo "sí"\r\ny firmó'],
      ['Luis 2" ', 'x'],
    ])
  })

  it('leaves out rows without text, and takes a last row without an end', () => {
    expect(parseCsv('a,b\n\n , \n1,2', ',')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(parseCsv('', ',')).toEqual([])
    expect(parseCsv('a,', ',')).toEqual([['a', '']])
  })

  it.each(separators)('comes back as it was written, cut at %j', (separator) => {
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

describe('a file of rows', () => {
  const faultOf = (bytes: Uint8Array) => {
    const result = readCsv('lista.csv', bytes)
    return 'fault' in result ? result.fault : null
  }
  it('says why it cannot be used', () => {
    expect(faultOf(utf8('solo;títulos'))).toEqual({ code: 'empty' })
    expect(faultOf(utf8(''))).toEqual({ code: 'empty' })
    expect(faultOf(new Uint8Array([0x25, 0x50, 0x44, 0x46, 0]))).toEqual({ code: 'notText' })
    expect(faultOf(utf8(`a\n${'1\n'.repeat(501)}`))).toEqual({ code: 'tooMany', count: 501 })
    expect(faultOf(new Uint8Array(5_000_001))).toEqual({ code: 'tooLarge' })
  })
})

describe('which column goes into which field', () => {
  const fields = [
    makeField('nombre', { label: 'Nombre completo' }),
    makeField('fecha', { label: 'Fecha del acta', type: 'date' }),
    makeField('canon', { label: 'Canon', type: 'number' }),
    makeField('canon_2', { label: 'Canon' }),
    makeField('firma', { type: 'signature' }),
    makeField('logo', { type: 'image' }),
  ]
  it('is found by key and by label, without regard to case, accents and marks', () => {
    expect(matchColumns(['FECHA DEL ACTA', 'nombre', 'Canón', 'canon 2'], fields)).toEqual({
      nombre: 1,
      fecha: 0,
      canon: 2,
      canon_2: 3,
    })
    expect(matchColumns(['otra', ''], fields)).toEqual({ nombre: null, fecha: null, canon: null, canon_2: null })
  })

  it('is told in a file to fill in that comes back whole', () => {
    const titles = titlesFor(fields)
    expect(titles).toEqual(['Nombre completo', 'Fecha del acta', 'canon', 'canon_2'])
    expect(Object.values(matchColumns(titles, fields))).toEqual([0, 1, 2, 3])
  })
})

describe('what the rows say', () => {
  const fields = [
    makeField('nombre', { required: true }),
    makeField('fecha', { type: 'date' }),
    makeField('canon', { type: 'number', format: { kind: 'number', as: 'decimal', decimals: 2 } }),
    makeField('socio', { type: 'checkbox' }),
    makeField('tipo', { type: 'select', options: ['Técnica', 'Legal'] }),
    makeField('oficina'),
  ]
  const header = ['nombre', 'fecha', 'canon', 'socio', 'tipo']
  const read = (...rows: string[][]) =>
    readRows(rows, matchColumns(header, fields), fields, { oficina: 'Quito' }, 'es-EC')

  it('is read as a person of the locale writes, with what is the same in all rows', () => {
    expect(read(['Ana', '20/11/2026', '1.150,50', 'Sí', 'tecnica'])[0]).toMatchObject({
      number: 1,
      problems: [],
      data: { nombre: 'Ana', fecha: '2026-11-20', canon: '1150.50', socio: true, tipo: 'Técnica', oficina: 'Quito' },
    })
  })

  it('is told row by row where it is wrong', () => {
    const [first, second] = read(['', '31/02/2026'], ['Luis', '', 'mucho', 'quizá', 'Otra'])
    expect(first?.problems.map(({ field, code }) => [field, code])).toEqual([
      ['fecha', 'not_a_date'],
      ['nombre', 'required'],
    ])
    expect(second?.problems.map(({ field }) => field)).toEqual(['canon', 'socio', 'tipo'])
  })

  it('is given back with why, in the columns of the file', () => {
    const rows = [['Ana'], ['Luis', '1;2'], ['Eva', 'x']]
    const text = wrongRowsCsv(
      { header: ['nombre', 'canon'], rows, separator: ';' },
      new Map([
        [0, 'Falta'],
        [1, 'No'],
      ]),
      'Motivo',
    )
    expect(parseCsv(decodeCsv(utf8(text)) ?? '', ';')).toEqual([
      ['nombre', 'canon', 'Motivo'],
      ['Ana', '', 'Falta'],
      ['Luis', '1;2', 'No'],
    ])
  })
})
