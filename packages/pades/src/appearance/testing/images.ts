import { deflateSync } from 'node:zlib'

/** A PNG chunk; its checksum stays empty, since nothing of ours reads it. */
export function chunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  return Buffer.concat([head, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)])
}

type PngHeader = { width: number; height: number; bits: number; colour: number; interlace?: boolean }

/** A PNG of already filtered rows, with `more` chunks before the data. */
export function pngOf({ width, height, bits, colour, interlace }: PngHeader, raw: Buffer, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  header[9] = colour
  header[12] = interlace ? 1 : 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = [chunk('IDAT', deflateSync(raw)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, chunk('IHDR', header), ...more, ...data])
}

const adam7 = ['0088', '4088', '0448', '2044', '0224', '1022', '0112'].map((pass) => pass.split('').map(Number))

/** Unfiltered rows of a picture, `sample(x, y, channel)` in the range of `bits`; interlaced in the order of Adam7. */
export function rowsOf(
  { width, height, bits, interlace }: PngHeader,
  channels: number,
  sample: (x: number, y: number, channel: number) => number,
): Buffer {
  const rows: Buffer[] = []
  for (const [x0, y0, dx, dy] of interlace ? adam7 : [[0, 0, 1, 1]]) {
    if (x0! >= width) continue
    for (let y = y0!; y < height; y += dy!) {
      let digits = ''
      for (let x = x0!; x < width; x += dx!)
        for (let c = 0; c < channels; c++) digits += sample(x, y, c).toString(2).padStart(bits, '0')
      const bytes = digits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
      rows.push(Buffer.from([0, ...bytes]))
    }
  }
  return Buffer.concat(rows)
}
