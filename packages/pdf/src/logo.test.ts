import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeLogo } from './logo.ts'

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 99, b: 200, alpha: 0.5 } } })
const read = async (bytes: Uint8Array | null) => await sharp(bytes!).metadata()

describe('encodeLogo', () => {
  it('redraws as a PNG within the size limit, with transparency', async () => {
    const png = await encodeLogo(await canvas(2000, 500).png().toBuffer())
    expect(await read(png)).toMatchObject({ format: 'png', width: 512, height: 128, hasAlpha: true })
    expect(await read(await encodeLogo(await canvas(30, 40).png().toBuffer()))).toMatchObject({ width: 30, height: 40 })
  })

  it("applies a camera's orientation and drops its metadata", async () => {
    const exif = { IFD0: { Make: 'Canario', Copyright: 'Canario' } }
    const photo = await canvas(80, 40).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
    expect((await read(photo)).orientation).toBe(6)
    const png = await encodeLogo(photo)
    const { width, height, exif: kept, orientation } = await read(png)
    expect([width, height, kept, orientation]).toEqual([40, 80, undefined, undefined])
    expect(Buffer.from(png!).includes('Canario')).toBe(false)
  })

  it('drops all metadata', async () => {
    const hidden = Buffer.concat([await canvas(10, 10).png().toBuffer(), Buffer.from('<script>canario</script>')])
    expect(Buffer.from((await encodeLogo(hidden))!).includes('canario')).toBe(false)
  })

  it.each([
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', async () => await canvas(10, 10).gif().toBuffer()],
    ['a WebP', async () => await canvas(10, 10).webp().toBuffer()],
    ['a PDF', async () => Buffer.from('%PDF-1.7')],
    ['half a PNG', async () => (await canvas(300, 300).png().toBuffer()).subarray(0, 200)],
    ['half a JPEG', async () => (await canvas(300, 300).jpeg().toBuffer()).subarray(0, 400)],
    ['the beginning of a PNG', async () => Buffer.from('\x89PNG\r\n\x1a\n<svg/>', 'latin1')],
    ['more pixels than fit', async () => await canvas(5000, 4000).png().toBuffer()],
    ['nothing', async () => Buffer.alloc(0)],
  ])('refuses %s', async (_name, bytes) => {
    expect(await encodeLogo(await bytes())).toBeNull()
  })
})
