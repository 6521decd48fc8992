import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readPdf } from '../pdf/file.ts'
import { newWorkBudget, type WorkBudget } from '../work-budget.ts'
import { readDss } from './read-dss.ts'
import { ana, intermediate, lists, luis } from './testing/signing.ts'
import { contract, stream, textOfBytes } from './testing/tiny-pdf.ts'

const catalog = (dss: string): string => `<< /Type /Catalog /Pages 2 0 R /DSS ${dss} >>`
const certificate = stream(textOfBytes(ana.certificate.der))
const list = stream(textOfBytes(lists.crls[0]!.der))

function read(objects: Record<number, string>, budget: WorkBudget = newWorkBudget()) {
  const file = readPdf(contract(objects))
  const { certificates, ocsps, crls } = readDss(file, budget)
  const ends = [...ocsps, ...crls].map(({ end }) => textOfBytes(file.bytes).slice(end, end + 10))
  return { names: certificates.map(({ subject }) => subject.commonName), lists: crls.length, ocsps: ocsps.length, ends }
}
const nothing = { names: [], lists: 0, ocsps: 0, ends: [] }

describe('the validation data of a file', () => {
  it('are its shared lists and those of single signatures, each item once', () => {
    const found = read({
      1: catalog('30 0 R'),
      30: '<< /Certs [ 40 0 R 40 0 R ] /CRLs [ 42 0 R ] /VRI << /A 31 0 R /B << /Cert [ 40 0 R 41 0 R ] /CRL 32 0 R >> /C (x) >> >>',
      31: '<< /Cert [ 43 0 R ] >>',
      32: '[ 42 0 R ]',
      40: certificate,
      41: stream(textOfBytes(luis.certificate.der)),
      42: list,
      43: stream(textOfBytes(intermediate.certificate.der)),
    })
    expect(found).toMatchObject({ names: ['Ana Torres', 'Entidad de prueba', 'Luis Vega'], lists: 1 })
  })

  it('end with their stream, which a later timestamp must cover', () => {
    expect(read({ 1: catalog('<< /CRLs [ 40 0 R ] >>'), 40: list }).ends).toEqual(['\nendstream'])
  })

  it('are none without /DSS, or when it is something else', () => {
    expect(read({})).toEqual(nothing)
    expect(read({ 1: catalog('(x)') })).toEqual(nothing)
    expect(read({ 1: catalog('<< /Certs (x) /VRI (x) >>') })).toEqual(nothing)
  })

  it('without what cannot be read are the rest', () => {
    const broken = { 41: stream('no certificate'), 42: '(no stream)', 43: stream('x', '/Filter /FlateDecode') }
    const numbers = '[ 41 0 R 42 0 R 43 0 R 44 0 R (x) 40 0 R ]'
    const found = read({
      1: catalog(`<< /Certs ${numbers} /OCSPs ${numbers} /CRLs ${numbers} >>`),
      ...broken,
      40: certificate,
    })
    expect(found).toEqual({ ...nothing, names: ['Ana Torres'] })
  })

  it('that cannot be found are none', () => {
    expect(read({ 1: catalog('30 0 R'), 30: '<< /Certs [ 40 0 R ' })).toEqual(nothing)
  })

  it.each([
    [1023, ['Ana Torres']],
    [1024, []],
  ])('are 1,024 of each kind at most: after %i others', (count, names) => {
    const others = Array.from({ length: count }, (_, i) => `${1000 + i} 0 R`).join(' ')
    expect(read({ 1: catalog(`<< /Certs [ ${others} 40 0 R ] >>`), 40: certificate }).names).toEqual(names)
  })

  it('are none that decode to more than 128 MB together', () => {
    const packed = (bytes: number) => stream(textOfBytes(deflateSync(Buffer.alloc(bytes))), '/Filter /FlateDecode')
    const large = packed(30 << 20)
    const dss = (numbers: string) => ({ 1: catalog(`<< /Certs [ ${numbers} 40 0 R ] >>`), 40: certificate })
    const streams = { 41: large, 42: large, 43: large, 44: large, 45: large }
    expect(read({ ...dss('41 0 R 42 0 R 43 0 R 44 0 R'), ...streams }).names).toEqual(['Ana Torres'])
    expect(read({ ...dss('41 0 R 42 0 R 43 0 R 44 0 R 45 0 R'), ...streams }).names).toEqual([])
  })

  it('cost steps for each item and each decoded byte', () => {
    const spent: number[] = []
    const { length } = ana.certificate.der
    read(
      { 1: catalog('<< /Certs [ 40 0 R 41 0 R ] >>'), 40: certificate },
      { spend: (steps) => void spent.push(steps) },
    )
    // two references; of the one that is there the reading, and its bytes
    expect(spent.slice(0, 3)).toEqual([1, 1, 2000])
    expect(spent.slice(3)).toContain(length / 64)
  })

  it('are none when they cost too much', () => {
    expect(read({ 1: catalog('<< /Certs [ 40 0 R ] >>'), 40: certificate }, newWorkBudget(1000))).toEqual(nothing)
  })
})
