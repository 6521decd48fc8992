import { describe, expect, it } from 'vitest'
import { detectFileType } from './file-type.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('detectFileType', () => {
  it.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['\x00\x00junk before\n%PDF-1.4', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    [
      `PK\x03\x04${'\x00'.repeat(26)}[Content_Types].xml`,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])('knows %j', (head, mime) => {
    expect(detectFileType(bytes(head))?.mime).toBe(mime)
  })

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<!doctype html>',
    'MZ\x90',
    `PK\x03\x04${'\x00'.repeat(26)}evil.exe`,
    '',
  ])('refuses %j', (head) => {
    expect(detectFileType(bytes(head))).toBeNull()
  })
})
