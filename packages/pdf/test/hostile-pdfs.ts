import { constants, deflateRawSync } from 'node:zlib'
import { buildPdf, onePagePdf, textPdf, type PdfObject } from './build-pdf.ts'

let bombBlock: Buffer | null = null

/** Repeatable deflate blocks of 16 MiB of spaces; each ends with a full flush. */
export function flateBomb(gigabytes: number): Uint8Array {
  bombBlock ??= deflateRawSync(Buffer.alloc(16 * 1024 * 1024, 0x20), { finishFlush: constants.Z_FULL_FLUSH })
  const block = bombBlock
  const blocks = Array.from({ length: gigabytes * 64 }, () => block)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([0x03, 0x00, 0, 0, 0, 1])])
}

/** Forms that each draw the next one `times` times, `depth` deep: times^depth drawings from a few hundred bytes. */
function nestedForms(times: number, depth: number): Uint8Array {
  const forms: PdfObject[] = []
  for (let level = 0; level < depth; level++) {
    const last = level === depth - 1
    const resources = last ? '' : `/Resources<</XObject<</N ${6 + level} 0 R>>>>`
    forms.push({
      dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 200 100]${resources}`,
      stream: last ? '0 0 1 1 re f' : '/N Do '.repeat(times),
    })
  }
  return onePagePdf({
    resources: '/XObject<</N 5 0 R>>',
    content: { dictionary: '', stream: '/N Do' },
    more: forms,
  })
}

/** A shading whose colour is computed per pixel by a program of `steps` steps (ISO 32000-2, 8.7.4.5.2). */
function slowShading(steps: number): Uint8Array {
  const program = `{pop ${'sin cos '.repeat(steps)} dup dup}`
  return onePagePdf({
    mediaBox: '0 0 4000 4000',
    resources: '/Shading<</S<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 4000 0 4000]/Function 5 0 R>>>>',
    content: { dictionary: '', stream: '/S sh' },
    more: [{ dictionary: '/FunctionType 4/Domain[0 4000 0 4000]/Range[0 1 0 1 0 1]', stream: program }],
  })
}

function image(dictionary: string): Uint8Array {
  return onePagePdf({
    resources: '/XObject<</I 5 0 R>>',
    content: { dictionary: '', stream: '200 0 0 100 0 0 cm /I Do' },
    more: [{ dictionary: `/Type/XObject/Subtype/Image${dictionary}`, stream: flateBomb(1) }],
  })
}

const randomBytes = Uint8Array.from({ length: 20_000 }, (_, index) => (index * 2_654_435_761) >>> 13)
const text = textPdf(3)
const action = (body: string) => onePagePdf({ catalog: `/OpenAction<<${body}>>`, page: `/AA<</O<<${body}>>>>` })

/** Files that attack time, memory, other files or the process. Each must end in an image or a PdfError. */
export const hostilePdfs: Record<string, () => Uint8Array> = {
  empty: () => new Uint8Array(0),
  'random bytes': () => randomBytes,
  'only a header': () => Buffer.from('%PDF-1.7\n%%EOF'),
  'half of a file': () => text.subarray(0, text.length >> 1),
  'all but the last bytes': () => text.subarray(0, text.length - 40),
  'flate bomb of 4 GB': () => onePagePdf({ content: { dictionary: '/Filter/FlateDecode', stream: flateBomb(4) } }),
  'image bomb': () => image('/Width 60000/Height 60000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode'),
  'image of 2^31 pixels a side': () =>
    image('/Width 2147483647/Height 2147483647/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode'),
  'page tree loop': () =>
    buildPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2/Parent 2 0 R>>']),
  'a billion pages': () => buildPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 1000000000>>']),
  'nested forms, 10^12 drawings': () => nestedForms(10, 12),
  'slow shading': () => slowShading(3000),
  'dashes without end': () =>
    onePagePdf({ content: { dictionary: '', stream: '[.000001 .000001] 0 d 0 0 m 100000 100000 l S' } }),
  'forms 400 deep': () => nestedForms(1, 400),
  'form that draws itself': () =>
    onePagePdf({
      resources: '/XObject<</N 5 0 R>>',
      content: { dictionary: '', stream: '/N Do' },
      more: [
        {
          dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</N 5 0 R>>>>',
          stream: '/N Do /N Do',
        },
      ],
    }),
  'arrays 100,000 deep': () => onePagePdf({ catalog: `/X ${'['.repeat(100_000)}` }),
  'previous table is itself': () => onePagePdf({ trailer: '/Prev 9' }),
  'huge page': () => onePagePdf({ mediaBox: '0 0 10000000 10000000' }),
  'page of no height': () => onePagePdf({ mediaBox: '0 0 100 0' }),
  'page as long as a road': () => onePagePdf({ mediaBox: '0 0 1 14400000' }),
  'page of numbers beyond floats': () => onePagePdf({ mediaBox: `0 0 ${'9'.repeat(400)} 100` }),
  'JavaScript that loops': () => action('/S/JavaScript/JS(while(true){})'),
  'launch of a program': () => action('/S/Launch/F(/bin/sh)/Win<</F(calc.exe)>>'),
  'file of the server as stream': () => onePagePdf({ content: { dictionary: '/F(/etc/passwd)', stream: '' } }),
}
