import { describe, expect, it } from 'vitest'
import { decodeCsv, parseCsv } from '../../../lib/files/csv.ts'
import { makeField } from '../test/make.ts'
import { matchColumns, titlesFor } from './match-columns.ts'
import { problemsOfOffice, readRows, wrongRowsCsv } from './rows.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

describe('matching CSV columns to fields', () => {
  const fields = [
    makeField('nombre', { label: 'Nombre completo' }),
    makeField('fecha', { label: 'Fecha del acta', type: 'date' }),
    makeField('canon', { label: 'Canon', type: 'number' }),
    makeField('canon_2', { label: 'Canon' }),
    makeField('firma', { type: 'signature' }),
    makeField('logo', { type: 'image' }),
  ]
  it('matches key and label, ignoring case, accents and punctuation', () => {
    expect(matchColumns(['FECHA DEL ACTA', 'nombre', 'Canón', 'canon 2'], fields)).toEqual({
      nombre: 1,
      fecha: 0,
      canon: 2,
      canon_2: 3,
    })
    expect(matchColumns(['otra', ''], fields)).toEqual({ nombre: null, fecha: null, canon: null, canon_2: null })
  })

  it('matches every column of its own template', () => {
    const titles = titlesFor(fields)
    expect(titles).toEqual(['Nombre completo', 'Fecha del acta', 'canon', 'canon_2'])
    expect(Object.values(matchColumns(titles, fields))).toEqual([0, 1, 2, 3])
  })
})

describe('reading CSV rows', () => {
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

  it('parses values in the notation of the locale and adds the values common to all rows', () => {
    expect(read(['Ana', '20/11/2026', '1.150,50', 'Sí', 'tecnica'])[0]).toMatchObject({
      number: 1,
      problems: [],
      data: { nombre: 'Ana', fecha: '2026-11-20', canon: '1150.50', socio: true, tipo: 'Técnica', oficina: 'Quito' },
    })
  })

  it('reports problems by row', () => {
    const [first, second] = read(['', '31/02/2026'], ['Luis', '', 'mucho', 'quizá', 'Otra'])
    expect(first?.problems.map(({ field, code }) => [field, code])).toEqual([
      ['fecha', 'not_a_date'],
      ['nombre', 'required'],
    ])
    expect(second?.problems.map(({ field }) => field)).toEqual(['canon', 'socio', 'tipo'])
  })

  it('leaves missing values to the recipient who fills them', () => {
    const owned = [
      makeField('nombre', { required: true, filled_by: 'firma' }),
      makeField('canon', { required: true }),
      makeField('firma', { type: 'signature' }),
    ]
    const [{ problems } = { problems: [] }] = readRows([['']], { nombre: 0 }, owned, {}, 'es-EC')
    const recipient = { nombre: 'Ana', email: 'ana@cliente.example', rol: 'firma', field: 'firma' } as const
    const left = (...recipients: (typeof recipient)[]) =>
      problemsOfOffice(problems, owned, { recipients, faults: [] }).map(({ field }) => field)
    expect(left(recipient)).toEqual(['canon'])
    expect(left()).toEqual(['nombre', 'canon'])
    expect(problemsOfOffice(problems, owned, null)).toEqual(problems)
  })

  it('returns wrong rows with a reason in the columns of the file', () => {
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
