/** The marks of a scale from 0: three or four steps of a round number of whole things, the last at or above `most`. */
export function ticksOf(most: number): number[] {
  const rough = Math.max(1, most) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? 1)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

export type Segment<K extends string> = { key: K; from: number; to: number }

/** The parts of a bar one on top of the other; what is 0 takes no room. */
export function stack<K extends string>(parts: readonly (readonly [K, number])[]): Segment<K>[] {
  let top = 0
  return parts
    .filter(([, value]) => value > 0)
    .map(([key, value]) => {
      const from = top
      top += value
      return { key, from, to: top }
    })
}
