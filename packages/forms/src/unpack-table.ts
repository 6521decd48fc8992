/** Digits in base 64. */
export const digits64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Offset of anchor coordinates, so that none is negative. */
export const anchorOffset = 1024

/** Decodes ranges of code points, each `distance from the previous end.count` in base 36. */
export function unpackRanges(ranges: string): number[] {
  const codePoints: number[] = []
  let next = 0
  for (const range of ranges.split(',')) {
    const [gap = 0, count = 0] = range.split('.').map((part) => parseInt(part, 36))
    for (let codePoint = next + gap; codePoint < next + gap + count; codePoint++) codePoints.push(codePoint)
    next += gap + count
  }
  return codePoints
}

/** Decodes numbers of two digits in base 64. */
export function unpackPairs(text: string): number[] {
  const valueOf = new Map(Array.from(digits64, (digit, value) => [digit, value]))
  return Array.from({ length: text.length / 2 }, (_, index) => {
    return (valueOf.get(text.charAt(index * 2)) ?? 0) * 64 + (valueOf.get(text.charAt(index * 2 + 1)) ?? 0)
  })
}
