import { describe, expect, it } from 'vitest'
import { makePdf } from '@foja/testing/pdfs'
import type { VriData } from './dss.ts'
import { vriKey, writeDss } from './dss.ts'
import { readPdf } from './file.ts'
import { PdfArray, PdfStream } from './objects.ts'
import type { PdfDict } from './objects.ts'
import { RevisionWriter } from './revision-writer.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)

function data(key: string, certificates: string[], ocsps: string[] = [], crls: string[] = []): VriData {
  const all = [certificates, ocsps, crls].map((texts) => texts.map(bytes))
  return { key, certificates: all[0]!, ocsps: all[1]!, crls: all[2]! }
}

function withDss(pdf: Uint8Array, ...addition: VriData[]): Buffer {
  const writer = new RevisionWriter(readPdf(pdf))
  expect(writeDss(writer, addition)).toBe(true)
  return Buffer.concat([pdf, writer.finish().tail])
}

/** The stream contents of each list of a dictionary. */
function texts(pdf: Uint8Array, dict: PdfDict, keys: string[]): Record<string, string[]> {
  const file = readPdf(pdf)
  return Object.fromEntries(
    keys.map((key) => {
      const list = file.resolve(dict.get(key))
      const items = list instanceof PdfArray ? list.items.map((item) => file.resolve(item)) : []
      return [
        key,
        items.map((item) => (item instanceof PdfStream ? Buffer.from(file.streamData(item)).toString() : '?')),
      ]
    }),
  )
}

function dssOf(pdf: Uint8Array) {
  const file = readPdf(pdf)
  const dss = file.dict(file.catalog.get('DSS'))!
  const vri = file.dict(dss.get('VRI'))!
  return {
    lists: texts(pdf, dss, ['Certs', 'OCSPs', 'CRLs']),
    vri: Object.fromEntries(
      [...vri.entries].map(([key, value]) => [key, texts(pdf, file.dict(value)!, ['Cert', 'OCSP', 'CRL'])]),
    ),
    keys: [...dss.entries.keys()],
  }
}

describe('the document security store', () => {
  it('stores each stream once, for any number of signatures', () => {
    const pdf = withDss(
      makePdf(),
      data('AA', ['root', 'ana'], ['o1']),
      data('BB', ['root', 'luis', 'root'], [], ['l1']),
    )
    expect(dssOf(pdf).lists).toEqual({ Certs: ['root', 'ana', 'luis'], OCSPs: ['o1'], CRLs: ['l1'] })
    expect(dssOf(pdf).vri).toEqual({
      AA: { Cert: ['root', 'ana'], OCSP: ['o1'], CRL: [] },
      BB: { Cert: ['root', 'luis'], OCSP: [], CRL: ['l1'] },
    })
  })

  it('grows only by new data', () => {
    const first = withDss(makePdf({ xref: 'stream' }), data('AA', ['root', 'ana'], ['o1']))
    expect(writeDss(new RevisionWriter(readPdf(first)), [data('AA', ['ana', 'root'], ['o1'])])).toBe(false)
    const second = withDss(first, data('AA', ['root', 'ana'], ['o2']), data('BB', ['root']))
    expect(second.subarray(0, first.length).equals(first)).toBe(true)
    expect(dssOf(second).lists).toEqual({ Certs: ['root', 'ana'], OCSPs: ['o1', 'o2'], CRLs: [] })
    expect(dssOf(second).vri['AA']).toEqual({ Cert: ['root', 'ana'], OCSP: ['o2'], CRL: [] })
    expect(Object.keys(dssOf(second).vri)).toEqual(['AA', 'BB'])
    // the store is replaced in place, so the catalog need not change again
    expect(second.subarray(first.length).toString('latin1')).not.toContain('/Pages')
  })

  it.each([
    ['direct', '/DSS << /Certs [ 90 0 R ] /VRI << /CC << /Cert [ 90 0 R ] >> >> /Own (kept) >>', ''],
    ['indirect', '/DSS 91 0 R', '91 0 obj\n<< /Certs 92 0 R /VRI 93 0 R /Own (kept) >>\nendobj\n'],
  ])('extends one of another program: %s', (_, entry, object) => {
    const base = makePdf({ catalog: entry, withoutFinalNewline: false })
    // a manual update with the foreign objects, listed in a table of its own
    const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(base.toString('latin1'))![1]!
    const objects: [number, string][] = [[90, '<< /Length 7 >>\nstream\nforeign\nendstream']]
    if (object) {
      objects.push([91, '<< /Certs 92 0 R /VRI 93 0 R /Own (kept) >>'], [92, '[ 90 0 R ]'])
      objects.push([93, '<< /CC << /Cert [ 90 0 R ] >> >>'])
    }
    let tail = ''
    const offsets = objects.map(([number, body]) => {
      const offset = base.length + tail.length
      tail += `${number} 0 obj\n${body}\nendobj\n`
      return offset
    })
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    const table = `xref\n90 ${rows.length / 20}\n${rows}trailer\n<< /Size 94 /Root 1 0 R /Prev ${start} >>\n`
    const foreign = Buffer.concat([
      base,
      Buffer.from(`${tail}${table}startxref\n${base.length + tail.length}\n%%EOF\n`),
    ])
    const pdf = withDss(foreign, data('AA', ['foreign', 'ana']))
    expect(dssOf(pdf)).toMatchObject({
      lists: { Certs: ['foreign', 'ana'] },
      vri: { AA: { Cert: ['foreign', 'ana'] }, CC: { Cert: ['foreign'] } },
    })
    expect(dssOf(pdf).keys).toContain('Own')
  })

  it('compresses large data', () => {
    const list = 'revoked '.repeat(5000)
    const pdf = withDss(makePdf(), data('AA', [], [], [list]))
    expect(pdf.length).toBeLessThan(10_000)
    expect(dssOf(pdf).lists['CRLs']).toEqual([list])
  })

  it('identifies a signature by SHA-1 of its contents', () => {
    expect(vriKey(new Uint8Array())).toBe('DA39A3EE5E6B4B0D3255BFEF95601890AFD80709')
  })
})
