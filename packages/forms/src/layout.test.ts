import { fieldOverflows } from '@foja/contracts/template-field-types'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writtenText } from './characters.ts'
import { layoutText, smallestSize, type LayoutRequest, type Line } from './layout.ts'
import { lineHeight } from './metrics.ts'

const clause =
  'PRIMERA.— Los comparecientes, señora Íngrid Núñez Agüero y señor José Ibáñez, «acuerdan» pagar 1.150,00 € (o su ' +
  'equivalente) el día 29/02/2028; ¿conformes? ¡Sí! Se cita el expediente N.º 45–2026 y el artículo 2.3 del Código Civil.'

const field: LayoutRequest = {
  text: '',
  width: 200,
  height: 100,
  font: 'inter',
  size: 11,
  align: 'left',
  overflow: 'wrap',
  multiline: true,
}

const words = (lines: readonly Line[]) => lines.map((line) => line.text)

/** Ordinary texts, and extreme ones. */
const texts = fc.oneof(
  fc.constant(clause),
  fc
    .array(
      fc.constantFrom(
        'a',
        'ñ',
        ' ',
        '  ',
        '\n',
        'W',
        'ﬁ',
        '☑',
        'Ω',
        '-',
        '—',
        'acción',
        'g\u{303}',
        'a\u{331}',
        'iiiiiiiiiiii',
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 80 }),
)

const requests: fc.Arbitrary<LayoutRequest> = fc.record({
  text: texts,
  width: fc.double({ min: 4, max: 400, noNaN: true }),
  height: fc.double({ min: 4, max: 200, noNaN: true }),
  font: fc.constantFrom('inter', 'inter_bold'),
  size: fc.double({ min: 4, max: 72, noNaN: true }),
  align: fc.constantFrom('left', 'center', 'right'),
  overflow: fc.constantFrom(...fieldOverflows),
  multiline: fc.boolean(),
})

const room = (request: LayoutRequest) => request.width - 2 * Math.min(2, request.width / 4)
const wraps = (request: LayoutRequest) => request.multiline || request.overflow === 'wrap'

describe('layoutText', () => {
  it('breaks lines at spaces', () => {
    const { lines, overflows, clipped } = layoutText({ ...field, text: clause, height: 120 })
    expect(words(lines)).toEqual([
      'PRIMERA.— Los comparecientes,',
      'señora Íngrid Núñez Agüero y señor',
      'José Ibáñez, «acuerdan» pagar',
      '1.150,00 € (o su equivalente) el día',
      '29/02/2028; ¿conformes? ¡Sí! Se cita',
      'el expediente N.º 45–2026 y el',
      'artículo 2.3 del Código Civil.',
    ])
    expect([overflows, clipped]).toEqual([false, false])
  })

  it('stacks lines, the first below the margin', () => {
    const { lines, lineHeight: leading } = layoutText({ ...field, text: 'uno\ndos\n\ncuatro' })
    expect(leading).toBeCloseTo(11 * lineHeight, 3)
    expect(lines.map((line) => line.baseline)).toEqual([12.656, 25.966, 52.585])
    expect(lines.map((line) => line.x)).toEqual([2, 2, 2])
  })

  it('breaks a word that is wider than a line, and after hyphens', () => {
    const long = layoutText({ ...field, text: 'ab Donaudampfschifffahrtsgesellschaft', width: 80 })
    expect(words(long.lines)).toEqual(['ab', 'Donaudampfs', 'chifffahrtsges', 'ellschaft'])
    const hyphen = layoutText({ ...field, text: 'acuerdo franco-ecuatoriano', width: 90 })
    expect(words(hyphen.lines)).toEqual(['acuerdo franco-', 'ecuatoriano'])
  })

  it('breaks no date, account number or aside at its hyphens and dashes', () => {
    const date = layoutText({ ...field, text: 'firmado el 2026-11-20', width: 100 })
    expect(words(date.lines)).toEqual(['firmado el', '2026-11-20'])
    const aside = layoutText({ ...field, text: 'la parte —aquí', width: 64 })
    expect(words(aside.lines)).toEqual(['la parte', '—aquí'])
    const held = layoutText({ ...field, text: 'son 12\u{A0}000\u{A0}€ hoy', width: 64 })
    expect(words(held.lines)).toEqual(['son', '12\u{A0}000\u{A0}€', 'hoy'])
  })

  it('keeps leading spaces and drops trailing ones', () => {
    expect(words(layoutText({ ...field, text: '  a  b  \n c ' }).lines)).toEqual(['  a  b', ' c'])
    expect(words(layoutText({ ...field, text: '   inconstitucionalmente', width: 60 }).lines)).toEqual([
      '   inconstit',
      'ucionalme',
      'nte',
    ])
  })

  it('centres a single line in the height of its field', () => {
    const line = { ...field, text: 'Quito', multiline: false, overflow: 'shrink' } as const
    for (const height of [14, 20, 100]) {
      const [only] = layoutText({ ...line, height }).lines
      expect(only?.baseline).toBeCloseTo(height / 2 + 11 * (1984 / 2048 - lineHeight / 2), 2)
    }
  })

  it('aligns within the margins', () => {
    const at = (align: LayoutRequest['align']) => layoutText({ ...field, text: 'Total', align }).lines[0]
    const width = at('left')?.width ?? 0
    expect(width).toBeCloseTo(26.136, 3)
    expect(at('left')?.x).toBe(2)
    expect(at('center')?.x).toBeCloseTo(100 - width / 2, 3)
    expect(at('right')?.x).toBeCloseTo(198 - width, 3)
  })

  it('aligns a text that is too wide to the left, so that an amount never loses its first digits', () => {
    const cut = {
      ...field,
      text: '1.234.567,89 USD',
      width: 50,
      multiline: false,
      overflow: 'clip',
      align: 'right',
    } as const
    const layout = layoutText(cut)
    expect(layout.lines.map((line) => [line.x, line.text])).toEqual([[2, '1.234.567']])
    expect([layout.overflows, layout.clipped]).toEqual([true, true])
  })

  it('shrinks to the largest quarter of a point that fits, not below 4 points', () => {
    const narrow = { ...field, text: clause.slice(0, 40), multiline: false, overflow: 'shrink' } as const
    const { size, overflows } = layoutText(narrow)
    expect([size, overflows]).toEqual([9.25, false])
    expect(layoutText({ ...narrow, overflow: 'clip', size: 9.25 }).overflows).toBe(false)
    expect(layoutText({ ...narrow, overflow: 'clip', size: 9.5 }).overflows).toBe(true)
    const hopeless = layoutText({ ...narrow, width: 20 })
    expect([hopeless.size, hopeless.overflows, hopeless.clipped]).toEqual([smallestSize, true, true])
  })

  it('shrinks several lines until they fit', () => {
    const block = { ...field, text: clause, width: 150, height: 60, overflow: 'shrink' } as const
    const { size, lines, overflows } = layoutText(block)
    expect(size).toBeLessThan(11)
    expect(overflows).toBe(false)
    expect(lines.length * lineHeight * size).toBeLessThanOrEqual(56)
    expect(layoutText({ ...block, overflow: 'wrap', size: size + 0.25 }).overflows).toBe(true)
  })

  it('reports hidden text, and omits invisible lines', () => {
    const block = layoutText({ ...field, text: 'a\nb\nc\nd\ne', height: 30 })
    expect(words(block.lines)).toEqual(['a', 'b', 'c'])
    expect([block.overflows, block.clipped]).toEqual([true, true])
    const tight = layoutText({ ...field, text: 'a\nb', height: 29 })
    expect([tight.overflows, tight.clipped]).toEqual([true, false])
  })

  it('writes characters that Inter lacks in the fallback, in the same weight, run after run', () => {
    const [line] = layoutText({ ...field, text: '☑ Sí ☐ No', font: 'inter_bold' }).lines
    expect(line?.runs.map((run) => [run.face, run.text])).toEqual([
      ['dejavu_bold', '☑'],
      ['inter_bold', ' Sí '],
      ['dejavu_bold', '☐'],
      ['inter_bold', ' No'],
    ])
    for (const [index, run] of (line?.runs ?? []).entries())
      expect(run.x).toBeCloseTo((line?.runs[index - 1]?.x ?? 2) + (line?.runs[index - 1]?.width ?? 0), 2)
  })

  it('places combining marks on letters without a precomposed character, with no extra width', () => {
    const [line] = layoutText({ ...field, text: 'Teko ag\u{303}uahẽ' }).lines
    const [run] = line?.runs ?? []
    expect(line?.width).toBe(layoutText({ ...field, text: 'Teko aguahẽ' }).lines[0]?.width)
    expect(run?.text).toBe('Teko ag\u{303}uahẽ')
    expect(run?.pieces?.map((piece) => [piece.text, piece.rise])).toEqual([
      ['Teko ag', 0],
      ['\u{303}', 0],
      ['uahẽ', 0],
    ])
    const widthOf = (text: string) => layoutText({ ...field, text }).lines[0]?.width ?? 0
    const [letters, mark, rest] = run?.pieces ?? []
    expect(letters?.x).toBe(2)
    expect(rest?.x).toBeCloseTo(2 + widthOf('Teko ag'), 2)
    // its own glyph begins 226 units left of its origin
    expect(mark?.x).toBeCloseTo(2 + widthOf('Teko a') + ((605 - 517) * 11) / 2048, 2)
    const [capital] = layoutText({ ...field, text: 'G\u{303}' }).lines[0]?.runs ?? []
    expect(capital?.pieces?.[1]?.rise).toBeCloseTo((372 * 11) / 2048, 3)
  })

  it('takes a mark from the fallback when Inter lacks it, and keeps it with its letter', () => {
    const { lines } = layoutText({ ...field, text: 'ka\u{331}a\u{331}ka\u{331}', width: 22 })
    expect(words(lines)).toEqual(['ka\u{331}', 'a\u{331}k', 'a\u{331}'])
    expect(lines[0]?.runs[0]?.pieces?.map((piece) => piece.face)).toEqual(['inter', 'dejavu'])
  })

  it('has no lines for an empty text', () => {
    for (const text of ['', ' ', '\n\n', '\u{200B}'])
      expect(layoutText({ ...field, text, height: 4 })).toMatchObject({ lines: [], overflows: false, clipped: false })
  })
})

describe('layoutText of random text and fields', () => {
  it('makes no line wider than its room, except a single character', () => {
    fc.assert(
      fc.property(requests.filter(wraps), (request) => {
        for (const line of layoutText(request).lines)
          if (Array.from(line.text.replace(/\p{M}/gu, '')).length > 1)
            expect(line.width).toBeLessThanOrEqual(room(request) + 0.002)
      }),
    )
  })

  it('drops nothing except trailing spaces', () => {
    fc.assert(
      fc.property(requests.filter(wraps), (request) => {
        // a field high enough for all lines
        const { lines } = layoutText({ ...request, height: 1e6, overflow: 'wrap' })
        const bare = (text: string) => writtenText(text, true).replace(/[ \n]/g, '')
        expect(bare(words(lines).join(''))).toBe(bare(request.text))
      }),
    )
  })

  it('never exceeds the requested size nor goes below 4 points', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { size } = layoutText(request)
        if (request.overflow !== 'shrink') expect(size).toBe(request.size)
        expect(size).toBeLessThanOrEqual(request.size)
        expect(size).toBeGreaterThanOrEqual(smallestSize)
      }),
    )
  })

  it('shrinks to the largest size that fits', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { size, overflows } = layoutText({ ...request, overflow: 'shrink' })
        if (size > smallestSize) expect(overflows).toBe(false)
        const mode = request.multiline ? 'wrap' : 'clip'
        if (size < request.size)
          expect(layoutText({ ...request, overflow: mode, size: Math.min(size + 0.25, request.size) }).overflows).toBe(
            true,
          )
      }),
    )
  })

  it('stays inside the field unless it reports otherwise', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { lines, clipped, size } = layoutText(request)
        if (clipped) return
        for (const line of lines) {
          expect(line.x).toBeGreaterThanOrEqual(0)
          expect(line.x + line.width).toBeLessThanOrEqual(request.width + 0.002)
          expect(line.baseline - size * (1984 / 2048)).toBeGreaterThanOrEqual(-0.002)
          expect(line.baseline + size * (494 / 2048)).toBeLessThanOrEqual(request.height + 0.002)
        }
      }),
    )
  })

  it('is deterministic, regardless of how accents are encoded', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const layout = layoutText(request)
        expect(layoutText({ ...request })).toEqual(layout)
        expect(layoutText({ ...request, text: request.text.normalize('NFD') })).toEqual(layout)
      }),
    )
  })

  it('has lines made of their runs', () => {
    fc.assert(
      fc.property(requests, (request) => {
        for (const line of layoutText(request).lines) {
          expect(line.runs.map((run) => run.text).join('')).toBe(line.text)
          for (const { text, pieces } of line.runs)
            if (pieces) expect(pieces.map((piece) => piece.text).join('')).toBe(text)
          const last = line.runs.at(-1)
          expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(line.x + line.width, 2)
        }
      }),
    )
  })
})
