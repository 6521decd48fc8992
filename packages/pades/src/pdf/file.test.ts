import { makePdf } from '@foja/testing/pdfs'
import type { PdfOptions } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import { PadesError } from '../errors.ts'
import { fieldsOf } from './fields.ts'
import { readPdf } from './file.ts'
import { PdfRef, PdfStream, nameOf, textOf } from './objects.ts'
import { findPage, geometryOf, pagesOf } from './pages.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof PadesError) return error.code
    throw error
  }
  return 'no error'
}

describe('readPdf', () => {
  it.each<[string, PdfOptions]>([
    ['table', {}],
    ['cross-reference stream', { xref: 'stream' }],
    ['hybrid', { xref: 'hybrid' }],
    ['leading junk', { junk: 'HTTP/1.1 200 OK\r\n\r\n' }],
    ['leading junk, offsets from the file', { junk: 'junk\n', junkOffsets: 'file' }],
    ['stream after junk', { junk: 'junk\n', xref: 'stream' }],
    ['no final newline', { withoutFinalNewline: true }],
    ['updates', { updates: 3 }],
    ['updates of a stream file', { updates: 3, xref: 'stream' }],
  ])('reads every object: %s', (_, options) => {
    const pdf = makePdf({ pages: 3, form: 'indirect', ...options })
    const file = readPdf(pdf)
    expect([...pagesOf(file)]).toHaveLength(3)
    expect(fieldsOf(file).map(({ name, type }) => [name, type])).toEqual([['comentario', 'Tx']])
    const contents = file.get(findPage(file, 2).dict.get('Contents') as PdfRef)
    expect(Buffer.from(file.streamData(contents as PdfStream)).toString()).toContain('(Page 2)')
    expect(nameOf(file.dict(new PdfRef(4, 0))!.get('BaseFont'))).toBe('Helvetica')
    expect(file.revisions).toHaveLength(1 + (options.updates ?? 0))
    expect(file.revisions.at(-1)!.end).toBe(pdf.length)
  })

  it('reopens the file at each revision', () => {
    const pdf = makePdf({ updates: 2 })
    const file = readPdf(pdf)
    const titles = file.revisions.map(({ end }) => {
      const older = readPdf(pdf.subarray(0, end))
      return textOf(older.dict(older.trailer.get('Info'))!.get('Title'))
    })
    expect(titles).toEqual(['Acta', 'Acta, version 2', 'Acta, version 3'])
    expect([...file.changedIn(file.revisions[1]!)]).toEqual([3])
  })

  it('keeps the source position of every value', () => {
    const pdf = makePdf()
    const page = findPage(readPdf(pdf), 1).dict
    const span = page.spans.get('MediaBox')!
    expect(pdf.subarray(span.start, span.end).toString()).toBe('[0 0 595 842]')
  })

  it('reports repeated keys', () => {
    const file = readPdf(makePdf({ catalog: '/Lang (es) /Lang (en)' }))
    expect(file.catalog.repeated).toEqual(['Lang'])
    expect(textOf(file.catalog.get('Lang'))).toBe('en')
  })

  it('applies inheritance, CropBox, Rotate and UserUnit', () => {
    const file = readPdf(
      makePdf({ inherit: true, rotate: -90, mediaBox: [10, 20, 600, 800], cropBox: [0, 100, 500, 900] }),
    )
    expect(geometryOf(file, findPage(file, 1))).toEqual({
      box: { x0: 10, y0: 100, x1: 500, y1: 800 },
      rotation: 270,
      userUnit: 1,
    })
  })

  it('decodes text strings', () => {
    const file = readPdf(
      makePdf({ catalog: '/A <FEFF00D10061> /B (a\\(b\\)\\341\\n\\\nc) /C <EFBBBFC3B1> /D (\\240\\222) /E#20F (x)' }),
    )
    expect(['A', 'B', 'C', 'D', 'E F'].map((key) => textOf(file.catalog.get(key)))).toEqual([
      'Ña',
      'a(b)á\nc',
      'ñ',
      '€™',
      'x',
    ])
  })
})

describe('refused files', () => {
  const pdf = makePdf({ form: 'direct', pages: 2 })
  const edited = (from: string | RegExp, to: string): Buffer =>
    Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1')

  it('are distinguished by cause', () => {
    expect(codeOf(() => readPdf(Buffer.from('<html>no</html>')))).toBe('pdf_not_a_pdf')
    expect(codeOf(() => readPdf(new Uint8Array(0)))).toBe('pdf_not_a_pdf')
    expect(codeOf(() => readPdf(edited('startxref', 'startxrex')))).toBe('pdf_damaged')
    expect(codeOf(() => readPdf(edited(/trailer\n<< \/Size/, 'trailer\n<< /Encrypt 9 0 R /Size')))).toBe(
      'pdf_encrypted',
    )
    expect(codeOf(() => readPdf(pdf.subarray(0, pdf.length - 40)))).toBe('pdf_damaged')
    expect(codeOf(() => findPage(readPdf(pdf), 3))).toBe('page_not_found')
  })

  it('are never repaired: a shifted table is damage, and worse in a signed file', () => {
    const shifted = edited('1 0 obj', '1 0 obj % a comment')
    expect(codeOf(() => readPdf(shifted))).toBe('pdf_damaged')
    const signed = Buffer.from(shifted.toString('latin1').replace('/Title', '/ByteRange [0 1 2 3] /Title'), 'latin1')
    expect(codeOf(() => readPdf(signed))).toBe('pdf_signed_and_damaged')
  })

  it('include loops and deep nesting', () => {
    const start = /startxref\n(\d+)/.exec(pdf.toString('latin1'))![1]!
    const looped = edited(/\/Root 1 0 R/, `/Prev ${start} /Root 1 0 R`)
    // a chain that returns to a section ends there, like in other readers
    expect(readPdf(looped).sections).toHaveLength(1)
    const deep = makePdf({ catalog: `/X ${'['.repeat(50_000)}${']'.repeat(50_000)}` })
    expect(codeOf(() => readPdf(deep).catalog)).toBe('pdf_damaged')
    const pageLoop = edited(/\/Kids \[\d+ 0 R/, '/Kids [2 0 R')
    expect(codeOf(() => [...pagesOf(readPdf(pageLoop))])).toBe('pdf_damaged')
    const selfLength = edited('/Length 82', '/Length 5 0 R')
    expect(['pdf_damaged', 'no error']).toContain(codeOf(() => readAll(selfLength)))
  })

  it('are read at most a few times over when objects and sections overlap', () => {
    // Each object's string contains all later objects: naive reading would take billions of steps.
    const count = 3000
    const heads = Array.from({ length: count }, (_, i) => `${i + 1} 0 obj\n<< /X (${'x'.repeat(1000)}\n`)
    const body = `%PDF-1.4\n${heads.join('')}${') >>\nendobj\n'.repeat(count)}`
    const entries = heads.map((_, i) => {
      const offset = 9 + heads.slice(0, i).reduce((sum, head) => sum + head.length, 0)
      return `${String(offset).padStart(10, '0')} 00000 n \n`
    })
    const pdf = Buffer.from(
      `${body}xref\n1 ${count}\n${entries.join('')}trailer\n<< /Size ${count + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    )
    expect(codeOf(() => readAll(pdf))).toBe('pdf_damaged')
  })

  it('include streams that decode beyond a limit', () => {
    const bomb = makePdf({ xref: 'stream' })
      .toString('latin1')
      .replace(/\/W \[1 4 2\]/, '/W [1 8 9]')
    expect(codeOf(() => readPdf(Buffer.from(bomb, 'latin1')))).toBe('pdf_damaged')
  })
})

/** Reads everything that a caller could request. */
function readAll(bytes: Uint8Array): void {
  const file = readPdf(bytes)
  for (const page of pagesOf(file)) geometryOf(file, page)
  fieldsOf(file)
  for (const section of file.sections) {
    for (const number of section.numbers()) {
      const value = file.load(number)?.value ?? null
      if (value instanceof PdfStream) file.streamData(value)
    }
  }
}

describe('hostile bytes', () => {
  const kinds = [
    makePdf({ form: 'indirect', updates: 1 }),
    makePdf({ xref: 'stream', form: 'direct' }),
    makePdf({ xref: 'hybrid' }),
  ]

  it('a truncated file quickly gives a PadesError', () => {
    for (const pdf of kinds) {
      for (let end = 0; end < pdf.length; end += 7) codeOf(() => readAll(pdf.subarray(0, end)))
    }
  })

  it('flipped bytes quickly give a PadesError or a result', () => {
    let state = 42
    const random = (limit: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state % limit
    }
    for (const pdf of kinds) {
      for (let round = 0; round < 1500; round++) {
        const copy = Buffer.from(pdf)
        for (let flips = 1 + random(4); flips > 0; flips--) copy[random(copy.length)] = random(256)
        codeOf(() => readAll(copy))
      }
    }
  })
})
