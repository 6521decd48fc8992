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
    ['printer commands', '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.4'],
    ['mail headers', 'Content-Type: application/pdf\r\nContent-Length: 99\r\n\r\n%PDF-1.4'],
    ['blank lines', '\r\n\r\n%PDF-1.4'],
    ['a smaller-than sign', '1 < 2 %PDF-1.4'],
  ])('detects a PDF after %s', async (_name, text) => {
    expect(await mimeOf(latin(text))).toBe('application/pdf')
  })

  it.each([
    ['HTML', '<!DOCTYPE html><html><body>%PDF-1.4'],
    ['a script', '\n<sCrIpT>alert(1)</script>%PDF-1.4'],
    ['an image tag', '<img src=x onerror=alert(1)>%PDF-1.4'],
    ['a comment of HTML', '<!-- %PDF-1.4'],
    ['SVG', '<?xml version="1.0"?><svg>%PDF-1.4'],
    ['a ZIP', 'x PK\x03\x04....%PDF-1.4'],
    ['a GIF', 'GIF89a....%PDF-1.4'],
    ['a JPEG', 'x\xff\xd8\xff\xe0%PDF-1.4'],
    ['a PNG', '\0\x89PNG\r\n\x1a\n%PDF-1.4'],
    ['a program', 'MZ\x90\0%PDF-1.4'],
    ['a shell script', '#!/bin/sh\n%PDF-1.4'],
    ['PostScript', '%!PS-Adobe-3.0\n%PDF-1.4'],
    ['more than 1,024 bytes', `${' '.repeat(1020)}%PDF-1.4`],
  ])('refuses a PDF after %s', async (_name, text) => {
    expect(await mimeOf(latin(text))).toBeNull()
  })

  it.each([
    ['a PNG', latin('\x89PNG\r\n\x1a\n....')],
    ['a JPEG', latin('\xff\xd8\xff\xe0....')],
    ['a WebP', latin('RIFF\x10\x00\x00\x00WEBPVP8L....')],
    ['a PDF', latin('%PDF-1.7\n....')],
  ])('refuses %s that is a ZIP too', async (_name, bytes) => {
    expect(await mimeOf(bytes)).not.toBeNull()
    const zip = zipOf(['evil.class'])
    // The directory's place, as an unpacker expects it after what precedes.
    zip.writeUInt32LE(zip.readUInt32LE(zip.length - 6) + bytes.length, zip.length - 6)
    expect(await mimeOf(Buffer.concat([bytes, zip]))).toBeNull()
    expect(await mimeOf(Buffer.concat([bytes, zipOf(['evil.class'])]))).toBeNull()
  })

  it.each([
    ['with a byte after it', Buffer.concat([zipOf(['evil.class']), Buffer.from('\n')])],
    ['with a comment of wrong length', Buffer.concat([zipOf(['evil.class']), Buffer.alloc(60_000)])],
    ['with more than 10,000 entries', zipOf(Array.from({ length: 10_001 }, (_, n) => `${n}.class`))],
    ['with a directory over 2 MiB', zipOf(Array.from({ length: 40 }, (_, n) => 'a'.repeat(60_000) + n))],
    ['with a Zip64 directory', zip64Of(['evil.class'])],
    ['with many end records', Buffer.concat([latin('PK\x05\x06'.repeat(1000)), Buffer.alloc(22)])],
  ])('refuses a PDF with a ZIP behind it %s', async (_name, zip) => {
    expect(await mimeOf(Buffer.concat([latin('%PDF-1.7\n....'), zip]))).toBeNull()
  })

  it('detects a PDF with the signature of an end record and no directory', async () => {
    for (const end of ['PK\x05\x06', `PK\x05\x06${'\xff'.repeat(18)}`, `PK\x05\x06${'\0'.repeat(30)}`]) {
      expect(await mimeOf(latin(`%PDF-1.7\n....${end}`))).toBe('application/pdf')
    }
  })

  it('refuses an image that is a PDF too', async () => {
    expect(await mimeOf(latin('\xff\xd8\xff\xe0\x00\x10JFIF %PDF-1.7'))).toBeNull()
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

/** A ZIP whose directory only a Zip64 record finds. */
function zip64Of(names: string[]): Buffer {
  const zip = zipOf(names)
  const end = zip.subarray(-22)
  end.writeUInt32LE(0xffff_ffff, 12)
  end.writeUInt32LE(0xffff_ffff, 16)
  const locator = Buffer.concat([latin('PK\x06\x07'), Buffer.alloc(16)])
  return Buffer.concat([zip.subarray(0, -22), latin('PK\x06\x06'), Buffer.alloc(52), locator, end])
}
