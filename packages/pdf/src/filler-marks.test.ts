import { makePdf } from '@foja/testing/pdfs'
import { afterAll, describe, expect, it } from 'vitest'
import { fieldAt, openFillStage } from '../test/fill-stage.ts'

const stage = await openFillStage()
afterAll(() => stage.close())

describe('combining marks without a precomposed character', () => {
  const size = 40
  const at = { x: 20, y: 20, width: 100, height: 60 }
  const field = fieldAt('text', 'texto', { ...at, style: { ...fieldAt('text', 'texto').style, size } })
  // of the line in the middle of its field: heights in em above the baseline
  const baseline = at.y + at.height / 2 + size * ((1984 - 494) / 2 / 2048)
  const band = (from: number, to: number) => ({ ...at, y: baseline - to * size, height: (to - from) * size })

  it.each([
    ['g\u{303}', 'g', band(0.58, 0.78)],
    ['G\u{303}', 'G', band(0.77, 0.95)],
    ['a\u{331}', 'a', band(-0.3, -0.04)],
  ])('draw %s with its mark and leave the letter unchanged', async (both, letter, place) => {
    const base = makePdf({ mediaBox: [0, 0, 200, 120] })
    const [plain, marked] = [
      await stage.fill(base, [field], { texto: letter }),
      await stage.fill(base, [field], { texto: both }),
    ]
    const { inside, outside } = await stage.difference(plain.bytes, marked.bytes, [place])
    expect(inside[0]).toBeGreaterThan(50)
    expect(outside).toBe(0)
  })

  it('are searchable and copyable as typed', async () => {
    const { bytes } = await stage.fill(makePdf(), [{ ...field, width: 300 }], { texto: 'Teko G\u{303}uarani' })
    expect((await stage.renderer.searchText(bytes, { query: 'Teko G' })).hits.length).toBe(1)
    expect((await stage.renderer.searchText(bytes, { query: 'uarani' })).hits.length).toBe(1)
  })
})
