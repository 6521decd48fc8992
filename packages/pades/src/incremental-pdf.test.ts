import { expect, it } from 'vitest'
import { IncrementalPdf } from './incremental-pdf.ts'

it('IncrementalPdf is the whole file after each revision, with or without reserved room', () => {
  const original = Buffer.from('original ')
  const file = new IncrementalPdf(original, 4)
  const before = file.bytes
  file.append(Buffer.from('one '))
  expect(Buffer.from(file.bytes).toString()).toBe('original one ')
  file.append(Buffer.from('and a second one '))
  file.append(Buffer.from('third'))
  expect(Buffer.from(file.bytes).toString()).toBe('original one and a second one third')
  expect(Buffer.from(file.tail).toString()).toBe('one and a second one third')
  expect(Buffer.from(before).toString()).toBe('original ')
  expect(new IncrementalPdf(original, 0).tail).toHaveLength(0)
})
