import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PadesError } from '../errors.ts'
import { decodeStream } from './filters.ts'
import { PdfDict } from './objects.ts'
import { Parser } from './parser.ts'

const decoded = (data: Uint8Array, entries: string): Buffer => {
  const dict = new Parser(Buffer.from(`<< ${entries} >>`)).parseValue()
  return dict instanceof PdfDict ? Buffer.from(decodeStream(data, dict, (value) => value)) : Buffer.alloc(0)
}

describe('decodeStream', () => {
  it('decodes ASCII85Decode', () => {
    const filter = '/Filter /ASCII85Decode'
    // the start of a widely printed example
    expect(decoded(Buffer.from('9jqo^BlbD-BleB1DJ+*+F(f,q~>'), filter).toString()).toBe('Man is distinguished')
    expect(decoded(Buffer.from('z\n!!~>ignored'), filter)).toEqual(Buffer.alloc(5))
    expect(decoded(Buffer.from('9jqo^ Bl'), filter).toString()).toBe('Man i')
    expect(() => decoded(Buffer.from('abc\x7f'), filter)).toThrow(PadesError)
  })

  it('applies several filters in order, also by their abbreviations', () => {
    const hex = Buffer.from(`${deflateSync('abc').toString('hex')}>`)
    expect(decoded(hex, '/Filter [/AHx /Fl]').toString()).toBe('abc')
    expect(decoded(Buffer.from('61 6>'), '/Filter [/Crypt /ASCIIHexDecode]').toString()).toBe('a`')
    expect(() => decoded(hex, '/Filter /DCTDecode')).toThrow('unsupported filter')
  })

  it('undoes the TIFF predictor', () => {
    const rows = deflateSync(Buffer.of(1, 2, 3, 4, 5, 6, 250, 10, 1, 1, 1, 1))
    const parameters = '/Filter /FlateDecode /DecodeParms << /Predictor 2 /Colors 2 /Columns 3 >>'
    expect([...decoded(rows, parameters)]).toEqual([1, 2, 4, 6, 9, 12, 250, 10, 251, 11, 252, 12])
    expect(() => decoded(rows, '/Filter /FlateDecode /DecodeParms << /Predictor 2 /BitsPerComponent 4 >>')).toThrow()
  })
})
