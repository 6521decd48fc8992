import { expect, it } from 'vitest'
import { appendRevision, packedContract, stream } from '../verify/testing/tiny-pdf.ts'
import { readPdf } from './file.ts'
import type { ObjectStreams } from './object-stream.ts'
import { nameOf, PdfArray } from './objects.ts'

const base = packedContract('BT (Pago: 100) Tj ET')
const kindOf4 = (pdf: Uint8Array, shared: ObjectStreams, spend = (_bytes: number): void => {}) => {
  const file = readPdf(pdf, { shared, spend })
  const list = file.dict(file.load(4)?.value ?? null)?.get('ProcSet')
  return list instanceof PdfArray ? nameOf(list.items[0] ?? null) : null
}

it('an object stream is decoded once for all states of a file', () => {
  const shared: ObjectStreams = new Map()
  const later = appendRevision(base, { 300: '(x)' })
  expect([base, later].map((pdf) => kindOf4(pdf, shared))).toEqual(['PDF', 'PDF'])
  expect(shared.size).toBe(1)
})

it('an object stream is decoded again once overridden', () => {
  const shared: ObjectStreams = new Map()
  const members = ['null', 'null', 'null', '<< /ProcSet [ /Evil ] >>'].map((member) => member.padEnd(100)).join('')
  const data = '1 0 2 100 3 200 4 300'.padEnd(100) + members
  const later = appendRevision(base, { 20: stream(data, '/Type /ObjStm /N 4 /First 100') })
  expect([base, later, base].map((pdf) => kindOf4(pdf, shared))).toEqual(['PDF', 'Evil', 'PDF'])
  expect(shared.size).toBe(2)
})

it('an object stream is not shared when other objects affect its decoding', () => {
  const shared: ObjectStreams = new Map()
  const data = stream('4 0 << /ProcSet [ /PDF ] >>', '/Type /ObjStm /N 1 /First 4 /Filter 301 0 R')
  const later = appendRevision(base, { 20: data, 301: '[ ]' })
  expect(() => kindOf4(later, shared)).toThrow('pdf_damaged')
  expect(shared.size).toBe(0)
})

it('an object stream counts its decoded bytes', () => {
  let bytes = 0
  expect(kindOf4(base, new Map(), (count) => (bytes += count))).toBe('PDF')
  expect(bytes).toBeGreaterThan(50)
})
