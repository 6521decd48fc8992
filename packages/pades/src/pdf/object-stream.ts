import type { PdfStream, PdfValue } from './objects.ts'
import { PdfArray, PdfDict, PdfRef } from './objects.ts'
import { Parser } from './parser.ts'

/** A decoded object stream: member `i` is object `numbers[i]` at `offsets[i]` of `data` (ISO 32000-2 §7.5.7). */
export type ObjectStream = { data: Uint8Array; numbers: number[]; offsets: number[] }

/**
 * Decoded object streams of one buffer, shared by all states of a file with the same beginning: a kilobyte may decode
 * to a megabyte, and a file may have hundreds of states.
 */
export type ObjectStreams = Map<string, ObjectStream>

/** Parses the numbers and offsets of the members. Throws `pdf_damaged`. */
export function readObjectStream(data: Uint8Array, count: number, first: number): ObjectStream {
  const parser = new Parser(data)
  const found: ObjectStream = { data, numbers: [], offsets: [] }
  for (let i = 0; i < count; i++) {
    parser.skipSpace()
    const number = parser.takeUnsigned()
    parser.skipSpace()
    const offset = number === null ? null : parser.takeUnsigned()
    if (number === null || offset === null || first + offset > data.length) return parser.fail('object stream header')
    found.numbers.push(number)
    found.offsets.push(first + offset)
  }
  return found
}

/**
 * Cache key of an object stream: place of its dictionary and data, and `facts` from other objects. Null when its
 * filters depend on other objects, which may differ.
 */
export function shareKey({ dict, dataStart }: PdfStream, facts: readonly (string | number)[]): string | null {
  const decide = [dict.get('Type'), dict.get('Filter'), dict.get('DecodeParms')]
  return decide.some(hasReference) ? null : [dict.start, dataStart, ...facts].join(' ')
}

function hasReference(value: PdfValue): boolean {
  if (value instanceof PdfArray) return value.items.some(hasReference)
  if (value instanceof PdfDict) return [...value.entries.values()].some(hasReference)
  return value instanceof PdfRef
}
