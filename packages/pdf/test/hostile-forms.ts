import { deflateSync } from 'node:zlib'
import { buildPdf } from './build-pdf.ts'
import { firstField, formPdf, widget } from './form-pdf.ts'
import { flateBomb } from './hostile-pdfs.ts'

/** A file with objects in an object stream and a cross-reference stream; either may be a bomb. */
function packed(options: { objects?: Uint8Array; crossReference?: Uint8Array; count?: number }): Uint8Array {
  const { objects = deflateSync(Buffer.from('1 0 <</Type/Catalog/Pages 2 0 R>>')), count = 5 } = options
  const head = Buffer.from('%PDF-1.5\n')
  const two = Buffer.from('2 0 obj<</Type/Pages/Kids[]/Count 1>>endobj\n')
  const dictionary = `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${objects.length}>>`
  const four = Buffer.concat([
    Buffer.from(`4 0 obj${dictionary}stream\n`),
    objects,
    Buffer.from('\nendstream endobj\n'),
  ])
  const at = head.length + two.length + four.length
  const rows = [
    [0, 0, 0],
    [2, 4, 0],
    [1, head.length, 0],
    [0, 0, 0],
    [1, head.length + two.length, 0],
  ].map(([kind = 0, offset = 0, index = 0]) => Buffer.of(kind, offset >> 16, (offset >> 8) & 255, offset & 255, index))
  const table = options.crossReference ?? deflateSync(Buffer.concat(rows))
  const entries = `/Type/XRef/Size ${count}/W[1 3 1]/Root 1 0 R/Filter/FlateDecode/Length ${table.length}`
  const five = Buffer.concat([Buffer.from(`5 0 obj<<${entries}>>stream\n`), table, Buffer.from('\nendstream endobj\n')])
  return Buffer.concat([head, two, four, five, Buffer.from(`startxref\n${at}\n%%EOF\n`)])
}

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Forms that attack time, memory or process when read or filled. */
export const hostileForms: Record<string, () => Uint8Array> = {
  'object stream of 4 GB': () => packed({ objects: flateBomb(4) }),
  'cross-reference stream of 2 GB': () => packed({ crossReference: flateBomb(2) }),
  'cross-reference rows without width': () =>
    Buffer.from(
      Buffer.from(packed({ count: 2_000_000_000 }))
        .toString('latin1')
        .replace('/W[1 3 1]', '/W[0 0 0]'),
      'latin1',
    ),
  'content of 4 GB': () =>
    buildPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R>>',
      { dictionary: '/Filter/FlateDecode', stream: flateBomb(4) },
    ]),
  'field that is its own kid': () => formPdf([`/T(a)/FT/Tx/Kids[${firstField} 0 R]`]),
  'fields in a ring': () =>
    formPdf([`/T(a)/Kids[${firstField + 1} 0 R]`, `/T(b)/Kids[${firstField} 0 R]/Parent ${firstField} 0 R`]),
  'fields 20,000 deep': () =>
    formPdf(Array.from({ length: 20_000 }, (_, index) => `/T(a)/FT/Tx/Kids[${firstField + index + 1} 0 R]`)),
  'a million references to one widget': () =>
    formPdf([`/T(a)/FT/Tx/Kids[${`${firstField + 1} 0 R `.repeat(1_000_000)}]`], {
      more: [`<<${widget('0 0 100 20')}>>`],
    }),
  'a value that is a reference to itself': () =>
    formPdf([`/T(a)/FT/Tx/V ${firstField + 1} 0 R${widget('0 0 100 20')}`], { more: [`${firstField + 1} 0 R`] }),
  'giant rectangle': () => formPdf([`/T(a)/FT/Tx${widget('-1e30 -999999999999 999999999999 1e30')}`]),
  'rectangle of no numbers': () => formPdf([`/T(a)/FT/Tx${widget('/a (b) null true')}`]),
  'comb of a billion cells': () => formPdf([`/T(a)/FT/Tx/Ff 16777216/MaxLen 1000000000${widget('0 0 100 20')}`]),
  'a hundred thousand options': () =>
    formPdf([
      `/T(a)/FT/Ch/Ff 131072/Opt[${Array.from({ length: 100_000 }, (_, i) => `(o${i})`).join('')}]${widget('0 0 100 20')}`,
    ]),
  'arrays 50,000 deep': () => formPdf([`/T(a)/FT/Tx/X ${deep(50_000)}${widget('0 0 100 20')}`]),
  'type of a billion points': () => formPdf([`/T(a)/FT/Tx/DA(/Helv 1e99 Tf)${widget('0 0 100 20')}`]),
  'object numbers without end': () =>
    Buffer.from(
      Buffer.from(formPdf([]))
        .toString('latin1')
        .replace(/\/Size \d+/, '/Size 2147483647'),
      'latin1',
    ),
}
