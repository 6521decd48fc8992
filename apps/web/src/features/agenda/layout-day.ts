/** Start and end in minutes of the day. */
export type Span = { start: number; end: number }
/** `columns`: how many appointments share the width. `column`: position among them, from 0. */
export type Placed<T> = { item: T; span: Span; column: number; columns: number }

/**
 * Places overlapping appointments of one day side by side. Appointments that overlap directly or through others share
 * the width evenly; one that begins when another ends does not overlap it.
 */
export function layoutDay<T>(items: readonly T[], spanOf: (item: T) => Span): Placed<T>[] {
  const sorted = items
    .map((item) => ({ item, span: spanOf(item) }))
    .sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)
  const placed: Placed<T>[] = []
  let group: Placed<T>[] = []
  let ends: number[] = []
  const close = () => {
    for (const one of group) one.columns = ends.length
    group = []
    ends = []
  }
  for (const { item, span } of sorted) {
    if (ends.length > 0 && ends.every((end) => end <= span.start)) close()
    const free = ends.findIndex((end) => end <= span.start)
    const column = free < 0 ? ends.length : free
    ends[column] = span.end
    const one = { item, span, column, columns: 1 }
    group.push(one)
    placed.push(one)
  }
  close()
  return placed
}

/** The hours of the grid: 7 to 20, extended to fit earlier and later appointments. */
export function hoursOf(spans: readonly Span[]): { from: number; to: number } {
  const starts = spans.map(({ start }) => Math.floor(start / 60))
  const ends = spans.map(({ end }) => Math.ceil(end / 60))
  return { from: Math.min(7, ...starts), to: Math.min(24, Math.max(20, ...ends)) }
}
