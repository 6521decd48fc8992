import { deflateSync } from 'node:zlib'
import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it, vi } from 'vitest'
import { PadesError } from './errors.ts'
import { repairPdf, repairSteps } from './repair.ts'
import { newWorkBudget } from './work-budget.ts'

/** Repairs with the work budget of a file of this size, and counts the steps. */
function repaired(pdf: Uint8Array): { steps: number; outcome: unknown } {
  const budget = newWorkBudget(repairSteps(pdf.length))
  let steps = 0
  const spend = (count: number): void => {
    steps += count
    budget.spend(count)
  }
  try {
    repairPdf(pdf, { spend })
    return { steps, outcome: 'repaired' }
  } catch (error) {
    if (!(error instanceof PadesError)) throw error
    return { steps, outcome: error.detail?.['reason'] }
  }
}

/** A file without its cross-reference, followed by more data. */
function broken(...more: (string | Uint8Array)[]): Buffer {
  const whole = Buffer.from(makePdf()).toString('latin1')
  const parts = [whole.slice(0, whole.lastIndexOf('startxref')), ...more]
  return Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)))
}

function objectStream(number: number, places: string, members: string): Buffer {
  const packed = deflateSync(Buffer.from(`${places} ${members}`, 'latin1'))
  const count = places.split(' ').length / 2
  const entries = `/Type /ObjStm /Filter /FlateDecode /N ${count} /First ${places.length + 1} /Length ${packed.length}`
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< ${entries} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

const size = 1_500_000
const filled = (text: string, length = size): string => text.repeat(Math.ceil(length / text.length))

describe('the work of repairPdf', () => {
  it.each<[string, () => Buffer]>([
    [
      '20 kB of an object stream that holds four million dictionaries',
      () => broken(objectStream(100, '900 0', `[${filled('<<>>', 16_000_000)}]`)),
    ],
    ['the same, unterminated', () => broken(objectStream(100, '900 0', `[${filled('<<>>', 8_000_000)}`))],
    [
      'object streams of 64 MB of spaces',
      () => broken(...[100, 101, 102].map((number) => objectStream(number, '900 0', ' '.repeat(64_000_000)))),
    ],
    [
      'data that breaks off in every object stream',
      () => {
        const cut = objectStream(100, '900 0', filled('<<>>', 8_000_000))
          .toString('latin1')
          .replace(/.{100}\nendstream/s, '\nendstream')
        return broken(...Array.from({ length: 100 }, () => Buffer.from(cut, 'latin1')))
      },
    ],
    ['an array of 375,000 dictionaries', () => broken(`900 0 obj[${filled('<<>>')}]endobj\n`)],
    ['malformed objects', () => broken(filled('9 0 obj<<x>>'))],
    ['strings without an end', () => broken(filled('9 0 obj('))],
    ['hexadecimal strings that end far away', () => broken(filled('9 0 obj<x', 700_000), '>', filled('a', 700_000))],
    ['trailers inside each other', () => broken(filled('trailer<</A['))],
    ['objects inside each other', () => broken(filled('9 0 obj << /X (aaaaaaaa'))],
  ])('is bounded: %s', (_, make) => {
    expect(repaired(make()).outcome).toBe('too much work')
  })

  it.each<[string, () => Buffer]>([
    ['streams without an end', () => broken(filled('900 0 obj<<>>stream endobj\n'))],
    [
      'streams of which only the first has an end',
      () => broken('900 0 obj<<>>stream endstream endobj\n', filled('900 0 obj<<>>stream endobj\n')),
    ],
  ])('searches the end of the last stream once: %s', (_, make) => {
    const pdf = make()
    const search = vi.spyOn(String.prototype, 'lastIndexOf')
    try {
      expect(repaired(pdf).outcome).toBe('repaired')
      expect(search.mock.calls.filter(([word]) => word === 'endstream').length).toBe(1)
    } finally {
      search.mockRestore()
    }
  })

  it('reads all members of an object stream', () => {
    const places = Array.from({ length: 60_000 }, (_, i) => `${1000 + i} ${i * 5}`).join(' ')
    expect(repaired(broken(objectStream(100, places, filled('<<>> ', 300_000)))).outcome).toBe('repaired')
  })

  it('suffices for large files', () => {
    const entries =
      '/Type /Annot /Subtype /Link /Rect [10 20 30 40] /Border [0 0 0] /F 4 /Contents (Una nota al margen)'
    const objects = Array.from({ length: 100_000 }, (_, i) => `${1000 + i} 0 obj\n<< ${entries} >>\nendobj\n`)
    const { steps, outcome } = repaired(broken(objects.join('')))
    expect(outcome).toBe('repaired')
    expect(steps).toBeLessThan(repairSteps(objects.length * 120))
  })
})
