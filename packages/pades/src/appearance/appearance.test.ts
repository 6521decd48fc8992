import { makePdf } from '@foja/testing/pdfs'
import * as fc from 'fast-check'
import { qrRows } from '@foja/pdf-core/qr'
import { describe, expect, it } from 'vitest'
import { toVisible, uprightMatrix, visibleSize } from '@foja/pdf-core/geometry'
import { readPdf } from '../pdf/file.ts'
import type { PdfStream } from '../pdf/objects.ts'
import { RevisionWriter } from '../pdf/revision-writer.ts'
import { glyphsOf, interFont, measure } from './font.ts'
import { place, placementOf } from './geometry.ts'
import { layOutStamp } from './layout.ts'
import { drawQr, qrCapacity, toAscii } from './qr.ts'
import { marginWordings, qrPayload, stampDate, stampParagraphs } from './stamp-text.ts'
import type { StampFacts } from './stamp-text.ts'
import { writeStamp } from './stamp.ts'
import type { Appearance } from './stamp.ts'
import { pngOf } from './testing/images.ts'

const facts: StampFacts = {
  signerName: 'Íñigo Núñez Íñiguez',
  signingTime: new Date('2026-11-20T17:04:00Z'),
  utcOffsetMinutes: -300,
  reason: 'Apruebo el acta',
  location: 'Quito',
  language: 'es',
}

const verification = { code: '7K3M-9QXT-4WBN-H2RD', url: 'https://foja.example/verificar/7K3M-9QXT-4WBN-H2RD' }

describe('stamp geometry', () => {
  const geometries = fc.record({
    box: fc.record({
      x0: fc.integer({ min: -300, max: 300 }),
      y0: fc.integer({ min: -300, max: 300 }),
      w: fc.integer({ min: 50, max: 900 }),
      h: fc.integer({ min: 50, max: 900 }),
    }),
    rotation: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
    userUnit: fc.constantFrom(1, 2, 0.5),
  })

  it('converts a displayed place to user space and back', () => {
    fc.assert(
      fc.property(
        geometries,
        fc.double({ min: 0, max: 0.6, noNaN: true }),
        fc.double({ min: 0.05, max: 0.4, noNaN: true }),
        (raw, at, part) => {
          const { x0, y0, w, h } = raw.box
          const geometry = { ...raw, box: { x0, y0, x1: x0 + w, y1: y0 + h } }
          const size = visibleSize(geometry)
          const rectangle = {
            page: 1,
            x: size.width * at,
            y: size.height * at,
            width: size.width * part,
            height: size.height * part,
          }
          const placement = place(rectangle, geometry)
          const back = toVisible(placement.rect, geometry)
          for (const key of ['x', 'y', 'width', 'height'] as const) expect(back[key]).toBeCloseTo(rectangle[key], 6)
          const again = placementOf(placement.rect, geometry)
          expect(again.width).toBeCloseTo(rectangle.width, 6)
          expect(again.height).toBeCloseTo(rectangle.height, 6)
        },
      ),
    )
  })

  it('maps the stamp to a box at the origin', () => {
    for (const rotation of [0, 90, 180, 270] as const) {
      const [a, b, c, d, e, f] = uprightMatrix(rotation, 20, 10) as [number, number, number, number, number, number]
      const corners = [
        [0, 0],
        [20, 0],
        [0, 10],
        [20, 10],
      ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f])
      expect([Math.min(...corners.map(([x]) => x!)), Math.min(...corners.map(([, y]) => y!))]).toEqual([0, 0])
    }
  })
})

describe('stamp text', () => {
  it('contains who, when, why and where', () => {
    expect(stampParagraphs(facts).map(({ text }) => text)).toEqual([
      'Firmado electrónicamente por:',
      'ÍÑIGO NÚÑEZ ÍÑIGUEZ',
      '20 nov 2026, 12:04 (UTC−5)',
      'Motivo: Apruebo el acta',
      'Lugar: Quito',
    ])
    expect(stampDate({ ...facts, utcOffsetMinutes: 330, language: 'en' })).toBe('20 Nov 2026, 22:34 (UTC+5:30)')
    expect(stampDate({ ...facts, utcOffsetMinutes: 0 })).toBe('20 nov 2026, 17:04 (UTC)')
  })

  it('contains the verification address, in either language', () => {
    const checked = { ...facts, verification }
    expect(stampParagraphs(checked).at(-1)!.text).toBe('Validar en Foja: 7K3M-9QXT-4WBN-H2RD')
    expect(stampParagraphs({ ...checked, language: 'en' }).map(({ text }) => text)).toEqual([
      'Electronically signed by:',
      'ÍÑIGO NÚÑEZ ÍÑIGUEZ',
      '20 Nov 2026, 12:04 (UTC−5)',
      'Reason: Apruebo el acta',
      'Place: Quito',
      'Check in Foja: 7K3M-9QXT-4WBN-H2RD',
    ])
    const [wide, low] = marginWordings(checked).map((lines) => lines.map(({ text }) => text))
    expect(wide).toEqual([
      'Firmado electrónicamente por ÍÑIGO NÚÑEZ ÍÑIGUEZ · 20 nov 2026, 12:04 (UTC−5)',
      'Código 7K3M-9QXT-4WBN-H2RD · verificar en foja.example/verificar',
    ])
    expect(low!.join(' · ')).toBe(wide!.join(' · '))
    expect(marginWordings(facts)[0]!.map(({ text }) => text)).toEqual([wide![0]])
  })

  it.each([
    ['https://foja.example/verificar/7K3M-9QXT-4WBN-H2RD', 'foja.example/verificar'],
    ['http://localhost:3000/verificar?codigo=7K3M-9QXT-4WBN-H2RD', 'localhost:3000/verificar'],
    ['https://foja.example', 'foja.example'],
  ])('shows an address without its scheme: %s', (url, shown) => {
    const [lines] = marginWordings({ ...facts, verification: { ...verification, url } })
    expect(lines!.at(-1)!.text).toMatch(new RegExp(`${shown.replaceAll('.', '\\.')}$`))
  })

  it('merges the details when separate lines would be illegible, and breaks names evenly', () => {
    const flat = layOutStamp(stampParagraphs(facts), { x: 0, y: 0, width: 300, height: 18 })
    expect(flat.map(({ text }) => text).at(-1)).toBe(
      '20 nov 2026, 12:04 (UTC−5) · Motivo: Apruebo el acta · Lugar: Quito',
    )
    const long = { ...facts, signerName: 'Lucía Fernanda Peñaherrera Narváez' }
    const lines = layOutStamp(stampParagraphs(long), { x: 0, y: 0, width: 160, height: 60 })
    expect(lines.filter(({ weight }) => weight === 'bold').map(({ text }) => text)).toEqual([
      'LUCÍA FERNANDA',
      'PEÑAHERRERA NARVÁEZ',
    ])
  })

  it('fits its area for any name', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 400 }),
        fc.integer({ min: 20, max: 200 }),
        fc.array(fc.constantFrom('Íñigo', 'de', 'la', 'Peñaherrera', 'X'), { minLength: 1, maxLength: 12 }),
        (width, height, words) => {
          const area = { x: 5, y: 7, width, height }
          const lines = layOutStamp(stampParagraphs({ ...facts, signerName: words.join(' ') }), area)
          for (const line of lines) {
            if (line.size <= 1.1) return
            expect(line.x + measure(interFont(line.weight), line.text) * line.size).toBeLessThanOrEqual(
              area.x + width + 0.01,
            )
            expect(line.y).toBeGreaterThanOrEqual(area.y)
            expect(line.y + line.size * 0.73).toBeLessThanOrEqual(area.y + height + 0.01)
          }
        },
      ),
    )
  })

  it('lists the characters that the font lacks', () => {
    expect(() => measure(interFont('bold'), 'Li 李 明 明')).toThrow(
      expect.objectContaining({ code: 'text_not_encodable', detail: { characters: '李明' } }),
    )
  })

  it('composes decomposed characters', () => {
    expect(glyphsOf(interFont('regular'), 'n\u0303')).toHaveLength(1)
  })
})

describe('stamp QR', () => {
  it('stays large enough for a camera: long texts are cut, date and address never', () => {
    const long = {
      ...facts,
      signerName: 'Ñ'.repeat(180),
      reason: 'r '.repeat(100),
      location: 'l'.repeat(100),
      verification,
    }
    for (const side of [20, 40, 57, 80, 160]) {
      const limit = qrCapacity(side)
      const payload = qrPayload(long, limit)
      expect(payload.length).toBeLessThanOrEqual(limit)
      expect(payload).toContain('FECHA: 2026-11-20T12:04:00-05:00')
      expect(payload).toContain(`VALIDAR CON: ${verification.url}`)
      const size = qrRows(toAscii(payload), 'L').length
      if (side >= 57) expect(side / (size + 4)).toBeGreaterThan(0.84)
    }
    expect(qrCapacity(400)).toBe(718)
  })

  it('draws exactly the modules of the code', () => {
    const payload = qrPayload(facts)
    const data = qrRows(toAscii(payload), 'L')
    const size = data.length
    const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
    for (const [, x, y, width] of drawQr(payload, 0, 0, 60).matchAll(/^(\d+) (\d+) (\d+) 1 re$/gm)) {
      for (let i = 0; i < Number(width); i++) drawn[size - 1 - Number(y)]![Number(x) + i] = true
    }
    expect(drawn).toEqual(data)
  })

  it('contains ASCII only', () => {
    expect(qrPayload(facts)).toBe(
      'FIRMADO POR: Íñigo Núñez Íñiguez\nRAZON: Apruebo el acta\nLOCALIZACION: Quito\nFECHA: 2026-11-20T12:04:00-05:00',
    )
    expect(
      qrPayload({ ...facts, verification })
        .split('\n')
        .at(-1),
    ).toBe(`VALIDAR CON: ${verification.url}`)
    expect(qrPayload({ ...facts, language: 'en', verification })).toBe(
      `SIGNED BY: Íñigo Núñez Íñiguez\nREASON: Apruebo el acta\nPLACE: Quito\nDATE: 2026-11-20T12:04:00-05:00\nVERIFY AT: ${verification.url}`,
    )
    expect(toAscii('Íñigo Núñez 李')).toBe('Inigo Nunez ?')
  })
})

describe('stamp form', () => {
  const placement = { rect: { x0: 0, y0: 0, x1: 176, y1: 69 }, width: 176, height: 69, rotation: 90 as const }
  const image = pngOf({ width: 1, height: 1, bits: 8, colour: 2 }, Buffer.from([0, 1, 2, 3]))

  it.each<Exclude<Appearance, { kind: 'invisible' }>>([
    { kind: 'qr' },
    { kind: 'qr', background: 'white', payload: 'x', lines: ['Uno', 'Dos'] },
    { kind: 'text' },
    { kind: 'margin' },
    { kind: 'margin', lines: ['Uno', 'Dos'] },
    { kind: 'image', image },
    { kind: 'image', image, text: true },
  ])('has the resources that it draws: %j', (look) => {
    const pdf = makePdf()
    const writer = new RevisionWriter(readPdf(pdf))
    const number = writeStamp(writer, look, facts, placement)
    const file = readPdf(Buffer.concat([pdf, writer.finish().tail]))
    const form = file.load(number)!.value as PdfStream
    const content = Buffer.from(file.streamData(form)).toString('latin1')
    expect(form.dict.get('Matrix')).toMatchObject({ items: [0, 1, -1, 0, 69, 0] })
    expect(content.includes(' re\n')).toBe(look.kind === 'qr')
    expect(content.includes(' Tj')).toBe(look.kind !== 'image' || look.text === true)
    expect(content.includes('/Im0 Do')).toBe(look.kind === 'image')
    expect(content.startsWith('q 1 g 0 0 176 69 re f Q')).toBe(look.background === 'white')
  })
})
