import type { TemplateField } from '@foja/contracts/template-fields'
import { makePdf, type PdfOptions } from '@foja/testing/pdfs'
import { afterAll, describe, expect, it } from 'vitest'
import { photograph } from '../test/pixels.ts'
import { fieldAt, jpegOf, openFillStage, pngOf } from '../test/fill-stage.ts'

const stage = await openFillStage()
const values = {
  text: 'Peñaherrera Ñandú €',
  multiline: 'Comparecen las partes y acuerdan lo que sigue.\nSegunda línea.',
  number: '1234567.5',
  date: '2026-11-20',
  checkbox: true,
  select: 'Opción 2',
  png: await pngOf(120, 60, 0.5),
  jpeg: await jpegOf(60, 120),
  qr: 'https://foja.example/verificar/ñ',
}
afterAll(() => stage.close())

/** One of each type in two columns. */
const all: TemplateField[] = [
  fieldAt('text', 'text', { x: 20, y: 20, width: 120, height: 20 }),
  fieldAt('multiline', 'multiline', { x: 160, y: 20, width: 120, height: 50 }),
  fieldAt('number', 'number', { x: 20, y: 60, width: 100, height: 20 }),
  fieldAt('date', 'date', { x: 20, y: 100, width: 100, height: 20 }),
  fieldAt('checkbox', 'checkbox', { x: 130, y: 100, width: 16, height: 16 }),
  fieldAt('select', 'select', { x: 160, y: 100, width: 100, height: 20 }),
  fieldAt('image', 'png', { x: 20, y: 140, width: 80, height: 60 }),
  fieldAt('image', 'jpeg', { x: 110, y: 140, width: 80, height: 60 }),
  fieldAt('qr', 'qr', { x: 200, y: 140, width: 70, height: 70 }),
]

describe('filled fields', () => {
  const pages: [string, PdfOptions][] = [
    ['upright', {}],
    ...([90, 180, 270, -90] as const).map((rotate): [string, PdfOptions] => [`turned by ${rotate}`, { rotate }]),
    ['cropped', { cropBox: [70, 200, 420, 700] }],
    ['cropped and turned', { cropBox: [70, 200, 420, 700], rotate: 90 }],
    ['with its origin elsewhere', { mediaBox: [-200, -300, 200, 300], rotate: 270 }],
    ['of larger units', { mediaBox: [0, 0, 300, 300], userUnit: 2 }],
    ['cropped wider than the medium', { mediaBox: [0, 0, 300, 400], cropBox: [-50, -50, 500, 350] }],
  ]
  it.each(pages)('are drawn in place on a page that is %s, and nowhere else', async (_, options) => {
    const base = makePdf(options)
    const { bytes, pages: count } = await stage.fill(base, all, values)
    expect(count).toBe(1)
    const { outside, inside } = await stage.difference(base, bytes, all)
    expect(outside).toBe(0)
    // ticks and colour squares differ in ink; with a user unit the dots are the same
    const least = 60 / (options.userUnit ?? 1) ** 2
    inside.forEach((pixels, index) =>
      expect({ key: all[index]?.key, seen: pixels > least }).toEqual({ key: all[index]?.key, seen: true }),
    )
  })

  it('contain searchable text', async () => {
    const { bytes } = await stage.fill(makePdf(), all, values)
    for (const query of ['Peñaherrera Ñandú €', '1.234.567,50', '20/11/2026', 'Opción 2', 'Segunda línea'])
      expect((await stage.renderer.searchText(bytes, { query })).hits.length, query).toBeGreaterThan(0)
  })

  it('are empty without a value or a tick', async () => {
    const base = makePdf()
    expect((await stage.fill(base, all, { checkbox: false })).bytes).toEqual(new Uint8Array(base))
  })

  it('look the same and upright on a rotated page', async () => {
    const one = [fieldAt('text', 'text', { x: 20, y: 20, width: 150, height: 30 })]
    const blank = { mediaBox: [0, 0, 300, 300] }
    const upright = (await stage.fill(makePdf(blank), one, values)).bytes
    const turned = (await stage.fill(makePdf({ ...blank, rotate: 90 }), one, values)).bytes
    const shown = (await stage.difference(upright, turned, one)).inside[0]
    expect(shown).toBe(0)
  })

  it('use another face where Inter lacks a character', async () => {
    const base = makePdf()
    const { bytes } = await stage.fill(base, [fieldAt('text', 'text')], { text: 'listo ☑ sí' })
    expect(Buffer.from(bytes).toString('latin1')).toMatch(/\+DejaVuSans/)
    expect((await stage.renderer.searchText(bytes, { query: 'listo ☑ sí' })).hits).toHaveLength(1)
  })

  it('are refused, with the characters, when no face has them', async () => {
    const field = fieldAt('text', 'nombre')
    await expect(stage.fill(makePdf(), [field], { nombre: 'a 漢 b' })).rejects.toMatchObject({
      code: 'text_not_encodable',
      detail: { field: 'nombre', characters: '漢' },
    })
  })
})

describe('overflow of filled text', () => {
  const long = 'Un texto que es bastante más largo que el campo en el que tiene que caber'
  const field = (overflow: TemplateField['style']['overflow'], type: 'text' | 'multiline' = 'text') => {
    const made = fieldAt(type, 'campo', { x: 40, y: 40, width: 90, height: 24 })
    return { ...made, style: { ...made.style, overflow } }
  }
  it.each([
    ['wrap', 'text'],
    ['shrink', 'text'],
    ['clip', 'text'],
    ['wrap', 'multiline'],
    ['shrink', 'multiline'],
    ['clip', 'multiline'],
  ] as const)('%s of a %s stays within the field', async (overflow, type) => {
    const base = makePdf()
    const one = field(overflow, type)
    const { bytes } = await stage.fill(base, [one], { campo: long })
    const { outside, inside } = await stage.difference(base, bytes, [one])
    expect(outside).toBe(0)
    expect(inside[0]).toBeGreaterThan(100)
  })

  it('differs by mode', async () => {
    const base = makePdf()
    const files = await Promise.all(
      (['wrap', 'shrink', 'clip'] as const).map(
        async (mode) => (await stage.fill(base, [field(mode)], { campo: long })).bytes,
      ),
    )
    const [wrap, shrink, clip] = files
    expect((await stage.difference(wrap!, shrink!, [field('wrap')])).inside[0]).toBeGreaterThan(50)
    expect((await stage.difference(shrink!, clip!, [field('wrap')])).inside[0]).toBeGreaterThan(50)
  })
})

describe('filled images', () => {
  const frame = { x: 40, y: 40, width: 100, height: 100 }
  const field = fieldAt('image', 'imagen', frame)
  it.each([
    ['a wide PNG', () => pngOf(200, 50), { x: 40, y: 77.5, width: 100, height: 25 }],
    ['a PNG that is half seen', () => pngOf(200, 50, 0.5), { x: 40, y: 77.5, width: 100, height: 25 }],
    ['a tall JPEG', () => jpegOf(40, 160), { x: 77.5, y: 40, width: 25, height: 100 }],
    ['a JPEG that lies on its side', () => jpegOf(160, 40, 6), { x: 77.5, y: 40, width: 25, height: 100 }],
  ])('%s is as large as fits, centred', async (_, make, place) => {
    const base = makePdf()
    const { bytes } = await stage.fill(base, [field], { imagen: await make() })
    const { outside, inside } = await stage.difference(base, bytes, [place])
    expect(outside).toBe(0)
    // every pixel of the place, at two per point
    expect(inside[0]).toBeGreaterThanOrEqual(place.width * place.height * 4 * 0.97)
  })

  it('are embedded once when several fields use one file', async () => {
    const imagen = await pngOf(300, 300, 0.3)
    const two = [field, { ...field, key: 'otra', x: 200 }]
    const { bytes } = await stage.fill(makePdf(), two, { imagen, otra: imagen })
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Subtype \/Image/g),
    ).toHaveLength(2)
  })

  it('are refused when truncated', async () => {
    const jpeg = await photograph(400, 400)
    const cut = {
      format: 'jpeg',
      bytes: new Uint8Array(jpeg.subarray(0, jpeg.length >> 1)),
      width: 400,
      height: 400,
      orientation: 1,
    } as const
    await expect(stage.fill(makePdf(), [field], { imagen: cut })).rejects.toMatchObject({
      code: 'image_unsupported',
      detail: { field: 'imagen' },
    })
  })
})

describe('the filled file', () => {
  it('is the base with an appended revision, and deterministic', async () => {
    for (const xref of ['table', 'stream', 'hybrid'] as const) {
      const base = makePdf({ xref, pages: 3, withoutId: true })
      const first = (await stage.fill(base, all, values)).bytes
      const second = (await stage.fill(base, all, values)).bytes
      expect(Buffer.from(first.subarray(0, base.length)).equals(base)).toBe(true)
      expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
    }
  })

  it('can be filled again', async () => {
    const base = makePdf({ xref: 'stream' })
    const once = (await stage.fill(base, all.slice(0, 1), values)).bytes
    const twice = (await stage.fill(once, all.slice(1), values)).bytes
    const { outside, inside } = await stage.difference(base, twice, all)
    expect(outside).toBe(0)
    expect(Math.min(...inside)).toBeGreaterThan(60)
  })

  it('names the missing page of a field', async () => {
    await expect(stage.fill(makePdf(), [fieldAt('text', 'text', { page: 2 })], values)).rejects.toMatchObject({
      code: 'page_not_found',
    })
  })
})
