import { describe, expect, it } from 'vitest'
import { detectFileType } from './file-type.ts'
import { zipOf } from '../../../test/zip.ts'

const detect = (bytes: Buffer) =>
  detectFileType(async (start, length) => bytes.subarray(start, start + length), bytes.length)
const latin = (text: string) => Buffer.from(text, 'latin1')
const mimeOf = async (bytes: Buffer) => (await detect(bytes))?.mime ?? null

const types = '[Content_Types].xml'
const ooxml = 'application/vnd.openxmlformats-officedocument.'
const odt = 'application/vnd.oasis.opendocument.text'

describe('detectFileType', () => {
  it.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['\x00\x00junk before\n%PDF-1.4', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['RIFF\x10\x00\x00\x00WEBPVP8L....', 'image/webp'],
  ])('detects the type of a file that starts with %j', async (head, mime) => {
    expect(await mimeOf(latin(head))).toBe(mime)
  })

  it.each([
    ['docx', [types, '_rels/.rels', 'word/document.xml'], `${ooxml}wordprocessingml.document`],
    ['docx with its parts in another order', ['word/document.xml', types], `${ooxml}wordprocessingml.document`],
    ['xlsx', [types, 'xl/workbook.xml'], `${ooxml}spreadsheetml.sheet`],
    ['pptx', [types, 'ppt/presentation.xml'], `${ooxml}presentationml.presentation`],
  ])('detects a %s by its parts', async (_name, names, mime) => {
    expect(await mimeOf(zipOf(names))).toBe(mime)
  })

  it('detects OpenDocument by its first part', async () => {
    const parts = ['mimetype', 'content.xml', 'META-INF/manifest.xml']
    expect(await detect(zipOf(parts, { mimetype: odt }))).toEqual({ mime: odt, extension: 'odt' })
    expect(await detect(zipOf(parts, { mimetype: 'application/epub+zip' }))).toBeNull()
    expect(await detect(zipOf(parts.toReversed(), { mimetype: odt }))).toBeNull()
  })

  it.each([
    ['SVG', latin('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['HTML', latin('<!doctype html>')],
    ['a program', latin('MZ\x90')],
    ['nothing', Buffer.alloc(0)],
    ['sound in a RIFF', latin('RIFF\x10\x00\x00\x00WAVEfmt ')],
    ['any other ZIP', zipOf(['evil.exe'])],
    ['a ZIP with a PDF in it', zipOf(['acta.pdf'], { 'acta.pdf': '%PDF-1.7' })],
    ['a package of unknown kind', zipOf([types, 'something.xml'])],
    ['macros of Office', zipOf([types, 'word/document.xml', 'word/vbaProject.bin'])],
    [
      'macros of OpenDocument',
      zipOf(['mimetype', 'content.xml', 'META-INF/manifest.xml', 'Basic/a.xml'], { mimetype: odt }),
    ],
    ['a password', zipOf([types, 'word/document.xml'], {}, { encrypted: true })],
    ['a ZIP cut off', zipOf([types, 'word/document.xml']).subarray(0, -30)],
    ['a ZIP that claims another directory', forged(16, 0xffff_ff00)],
    ['a ZIP that claims more parts', forged(10, 9999)],
  ])('refuses %s', async (_name, bytes) => {
    expect(await detect(bytes)).toBeNull()
  })

  it('never throws when any byte of a document is changed', async () => {
    const good = zipOf([types, 'word/document.xml'])
    for (let at = 0; at < good.length; at += 1) {
      const bad = Buffer.from(good)
      bad[at] = bad[at]! ^ 0xff
      await expect(detect(bad)).resolves.toBeDefined()
    }
  })
})

/** A valid document whose end record has another value at `offset`. */
function forged(offset: number, value: number): Buffer {
  const bytes = zipOf([types, 'word/document.xml'])
  const end = bytes.length - 22
  if (offset === 10) bytes.writeUInt16LE(value, end + offset)
  else bytes.writeUInt32LE(value, end + offset)
  return bytes
}
