import { digits64 } from '../../packages/forms/src/unpack-table.ts'

/** Encodes for `unpackRanges`. */
export function packRanges(codePoints: readonly number[]): string {
  const ranges: string[] = []
  let next = 0
  for (let index = 0; index < codePoints.length;) {
    const first = codePoints[index] ?? 0
    let count = 1
    while (codePoints[index + count] === first + count) count++
    ranges.push(`${(first - next).toString(36)}.${count.toString(36)}`)
    next = first + count
    index += count
  }
  return ranges.join()
}

/** Encodes for `unpackPairs`. */
export function packPairs(numbers: readonly number[]): string {
  if (numbers.some((number) => !Number.isInteger(number) || number < 0 || number > 4095))
    throw new Error('a number takes more than two digits in base 64')
  return numbers.map((number) => `${digits64[number >> 6]}${digits64[number & 63]}`).join('')
}
