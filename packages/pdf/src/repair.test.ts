import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { textPdf } from '../test/build-pdf.ts'
import { readPixels } from '../test/pixels.ts'
import { createRenderer } from './renderer.ts'
import { repairForRendering } from './repair.ts'

const renderer = await createRenderer()
afterAll(() => renderer.close())

/** A file of PDF 1.5 with catalog and pages in an object stream, cut off before its cross-reference stream. */
function cutObjectStream(): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<<>>>>',
  ]
  let offset = 0
  const index = objects.map((body, at) => {
    const entry = `${at + 1} ${offset}`
    offset += body.length + 1
    return entry
  })
  const head = `${index.join(' ')} `
  const packed = deflateSync(Buffer.from(`${head}${objects.join(' ')}`))
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n4 0 obj\n<</Length 29>>\nstream\n1 0 0 rg 0 0 100 100 re f    \nendstream\nendobj\n'),
    Buffer.from(
      `5 0 obj\n<</Type/ObjStm/N 3/First ${head.length}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n6 0 obj\n<</Type/XRef/Si'),
  ])
}

describe('repairForRendering', () => {
  it('recovers the pages of half a file', async () => {
    const whole = textPdf(3)
    const half = whole.subarray(0, whole.length >> 1)
    const [a, b] = await Promise.all([whole, half].map((pdf) => renderer.renderPage(pdf, { page: 1 })))
    expect(b?.bytes).toEqual(a?.bytes)
    await expect(renderer.inspect(half)).rejects.toMatchObject({ code: 'pdf_invalid' })
  })

  it('finds a catalog inside an object stream', async () => {
    const pdf = cutObjectStream()
    expect(await renderer.inspect(pdf)).toMatchObject({ pages: 1, repaired: true })
    const at = await readPixels((await renderer.renderPage(pdf, { page: 1 })).bytes)
    expect(at(0.5, 0.5)).toEqual([255, 0, 0])
  })

  it('cuts bytes before the header', async () => {
    const pdf = Buffer.concat([Buffer.alloc(5000, 'mail header\r\n'), textPdf(1)])
    expect(await renderer.inspect(pdf)).toMatchObject({ pages: 1 })
  })

  it('gives up without a catalog, and on encrypted files', () => {
    expect(repairForRendering(Buffer.from('hello'), 1e6)).toBeNull()
    expect(
      repairForRendering(Buffer.from('%PDF-1.4 1 0 obj<</Type/Catalog>>endobj trailer<</Encrypt 2 0 R>>'), 1e6),
    ).toBeNull()
  })

  it('limits the inflated size', () => {
    const bomb = deflateSync(Buffer.alloc(1_000_000, 0x20))
    const pdf = Buffer.concat([
      Buffer.from('%PDF-1.5\n1 0 obj<</Type/Catalog>>endobj 2 0 obj<</Type/ObjStm/N 1/First 4>>stream\n'),
      bomb,
    ])
    expect(repairForRendering(pdf, 10_000)?.byteLength).toBeLessThan(10_000)
  })
})
