// The font of the web: Inter's Latin letters, without the weights and the alternative forms that no page uses.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { root } from '../run.ts'

const source = join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')

/** Where the pages read it. */
export const interFile = join(root, 'apps/web/src/ui/theme/foja-inter.woff2')

/** As in fonts.css: Latin-1, and the other signs of Western European languages. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2000, 0x200b],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
] as const
const singles = [
  0x131, 0x152, 0x153, 0x2bb, 0x2bc, 0x2c6, 0x2da, 0x2dc, 0x304, 0x308, 0x329, 0x20ac, 0x2122, 0x2191, 0x2193, 0x2212,
  0x2215, 0xfffd,
]

/** Copyright and licence stay in the file: ids of the name table (OpenType, «name»). */
const kept = [0, 13, 14]

/** Makes the font from the package. */
export async function makeInter(): Promise<Buffer> {
  const points = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
  return await subsetFont(readFileSync(source), String.fromCodePoint(...points, ...singles), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: ['calt', 'ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'],
    preserveNameIds: kept,
  })
}
