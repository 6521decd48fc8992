import { makePdf } from '@foja/testing/pdfs'
import { afterAll, expect, it } from 'vitest'
import { buildPdf } from '../test/build-pdf.ts'
import { createRenderer } from './renderer.ts'

const renderer = await createRenderer({ threads: 1 })
afterAll(() => renderer.close())

const sizes = async (pdf: Uint8Array) => {
  const { sizes: pages } = await renderer.inspect(pdf)
  return pages.map(({ width, height }) => [width, height])
}

it.each(['table', 'stream', 'hybrid', 'linearized'] as const)(
  'user units: measures pages in points: %s',
  async (xref) => {
    expect(await sizes(makePdf({ xref, pages: 2, userUnit: 2, mediaBox: [0, 0, 300, 420] }))).toEqual([
      [600, 840],
      [600, 840],
    ])
    expect(await sizes(makePdf({ xref, userUnit: 1.5, rotate: 90, cropBox: [10, 20, 110, 220] }))).toEqual([[300, 150]])
  },
)

it('user units: are per page, not inherited, and positive', async () => {
  const pages = ['/UserUnit 2.5', '', '/UserUnit 7 0 R', '/UserUnit -3']
  const pdf = buildPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R 6 0 R]/Count 4/MediaBox[0 0 100 200]/UserUnit 9>>',
    ...pages.map((own) => `<</Type/Page/Parent 2 0 R${own}>>`),
    '4',
  ])
  expect(await sizes(pdf)).toEqual([
    [250, 500],
    [100, 200],
    [400, 800],
    [100, 200],
  ])
})

it('user units: text is found at its displayed place', async () => {
  const find = async (userUnit: number) => {
    const { hits } = await renderer.searchText(makePdf({ userUnit }), { query: 'Page 1' })
    return hits[0]?.rects[0]
  }
  const [one, two] = [await find(1), await find(2)]
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(two?.[side]).toBeCloseTo((one?.[side] ?? 0) * 2, 3)
})
