/** Axis ticks from 0 in three or four round integer steps, up to at least `most`. */
export function ticksOf(most: number): number[] {
  const rough = Math.max(1, most) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? 1)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

export type Segment<K extends string> = { key: K; from: number; to: number }

/** Stacks the non-zero parts of a bar. */
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
